// A cache may return the list that it has while it reads the list anew for the next request. Such a list is late and
// lacks nothing, so it is asked for once more, and the second response is judged.
import { defaultLimit, statuses, type Status } from '../../../contract/facts.js';
import type { Ask, Exchange } from '../../../http/types.js';
import { isList, queryOf } from './suspicions.js';

/** So often, at one path and at all of them, a list is asked for again that is no longer then. */
const mostInVain = { ofPath: 3, ofAll: 40 };

/** Once, the other list may show what two animals added just then, of which one was not known to be there yet. */
const fewestRemarkable = 2;

interface Known {
  readonly length: number;
  /** How many animals that the list may show had been added when it was asked for. */
  readonly added: number;
}

/** What is known of a list when it is asked for. */
interface BeforeList {
  readonly last: readonly (Known | undefined)[];
  readonly added: number;
  readonly limit: number;
}

export class StaleLists {
  readonly #added: { count(of?: Status): number };
  /** The last list by each of its names. */
  readonly #known = new Map<string, Known>();
  /** How often a path was asked for again in vain, as where animals are late or are missing. */
  readonly #inVain = new Map<string, number>();
  #allInVain = 0;
  /** The paths of lists that were older than the next one. */
  readonly #older: string[] = [];

  constructor(added: { count(of?: Status): number }) {
    this.#added = added;
  }

  /** Must be called before a request is sent; returns nothing for one of no plain list. */
  before(ask: Ask): BeforeList | undefined {
    const filter = filterOf(ask);
    if (filter === undefined) return undefined;
    const { limit, status } = filter;
    const last = namesOf(ask).map((name) => this.#known.get(name));
    return { last, added: this.#added.count(status), limit };
  }

  /** Whether the list has room, and is as long as it was before a matching animal was added. */
  suspects({ ask, answer }: Exchange, before: BeforeList | undefined): boolean {
    const length = lengthOf(answer);
    if (before === undefined || length === undefined) return false;
    const { last, added, limit } = before;
    const isAsBefore = last.some((one) => one?.length === length && added > one.added);
    if (isAsBefore && length < limit && this.#mayChange(ask.path)) return true;
    this.#know(ask, { length, added });
    return false;
  }

  /** Notes what the list was when it was asked for again. */
  askedAgain(stale: Exchange, { ask, answer }: Exchange, added: number): void {
    const length = lengthOf(answer);
    if (length === undefined) return;
    if (length === lengthOf(stale.answer)) {
      this.#inVain.set(ask.path, this.#inVainAt(ask.path) + 1);
      this.#allInVain += 1;
    } else this.#older.push(ask.path);
    this.#know(ask, { length, added });
  }

  #know(ask: Ask, known: Known): void {
    for (const name of namesOf(ask)) this.#known.set(name, known);
  }

  #mayChange(path: string): boolean {
    return this.#inVainAt(path) < mostInVain.ofPath && this.#allInVain < mostInVain.ofAll;
  }

  #inVainAt(path: string): number {
    return this.#inVain.get(path) ?? 0;
  }

  get remarks(): readonly string[] {
    return this.#older.length < fewestRemarkable
      ? []
      : [
          `Lists may be cached: GET ${this.#older[0]} returned an older list, and a newer one when it was sent again. Such a list was not judged.`,
        ];
  }
}

interface Filter {
  readonly limit: number;
  readonly status: Status | undefined;
}

function filterOf(ask: Ask): Filter | undefined {
  if (!isList(ask) || ask.validity === 'invalid') return undefined;
  const query = queryOf(ask);
  const filter = query.get('status');
  const status = statuses.find((one) => one === filter);
  const limit = Number(query.get('limit') ?? defaultLimit);
  return filter === null || status !== undefined ? { limit, status } : undefined;
}

/** A cache may know a list by its path, by its parameters as they were sent, or by what they mean. */
function namesOf(ask: Ask): readonly string[] {
  const query = queryOf(ask);
  const { limit, status } = filterOf(ask) ?? {};
  return [ask.path, `${query.get('limit')} ${query.get('status')}`, `at most ${limit} ${status}`];
}

const lengthOf = (answer: Exchange['answer']): number | undefined =>
  answer?.status === 200 && answer.json.ok && Array.isArray(answer.json.value)
    ? answer.json.value.length
    : undefined;
