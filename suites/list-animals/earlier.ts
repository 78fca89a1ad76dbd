// What later runs learn from the animals that earlier runs of the kit left behind, whose names attest what was sent. An
// animal that somebody has since changed, renamed or removed breaks no rule.
import { maximumLimit, statuses } from '../../lib/contract/facts.js';
import type { Animal } from '../../lib/contract/values/animals.js';
import {
  categoryBeforeDouble,
  holdsWithStatus,
  testimonyOf,
  type Testimony,
} from '../../lib/contract/values/values.js';
import {
  animalOf,
  animalsOf,
  experiment,
  filters,
  type Exchange,
  type Filter,
  type Session,
} from '../../lib/judge/rules/index.js';
import type { Seen } from '../animals.js';
import { mayBeOnNextPage } from '../animals.js';
import { isFull } from './lists.js';

/** An animal that is missing from a list although other responses show it. */
interface Missing {
  readonly id: string;
  readonly status: Filter;
  /** The list from which it is missing. */
  readonly list: Exchange;
}

export interface Earlier extends Seen {
  readonly lists: readonly Exchange[];
  /** How many animals of earlier runs the lists show. */
  readonly testifying: number;
  readonly missing: readonly Missing[];
}

interface Testified {
  readonly animal: Animal;
  readonly testimony: Testimony;
}

/** The four lists by their filters, all read at about the same time. */
type Lists = ReadonlyMap<Filter, Exchange>;

export const earlierAnimals = experiment({
  name: 'animals of earlier runs, in every list',
  stage: 'untouched',
  cases: () => ['every list'],
  send: async (_, session): Promise<Earlier> => {
    let lists: readonly Lists[] = [];
    let missing: readonly Missing[] = [];
    const look = async (): Promise<boolean | undefined> => {
      // Reads the lists twice in a row: a change by others in between shows in only one of the two.
      lists = [await everyList(session), await everyList(session)];
      missing = missingIn(lists);
      return missing.length === 0 || undefined;
    };
    await session.eventually('lists', look);
    if (missing.length === 0) missing = await vanished(lists, session);
    const all = lists.flatMap((each) => [...each.values()]);
    return { lists: all, testifying: testifiedIn(all.at(-1)).length, missing };
  },
});

const everyList = async (session: Session): Promise<Lists> =>
  new Map(
    await Promise.all(
      filters.map(
        async (status) => [status, await session.list({ limit: maximumLimit, status })] as const,
      ),
    ),
  );

const testifiedIn = (list: Exchange | undefined): readonly Testified[] =>
  (list === undefined ? [] : animalsOf(list)).flatMap((animal) => {
    const testimony = testimonyOf(animal);
    return testimony?.holds === 'all' ? [{ animal, testimony }] : [];
  });

const shows = (list: Exchange | undefined, id: string): boolean =>
  list !== undefined && animalsOf(list).some((animal) => animal.id === id);

/** Animals that one list shows both times and another shows neither time, although it should and is not full. */
function missingIn(lists: readonly Lists[]): readonly Missing[] {
  const [latest = new Map<Filter, Exchange>()] = lists.slice(-1);
  const inEvery = (status: Filter, id: string): boolean =>
    lists.every((each) => shows(each.get(status), id));
  const inNone = (status: Filter, id: string): boolean =>
    lists.every((each) => !shows(each.get(status), id));
  const whole = latest.get(undefined);
  return statuses.flatMap((status) => {
    const filtered = latest.get(status);
    if (!whole || !filtered) return [];
    const lacking = (from: Exchange, shown: Filter, list: Exchange, hidden: Filter) =>
      isFull(list)
        ? []
        : testifiedIn(from)
            .filter(({ animal }) => animal.status === status)
            .filter(({ animal: { id } }) => inEvery(shown, id) && inNone(hidden, id))
            .filter(({ animal: { id } }) => !mayBeOnNextPage(id, from, list))
            .map(({ animal: { id } }): Missing => ({ id, status: hidden, list }));
    return [
      ...lacking(filtered, status, whole, undefined),
      ...lacking(whole, undefined, filtered, status),
    ];
  });
}

/** At most this many identifiers are asked for. */
const mostGuesses = 10;

/** Animals of an earlier run that still exist, were added between two listed ones, and are in no list. */
async function vanished(lists: readonly Lists[], session: Session): Promise<readonly Missing[]> {
  const whole = lists.at(-1)?.get(undefined);
  if (!whole || isFull(whole)) return [];
  const ids = gapsIn(testifiedIn(whole)).slice(0, mostGuesses);
  const fetched = await Promise.all(ids.map((id) => session.get(id, { validity: 'open' })));
  return fetched.flatMap((exchange) => {
    const animal = animalOf(exchange);
    const isOurs = animal !== undefined && testimonyOf(animal)?.holds === 'all';
    return isOurs && !shows(whole, animal.id)
      ? [{ id: animal.id, status: undefined, list: whole }]
      : [];
  });
}

const caseOf = ({ testimony }: Pick<Testified, 'testimony'>): string =>
  testimony.run + testimony.case;
const byText = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** Returns the identifiers between two listed animals of a run, if identifiers are sequential: the run has added these too. */
function gapsIn(testified: readonly Testified[]): readonly string[] {
  const inOrder = testified.toSorted(
    (one, other) =>
      byText(caseOf(one), caseOf(other)) || one.testimony.number - other.testimony.number,
  );
  return inOrder.flatMap(({ animal, testimony }, index) => {
    const next = inOrder[index + 1];
    if (next === undefined || caseOf(next) !== caseOf({ testimony })) return [];
    const numbers = next.testimony.number - testimony.number - 1;
    const [from, to] = [BigInt(animal.id) + 1n, BigInt(next.animal.id)];
    const count = to - from;
    return count > 0n && count <= BigInt(Math.min(numbers, mostGuesses))
      ? Array.from({ length: Number(count) }, (_, at) => String(from + BigInt(at)))
      : [];
  });
}

/** No person moves an animal into a category this large, so software must have altered it. */
const beyondPeople = 2n ** 31n;

/** An animal whose category was altered, with the one that it was sent with, if that is still known. */
interface Altered {
  readonly sent: string | undefined;
}

/**
 * What the lists show about an animal of an earlier run. It is kept as it was sent, or altered, or unknown because
 * people may have renamed it, sold it or moved it to another category.
 */
export function earlierFate(animal: Animal): 'kept' | Altered | 'unknown' {
  const holds = testimonyOf(animal)?.holds;
  if (holds === 'all') return 'kept';
  const category = BigInt(animal.categoryId);
  const isLarge = category >= beyondPeople || category < -beyondPeople;
  return holds === 'name' && isLarge && !holdsWithStatus(animal, statuses)
    ? { sent: categoryBeforeDouble(animal) }
    : 'unknown';
}
