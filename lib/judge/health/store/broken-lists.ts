// Lists that fail from some moment on: an animal that a service has stored, but cannot write, breaks every list that holds
// it. The list then shows the damage, not its cause, so the request before it is remembered.
import { creates } from '../../../contract/operations.js';
import type { Exchange } from '../../../http/types.js';

/** After this many successful lists, the failure of all later ones is no coincidence. */
const fewest = 3;
/** Requests meet on their way: one sent so shortly before the last good list, or after the first broken one, may be to blame. */
const near = 24;
const longestBody = 120;

/** The outcome of lists with the same parameters, by the numbers of their exchanges. */
interface ListHistory {
  lastGood: number;
  readonly broken: Exchange[];
}

export class BrokenLists {
  readonly #histories = new Map<string, ListHistory>();
  readonly #suspects: Exchange[] = [];

  /** Notes every exchange of the run. */
  note(exchange: Exchange): void {
    const { ask, answer, number } = exchange;
    const isBroken = answer !== undefined && answer.status >= 500;
    if (creates(ask.operation) === 'animal' && isBroken) this.#suspects.push(exchange);
    if (ask.operation !== 'listPets' || ask.validity !== 'valid') return;
    // Lists with few animals, or with another status, may not contain the broken one, so each path is counted by
    // itself.
    const history = this.#histories.get(ask.path) ?? { lastGood: 0, broken: [] };
    this.#histories.set(ask.path, history);
    if (isBroken) history.broken.push(exchange);
    else if (answer?.status === 200) history.lastGood = Math.max(history.lastGood, number);
  }

  get remarks(): readonly string[] {
    const broken = [...this.#histories.values()].flatMap(({ lastGood, broken: all }) => {
      const since = all.filter(({ number }) => number > lastGood);
      return lastGood > 0 && since.length > 0 ? [{ lastGood, since }] : [];
    });
    const all = broken.flatMap(({ since }) => since);
    if (all.length < fewest) return [];
    const latestGood = Math.max(...broken.map(({ lastGood }) => lastGood));
    const first = all.reduce((one, other) => (other.number < one.number ? other : one));
    const isInTime = ({ number }: Exchange): boolean =>
      number >= Math.min(latestGood, first.number) - near && number <= first.number + near;
    const [suspect, another] = this.#suspects.filter(isInTime);
    if (suspect === undefined || another !== undefined) return [];
    const { ask, answer } = suspect;
    const body = typeof ask.body === 'string' ? ` ${ask.body.slice(0, longestBody)}` : '';
    return [
      `Lists have returned ${first.answer?.status} since ${ask.method} ${ask.path}${body} returned ${answer?.status}: the service seems to have stored an animal that it cannot list. Begin with this request.`,
    ];
  }
}
