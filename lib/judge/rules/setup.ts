// The facts that an experiment may request before it chooses its cases: an animal that is known, a category that the
// target accepts, the number of animals. Each is found out once. Sends; never judges.
import type { Reason } from '../result/reasons.js';
import {
  defaultLimit,
  firstStatus,
  statuses,
  type Status,
  maximumLimit,
} from '../../contract/facts.js';
import { animalsIn, type Animal } from '../../contract/values/animals.js';
import { markWord, testimonyOf, type NewAnimal } from '../../contract/values/values.js';
import type { Credential, Exchange } from '../../http/types.js';
import type { Effort } from '../result/report.js';
import { AddedAnimals } from './added-animals.js';
import type { Session } from './session.js';
import { animalOf, isRefusal, isSuccess } from './expect.js';
import { undecided } from '../result/signals.js';

export type Filter = Status | undefined;
export const filters: readonly Filter[] = [undefined, ...statuses];
/** More than one full page. */
const fullList = maximumLimit + 1;
/**
 * The number of animals of each status: twice the length of a list without a limit, if one status alone fills its
 * lists.
 */
export const someOfEach = 2 * defaultLimit;
/** How many animals a run adds to fill the lists of an empty store. */
export const fullStore = fullList + (statuses.length - 1) * someOfEach;
/** The animals of each status if a single long list has to be enough for all rules. */
const fewOfEach = defaultLimit + 1;
const mostInUse = 5;
/** No name that the kit chooses is longer, so a target that accepts this one accepts them all. */
const firstName = 'Animal';
const candidates = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 100n, 1000n, 0n, -1n];
// Identifiers that no short list of categories holds: a target that accepts them accepts any.
const improbableCategories = [7_205_759_403_792_793_601n, -4_611_686_018_427_387_905n, 0n];

export interface KeyForm {
  readonly label: string;
  readonly how: {
    readonly key?: Credential;
    readonly keyInQuery?: readonly [string, string];
    /**
     * The name of a connection of its own, because some servers confuse a header with the one before if only the
     * letter case differs.
     */
    readonly connection?: string;
  };
}

/** Credentials that are no valid key, made from the key outside of the rules, which never see it. */
export interface Credentials {
  /** Set if only a few wrong keys are tried, so that nobody is locked out. */
  readonly areFew?: true;
  readonly wrongKeys: readonly KeyForm[];
  /** Wrong keys that servers are set up with, which are sent instead of the first wrong key now and then. */
  readonly commonKeys: readonly KeyForm[];
  /** A server in front may refuse them for their form. */
  readonly keysBeyondAscii: readonly KeyForm[];
  /** The valid key in the right place, in another form. */
  readonly otherForms: readonly KeyForm[];
  /** The valid key in another place. */
  readonly otherPlaces: readonly KeyForm[];
  readonly wrongQuickstartKeys: readonly KeyForm[];
  readonly otherQuickstartForms: readonly KeyForm[];
  readonly otherQuickstartPlaces: readonly KeyForm[];
  /** The valid key with the word Bearer in other letter case. */
  readonly schemeCases: readonly KeyForm[];
}

export interface SetupOptions {
  readonly effort: Effort;
  /** The factor by which a run has more cases than its effort gives. */
  readonly casesTimes?: number | undefined;
  readonly readOnly: boolean;
  readonly asOf: string;
  readonly categoryIds: readonly bigint[];
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly session: (name: string) => Session;
  /** Left out where nothing is added. */
  readonly added?: AddedAnimals;
  /** Whether GET /pets/{petId} is served. */
  readonly servesGetPet: () => boolean;
  /** Makes the names of all further animals shorter. */
  readonly shortenNames?: () => void;
}

/** A valid animal, and the answer to its add. */
export interface Twin {
  readonly animal: NewAnimal;
  readonly exchange: Exchange;
}

/** The first animals that were added, whatever became of them. */
interface Tried extends Twin {
  /** If the target took none of them, the reason why the rules are undecided. */
  readonly refusal?: Reason;
}

/** Facts about the target, each determined once in a run. */
export interface Found {
  readonly categories: readonly bigint[];
  readonly acceptsAnyCategory: boolean | undefined;
  readonly twin: Twin | undefined;
  readonly messageTwin: Exchange | undefined;
  readonly fullest: Status | undefined;
  readonly known: boolean;
}

/**
 * How many standard runs' values a run draws, each with the next seed. A quick run sends only the most revealing of
 * them.
 */
