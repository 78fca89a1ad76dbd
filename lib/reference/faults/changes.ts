// The few ways in which most faults change the server. Each is one wrapped step; no fault is defined here.
import { replace } from '../fault.js';
import type { Json } from '../json.js';
import { quoted, written } from '../json.js';
import type { Refusal } from '../refusal.js';
import type { Server } from '../server.js';
import type { Animal, Call, Fields, Operation, Reply, Status } from '../types.js';

type Change = (server: Server) => void;
type FieldsChange = (fields: Fields, animal: Animal, call: Call, server: Server) => Fields;

/** The same members, one of them with another literal. */
export const withField = (
  fields: Fields,
  name: string,
  change: (literal: string) => string,
): Fields =>
  fields.map(([each, literal]) => (each === name ? [each, change(literal)] : [each, literal]));

export const withoutField = (fields: Fields, name: string): Fields =>
  fields.filter(([each]) => each !== name);

/** The members with another name in its quotes. */
export const withName = (
  fields: Fields,
  animal: Animal,
  change: (name: string) => string,
): Fields => withField(fields, 'name', () => quoted(change(animal.name)));

/** What a double makes of an integer. */
export const rounded = (literal: string): string => String(BigInt(Number(literal)));

const shown =
  (step: 'listedText' | 'addedText' | 'fetchedText') =>
  (change: FieldsChange): Change =>
    replace(
      step,
      (_, server) => (animal, call) =>
        written(change(server.animalFields(animal), animal, call, server)),
    );

/** Animals look different in lists, in answers to adds, in answers to gets; or in all of them. */
export const inLists = shown('listedText');
export const inAdds = shown('addedText');
export const inGets = shown('fetchedText');
export const everywhere = (change: (fields: Fields, animal: Animal) => Fields): Change =>
  replace('animalFields', (animalFields) => (animal) => change(animalFields(animal), animal));

/** Names are stored as something else. */
export const storedName = (change: (name: string) => string): Change =>
  replace('nameOf', (nameOf) => (body, call) => change(nameOf(body, call)));

/** categoryIds are stored as something else. */
export const storedCategory = (change: (category: bigint) => bigint): Change =>
  replace('categoryOf', (categoryOf) => (body, call) => change(categoryOf(body, call)));

/** A body is looked at before it is validated: the check throws or lets it pass. */
export const checkName = (check: (name: string, call: Call) => void): Change =>
  replace('nameOf', (nameOf) => (body, call) => {
    const name = nameOf(body, call);
    check(name, call);
    return name;
  });

/** Takes values that the correct server refuses; undefined leaves the decision to the correct server. */
export const takeName = (take: (value: Json | undefined) => string | undefined): Change =>
  replace('nameOf', (nameOf) => (body, call) => take(body.get('name')) ?? nameOf(body, call));
export const takeCategory = (take: (value: Json | undefined) => bigint | undefined): Change =>
  replace(
    'categoryOf',
    (categoryOf) => (body, call) => take(body.get('categoryId')) ?? categoryOf(body, call),
  );
export const takeStatus = (take: (value: Json | undefined) => Status | undefined): Change =>
  replace(
    'statusOf',
    (statusOf) => (body, call) => take(body.get('status')) ?? statusOf(body, call),
  );

/** The reply of one operation is changed, when it is no refusal. */
export const replies = (
  operation: Operation,
  change: (reply: Reply, call: Call, server: Server) => Reply,
): Change =>
  replace(
    operation,
    (operate, server) => async (call) => change(await operate(call), call, server),
  );

/** The reply to a refusal is changed. */
export const refusals = (
  when: (refusal: Refusal, call: Call) => boolean,
  change: (reply: Reply, refusal: Refusal, call: Call) => Reply,
): Change =>
  replace('refuse', (refuse) => (refusal, call) => {
    const reply = refuse(refusal, call);
    return when(refusal, call) ? change(reply, refusal, call) : reply;
  });

/** The members of the Error object are changed. */
export const errors = (
  when: (refusal: Refusal, call: Call) => boolean,
  change: (fields: Fields, refusal: Refusal) => Fields,
): Change =>
  replace('errorFields', (errorFields) => (refusal, call) => {
    const fields = errorFields(refusal, call);
    return when(refusal, call) ? change(fields, refusal) : fields;
  });

/** A refusal has another status: in the answer and in the Error object alike. */
export const otherStatus = (
  when: (refusal: Refusal, call: Call) => boolean,
  status: number,
): Change =>
  replace(
    'refuse',
    (refuse) => (refusal, call) =>
      refuse(when(refusal, call) ? { ...refusal, status } : refusal, call),
  );

/** Which selection a list makes. */
export const selecting = (
  select: (status: Status | undefined, limit: number, call: Call, server: Server) => Animal[],
): Change =>
  replace('select', (_, server) => (status, limit, call) => select(status, limit, call, server));

export const withType = (reply: Reply, type: string): Reply => ({
  ...reply,
  headers: [['content-type', type]],
});
export const page = (status: number): Reply => ({
  status,
  headers: [['content-type', 'text/html']],
  body: `<html><body><h1>${status}</h1></body></html>`,
});
export const empty = (status: number): Reply => ({ status, headers: [], body: '' });

export const isStatus =
  (status: number) =>
  (refusal: Refusal): boolean =>
    refusal.status === status;
/** Refusals of the catalogue, not of the quickstart. */
export const ofCatalogue = (_: Refusal, call: Call): boolean => call.operation !== 'sendMessage';
