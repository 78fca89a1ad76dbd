// The server as an object of small steps, each of which a fault or a variant may replace. A step calls the others
// through the server and never directly, so that a change of one step has an effect everywhere. Types only.
import type {
  Animal,
  Awaitable,
  Call,
  Fields,
  NewAnimal,
  ReferenceClock,
  Reply,
  Status,
} from './types.js';
import type { Json, JsonObject } from './json.js';
import type { Refusal } from './refusal.js';
import type { Store } from './store.js';

export interface Server
  extends Facts, Authentication, Listing, Adding, Getting, Messaging, Answering {}

/** The state that the steps share. */
export interface Facts {
  readonly key: string;
  readonly quickstartKey: string;
  readonly clock: ReferenceClock;
  /** Returns seeded numbers from 0 to 1, 1 excluded. */
  readonly random: () => number;
  readonly store: Store;
  basePath: string;
  quickstartPath: string;
  /** How responses are sent. This has an effect only over a real socket. */
  socket: { gzip: boolean; chunked: boolean };
  /** The number of requests so far, and of those that are being answered now. */
  requests: number;
  inFlight: number;
}

export interface Authentication {
  /** Whether the key of this request is checked. */
  needsKey(call: Call): boolean;
  /** The single Authorization header, or undefined if there is none or more than one. */
  authorization(call: Call): string | undefined;
  /** The key that a request has in the Bearer form. */
  shownKey(call: Call): string | undefined;
  isKey(shown: string, key: string, call: Call): boolean;
  isAuthorized(call: Call): boolean;
  /** Throws a Refusal if the key is missing or wrong. */
  authenticate(call: Call): Awaitable<void>;
}

export interface Listing {
  defaultLimit: number;
  highestLimit: number;
  limitOf(call: Call): number;
  filterOf(call: Call): Status | undefined;
  /** Whether a stored animal is visible yet. */
  isVisible(animal: Animal, call: Call): boolean;
  select(status: Status | undefined, limit: number, call: Call): Awaitable<Animal[]>;
  listedText(animal: Animal, call: Call): string;
  listText(animals: readonly Animal[], call: Call): string;
  listPets(call: Call): Awaitable<Reply>;
}

export interface Adding {
  defaultStatus: Status;
  requireBody(call: Call): void;
  requireJsonType(call: Call): void;
  decode(call: Call): string;
  parse(text: string, call: Call): Json;
  requireObject(json: Json, call: Call): JsonObject;
  /** Runs the steps above one after another. */
  readObject(call: Call): JsonObject;
  nameOf(body: JsonObject, call: Call): string;
  categoryOf(body: JsonObject, call: Call): bigint;
  statusOf(body: JsonObject, call: Call): Status | undefined;
  readNewAnimal(call: Call): NewAnimal;
  assignId(call: Call, body: NewAnimal): Awaitable<bigint>;
  save(animal: Animal, call: Call): Awaitable<void>;
  add(body: NewAnimal, call: Call): Awaitable<Animal>;
  addedText(animal: Animal, call: Call): string;
  createPet(call: Call): Awaitable<Reply>;
}

export interface Getting {
  idOf(call: Call): bigint;
  find(id: bigint, call: Call): Awaitable<Animal | undefined>;
  fetchedText(animal: Animal, call: Call): string;
  getPet(call: Call): Awaitable<Reply>;
}

export interface Messaging {
  messageStatus: number;
  requireMessageType(call: Call): void;
  textOf(body: JsonObject, call: Call): string;
  messageId(call: Call): string;
  createdAt(call: Call): string;
  messageFields(text: string, call: Call): Fields;
  sendMessage(call: Call): Awaitable<Reply>;
}

export interface Answering {
  contentType: string;
  /** Waits, or replies at once without looking at the request. */
  begin(call: Call): Awaitable<Reply | undefined>;
  /** Authenticates, then runs the operation. */
  answer(call: Call): Awaitable<Reply>;
  operate(call: Call): Awaitable<Reply>;
  storeOrders(call: Call): Awaitable<Reply>;
  unknownPath(call: Call): Awaitable<Reply>;
  unknownMethod(call: Call): Awaitable<Reply>;
  /** The members of an animal, and its text, which is kept with the animal once written. */
  animalFields(animal: Animal): Fields;
  animalText(animal: Animal): string;
  json(status: number, text: string, call: Call): Reply;
  errorFields(refusal: Refusal, call: Call): Fields;
  refuse(refusal: Refusal, call: Call): Reply;
  /** Completes every reply, after all other steps. */
  finish(reply: Reply, call: Call): Awaitable<Reply>;
}