const standardRuns: Record<Effort, number> = { quick: 1, standard: 1, thorough: 5 };

export class Setup {
  readonly #options: SetupOptions;
  readonly #once = new Map<string, Promise<unknown>>();
  readonly #added: AddedAnimals;
  readonly credentials: Credentials;
  readonly readOnly: boolean;
  readonly baseUrl: string;
  readonly asOf: string;
  /** What a reader of the report should know. */
  readonly remarks: string[] = [];

  constructor(options: SetupOptions) {
    this.#options = options;
    this.#added = options.added ?? new AddedAnimals();
    this.credentials = options.credentials;
    this.readOnly = options.readOnly;
    this.baseUrl = options.baseUrl;
    this.asOf = options.asOf;
  }

  /** Set if only a limited number of requests is sent: then one long list of so many animals has to be enough. */
  mostAnimals: number | undefined;

  /** Whether GET /pets/{petId} is served. From the day of its removal on it may be gone. */
  get servesGetPet(): boolean {
    return this.#options.servesGetPet();
  }

  get isBrief(): boolean {
    return this.mostAnimals !== undefined;
  }

  /** The outcome of a rule whose evidence needs more animals than there are. */
  get shortOfAnimals(): 'untested' | 'cantTell' {
    return this.readOnly || this.isBrief ? 'untested' : 'cantTell';
  }

  /** This many cases at standard effort; fewer or more at another. */
  runs(standard: number): number {
    const { effort, casesTimes = 1 } = this.#options;
    return Math.max(1, Math.round(standard * standardRuns[effort] * casesTimes));
  }

  /** The number of cases where animals of an earlier run testify, given the number of a standard run. */
  fewerOf(standard: number): number {
    const third = Math.max(1, Math.floor(standard / 3));
    return this.#options.effort === 'quick' ? third : this.runs(standard);
  }

