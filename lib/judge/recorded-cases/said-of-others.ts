// A report may say that others change or remove animals, which then excuses what looks like a breach. Nothing in a file
// proves that somebody did; but the recorded responses can contradict it.
import { statuses, type Status } from '../../contract/facts.js';
import { operations } from '../../contract/operations.js';
import { type Animal, animalsIn } from '../../contract/values/animals.js';
import type { Exchange } from '../../http/types.js';
import { remarkedOn } from '../health/store/changes-by-others.js';
import { Shown } from '../health/store/shown.js';
import { queryOf, suspicionOf, type Suspicion } from '../health/store/suspicions.js';
import type { Report } from '../result/report.js';
import type { Breach } from '../result/signals.js';
import { animalOf, answerOf, isSuccess } from '../rules/expect.js';
import { answeredIn } from './cassette.js';

/** An animal as a response shows it. */
interface Showing extends Animal, Pick<Exchange, 'startedAt' | 'durationMs'> {
  readonly by: 'add' | 'get' | 'list' | 'list of a status';
}

export class SaidOfOthers {
  readonly #report: Report;
  readonly #said: ReturnType<typeof remarkedOn>;
  readonly #shown = new Shown();
  readonly #showings: Showing[] = [];
  /** The animals as they were added. */
  readonly #added: Showing[] = [];
  #isRead = false;

  constructor(report: Report) {
    this.#report = report;
    this.#said = remarkedOn(report.run.warnings);
  }

  /** Whether others may have caused it, by what the report says and all that it holds. */
  mayExplain(breach: Breach): boolean {
    if (!this.#said.changes && !this.#said.removals) return false;
    const suspicion = suspicionOf(breach);
    if (suspicion === undefined) return false;
    const mayBeChanged = this.#said.changes && suspicion.from !== undefined;
    const mayBeGone = this.#said.removals && suspicion.isOfMissing;
    if (!mayBeChanged && !mayBeGone) return false;
    this.#read();
    return this.#isStored(suspicion) && !this.#isShownLater(suspicion);
  }

  #read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    const startedAt = Date.parse(this.#report.run.startedAt);
    for (const sample of this.#report.samples) {
      if (sample.response === null) continue;
      const exchange = answeredIn(sample);
      if (!isSuccess(exchange)) continue;
      const at = { startedAt: startedAt + sample.startedMs, durationMs: sample.durationMs };
      for (const animal of addedIn(exchange)) this.#added.push({ ...animal, ...at, by: 'add' });
      for (const animal of shownIn(exchange)) {
        this.#shown.note(animal, at);
        this.#showings.push({ ...animal, ...at, by: kindOf(exchange) });
      }
    }
  }

  /**
   * The animal was shown as it was added, or another one was: a report holds few of the responses, and others may have
   * changed most animals before those.
   */
  #isStored({ id, from }: Suspicion): boolean {
    if (id !== undefined && this.#shown.at(id, from) !== undefined) return true;
    return this.#addedAs(from).some((one) => this.#shown.at(one.id, from) !== undefined);
  }

  /** A later response shows the animal as it was, or most of those that the list lacks. */
  #isShownLater(suspicion: Suspicion): boolean {
    const { id, from, exchange } = suspicion;
    const endedAt = exchange.startedAt + exchange.durationMs;
    const later = new Set(
      this.#showings.flatMap((one) =>
        one.startedAt > endedAt && (from === undefined || one.status === from) ? [one.id] : [],
      ),
    );
    if (id !== undefined) return later.has(id) && !this.#isShownBackAgain(id, from);
    const inList = new Set(shownIn(exchange).map((one) => one.id));
    const before = this.#addedAs(from).filter(
      (one) => one.startedAt + one.durationMs <= exchange.startedAt && !inList.has(one.id),
    );
    const missing = new Set([...this.#shown.missingIn(suspicion), ...before.map((one) => one.id)]);
    return 2 * [...missing].filter((one) => later.has(one)).length > missing.size;
  }

  /**
   * Two kinds of reads show the animal with the same other status, and one of them with its first status too: whoever
   * gave it the other one may have given it back.
   */
  #isShownBackAgain(id: string, from: Status | undefined): boolean {
    if (from === undefined) return false;
    const showings = this.#showings.filter((one) => one.id === id);
    const kindsThatShow = (status: Status | undefined): ReadonlySet<Showing['by']> =>
      new Set(showings.flatMap((one) => (one.status === status ? [one.by] : [])));
    const first = kindsThatShow(from);
    return statuses.some((status) => {
      const kinds = status === from ? [] : [...kindsThatShow(status)];
      return kinds.length > 1 && kinds.some((kind) => first.has(kind));
    });
  }

  #addedAs(status: Status | undefined): readonly Showing[] {
    return this.#added.filter((one) => status === undefined || one.status === status);
  }
}

const addedIn = (exchange: Exchange): readonly Animal[] =>
  exchange.ask.operation === operations.createPet.id ? [animalOf(exchange) ?? []].flat() : [];

function kindOf({ ask }: Exchange): Showing['by'] {
  if (ask.operation !== operations.listPets.id) return 'get';
  return queryOf(ask).has('status') ? 'list of a status' : 'list';
}

function shownIn(exchange: Exchange): readonly Animal[] {
  if (exchange.ask.operation === operations.getPet.id) return [animalOf(exchange) ?? []].flat();
  return exchange.ask.operation === operations.listPets.id
    ? (animalsIn(answerOf(exchange).json) ?? [])
    : [];
}