  get seeds(): number {
    return standardRuns[this.#options.effort];
  }

  /** The lists as they were before the kit wrote anything, by filter. A list that is none counts as empty. */
  before(): Promise<ReadonlyMap<Filter, readonly Animal[]>> {
    return this.#remember('before', async () => {
      const session = this.#options.session('the lists before anything was added');
      const lists = await Promise.all(
        filters.map(
          async (status) =>
            [status, listed(await session.list({ limit: maximumLimit, status }))] as const,
        ),
      );
      return new Map(lists);
    });
  }

  /**
   * Whether an earlier run has used the store. The animals that it left are evidence for much that would otherwise
   * need adds.
   */
  async isKnown(): Promise<boolean> {
    const animals = await this.#listedBefore();
    return animals.some((animal) => testimonyOf(animal)?.holds === 'all');
  }

  /** The status that most animals have. Only for this one does the run add enough animals to fill a list. */
  fullest(): Promise<Status> {
    return this.#remember('fullest', async () => this.#extreme((count, most) => count > most));
  }

  /** The status with the fewest animals, whose lists will show new ones longest. */
  #roomiest(): Promise<Status> {
    return this.#remember('roomiest', async () => this.#extreme((count, least) => count < least));
  }

  /** Of equal ones, the first is taken. */
  async #extreme(isMore: (count: number, than: number) => boolean): Promise<Status> {
    const before = await this.before();
    const count = (status: Status): number => before.get(status)?.length ?? 0;
    return statuses.reduce((found, status) =>
      isMore(count(status), count(found)) ? status : found,
    );
  }

  /** Categories that the target accepts: those configured, else one in use that is still taken, else one found by trying. */
  async categories(): Promise<readonly bigint[]> {
    if (this.knowsCategories) {
      // Every add needs a category first, so the lists are read here, before they contain animals of this run, which
      // would be counted twice.
      await this.before();
      return this.#options.categoryIds;
    }
    return [(await this.#taken()).animal.categoryId];
  }

  /** Categories of listed animals: a few that the target certainly knows. */
  async categoriesInUse(): Promise<readonly bigint[]> {
    const animals = await this.#listedBefore();
    return [...new Set(animals.map((animal) => BigInt(animal.categoryId)))].slice(0, mostInUse);
  }

  async #listedBefore(): Promise<readonly Animal[]> {
    return [...(await this.before()).values()].flat();
  }

  /** Whether the user named the categories. */
  get knowsCategories(): boolean {
    return this.#options.categoryIds.length > 0;
  }

  /** Whether the target accepts categories that it cannot know. */
  acceptsAnyCategory(): Promise<boolean> {
    return this.#remember('any category', async () => {
      if (this.knowsCategories) return false;
      const { status } = (await this.#taken()).animal;
      if (await this.#tookAnyCategory()) return true;
      // The other statuses first: then there is an animal of each.
      const others = statuses.filter((one) => one !== status);
      const tried = await Promise.all(
        improbableCategories.map((categoryId, index) =>
          this.#add('any category', {
            name: 'Any',
            categoryId,
            status: others[index % others.length] ?? firstStatus,
          }),
        ),
      );
      return tried.every(isSuccess);
    });
  }

  /** An earlier run has left animals in categories that the target cannot know. */
  async #tookAnyCategory(): Promise<boolean> {
    const listed = [...(await this.before()).values()].flat();
    const taken = listed.filter((animal) => testimonyOf(animal)?.holds === 'all');
    return improbableCategories.every((one) =>
      taken.some(({ categoryId }) => categoryId === String(one)),
    );
  }

  /** An animal to take requests from: one that was just added or, in a read-only run, one that is listed. */
  knownAnimal(): Promise<Animal> {
    return this.#remember('known animal', async () => {
      if (this.readOnly) {
        const [first] = (await this.before()).get(undefined) ?? [];
        return first ?? undecided('read-only, empty store', 'untested');
      }
      const { exchange } = await this.acceptedTwin();
      return animalOf(exchange) ?? undecided('no readable animal');
    });
  }

  /** A plain animal that the target accepted: an invalid animal differs from it in one respect. */
  async acceptedTwin(): Promise<Twin> {
    const twin = await this.#taken();
    if (!isSuccess(twin.exchange))
      undecided({
        what: 'no valid animal accepted',
        values: { status: String(twin.exchange.answer?.status) },
      });
    return twin;
  }

  /** A plain animal, accepted or not: an invalid animal must be refused in either case. */
  async plainTwin(): Promise<Twin> {
    return this.#firstAdd();
  }

  /** Any response but a refusal: the rules judge what else is wrong with it. */
  async #taken(): Promise<Twin> {
    const { refusal, ...twin } = await this.#firstAdd();
    return refusal === undefined ? twin : undecided(refusal);
  }

  /** The first add of all: it shows which category the target takes, too. */
  #firstAdd(): Promise<Tried> {
    return this.#remember('accepted twin', async () => {
      const session = this.#options.session('the accepted twin');
      // The lists are read before they contain animals of this run, which would be counted twice.
      await this.before();
      const status = await this.#roomiest();
      const add = async (categoryId: bigint, withStatus = true): Promise<Twin> => {
        const plain = { name: firstName, categoryId };
        const animal = session.marked(withStatus ? { ...plain, status } : plain);
        return { animal, exchange: await session.add(animal) };
      };
      const [configured] = this.#options.categoryIds;
      if (configured !== undefined) return add(configured);
      // Animals may be in a category that takes no more of them.
      const inUse = await this.categoriesInUse();
      const tried: Twin[] = [];
      for (const category of new Set([...inUse, ...candidates])) {
        const twin = await add(category);
        if (!isRefusal(twin.exchange)) return twin;
        tried.push(twin);
      }
      const [first] = tried as [Twin, ...Twin[]];
      const withoutStatus = await add(first.animal.categoryId, false);
      if (!isRefusal(withoutStatus.exchange)) return withoutStatus;
      // An animal may have been refused for another reason than its category.
      const { animal, exchange } = tried.at(-1) ?? first;
      const answer = `${exchange.answer?.status}: ${exchange.answer?.text.slice(0, 100)}`;
      const plain = { ...first.animal, name: firstName };
      if (isSuccess(await session.add(plain))) {
        const { length } = animal.name;
        const asLong = { ...plain, name: firstName.padEnd(length, 'n') };
        // If it is not the length, other names of the kit would be refused for the same reason.
        const isTooLong = isRefusal(await session.add(asLong));
        if (isTooLong) this.#options.shortenNames?.();
        const shorter = isTooLong ? await add(first.animal.categoryId) : first;
        if (!isRefusal(shorter.exchange)) {
          this.remarks.push(
            `The target refuses names of ${length} characters (${exchange.answer?.status}), such as ${animal.name}, so the animals of this run have shorter ones, without the word ${markWord}; created.json lists them.`,
          );
          return shorter;
        }
        const values = { short: firstName, name: shorter.animal.name, answer };
        return { ...first, refusal: { what: 'names of the kit refused', values } };
      }
      return {
        ...first,
        refusal: {
          what: 'every category refused',
          values: { categories: candidates.join(', '), answer },
        },
      };
    });
  }

  /** The response to a plain message: an invalid message differs from it in one respect. */
  messageTwin(body: object): Promise<Exchange> {
    return this.#remember('message twin', () =>
      this.#options.session('the accepted message').message(body),
    );
  }

  /** One animal of each status at least, so that a filter has something to leave out. */
  oneOfEachStatus(): Promise<void> {
    return this.#remember('one of each status', async () => {
      if (this.readOnly) return;
      const categoryId = await this.category();
      await this.acceptsAnyCategory();
      for (const status of statuses)
        if ((await this.matching(status)) === 0)
          await this.#add('one animal of each status', {
            name: 'Each',
            categoryId,
            status,
          });
    });
  }

  async category(): Promise<bigint> {
    return (await this.categories())[0] ?? undecided('no category');
  }

  /** How many animals of a status to add, so that its lists are as full as they must be. */
  async missing(status: Status): Promise<number> {
    return Math.max(0, (await this.#goal(status)) - (await this.matching(status)));
  }

  async #goal(status: Status): Promise<number> {
    if (this.isBrief) return fewOfEach;
    return status === (await this.fullest()) ? fullList : someOfEach;
  }

  /** How many animals of each status are still missing. */
  async missingOfEach(): Promise<ReadonlyMap<Status, number>> {
    const short = new Map<Status, number>();
    for (const status of statuses) short.set(status, await this.missing(status));
    if (this.mostAnimals === undefined) return short;
    const expected = [...short.values()].reduce((sum, count) => sum + count, 0);
    let others = this.mostAnimals - (await this.matching(undefined)) - expected;
    const fullest = await this.fullest();
    // If one long list has to be enough for everything, the other statuses help to fill it.
    for (const status of [...statuses.filter((one) => one !== fullest), fullest]) {
      const missing = short.get(status) ?? 0;
      const room = someOfEach - (await this.matching(status)) - missing;
      const more = Math.max(0, status === fullest ? others : Math.min(others, room));
      short.set(status, missing + more);
      others -= more;
    }
    return short;
  }

  /** The least number of animals that match the filter: nothing is ever removed. */
  async matching(status: Filter): Promise<number> {
    const before = await this.before();
    const of = (one: Status): number => (before.get(one)?.length ?? 0) + this.accepted(one);
    return status === undefined
      ? Math.max(
          statuses.reduce((sum, one) => sum + of(one), 0),
          before.get(undefined)?.length ?? 0,
        )
      : of(status);
  }

  /** How many animals of a status were added. */
  accepted(status: Status): number {
    return this.#added.count(status);
  }

  firstAdded(): AddedAnimals['first'] {
    return this.#added.first;
  }

  /** The facts that have been found out so far. */
  async found(): Promise<Found> {
    const known = async <T>(name: string): Promise<T | undefined> => {
      const found = this.#once.get(name) as Promise<T> | undefined;
      return found?.catch(() => undefined);
    };
    const tried = await known<Tried>('accepted twin');
    const twin = tried?.refusal === undefined ? tried : undefined;
    return {
      categories: this.knowsCategories
        ? this.#options.categoryIds
        : twin === undefined
          ? []
          : [twin.animal.categoryId],
      acceptsAnyCategory: await known<boolean>('any category'),
      twin,
      messageTwin: await known<Exchange>('message twin'),
      fullest: await known<Status>('fullest'),
      known: this.#once.has('before') && (await this.isKnown().catch(() => false)),
    };
  }

  #add(why: string, animal: NewAnimal): Promise<Exchange> {
    const session = this.#options.session(why);
    return session.add(session.marked(animal));
  }

  #remember<T>(name: string, find: () => Promise<T>): Promise<T> {
    let found = this.#once.get(name);
    if (!found) this.#once.set(name, (found = find()));
    return found as Promise<T>;
  }
}

/** Only the first two pages of a list are kept, because more of it would add nothing. */
function listed(exchange: Exchange): readonly Animal[] {
  return exchange.answer?.status === 200
    ? (animalsIn(exchange.answer.json) ?? []).slice(0, 2 * maximumLimit)
    : [];
}
