// A run in progress: a promise of its report that can also be iterated for the events until then.
import type { Report, RuleResult } from '../judge/result/report.js';

export type RunEvent =
  /** The activity before the rules begin: "waiting for http://127.0.0.1:8080/v1". */
  | { readonly type: 'phase'; readonly what: string }
  /** These variables were taken from .env. */
  | { readonly type: 'dotenv'; readonly variables: readonly string[] }
  /** How many rules and observations the run will decide. */
  | { readonly type: 'started'; readonly rules: number }
  /** New animals do not appear in lists or gets: once in a run, they are waited for so long. */
  | { readonly type: 'waiting'; readonly where: 'lists' | 'gets'; readonly mostMs: number }
  /** A rule is decided. Also says how many of all are, and how many requests were sent so far. */
  | {
      readonly type: 'rule';
      readonly result: RuleResult;
      readonly done: number;
      readonly of: number;
      readonly exchanges: number;
    }
  /** The reports lie in this folder. */
  | { readonly type: 'written'; readonly folder: string }
  | { readonly type: 'finished'; readonly report: Report };

/** Awaited, it is the report. Iterated, it yields every event from the first on, and ends with the run. */
export interface Running<Event> extends Promise<Report>, AsyncIterable<Event> {}

/** All events are kept for listeners that come late, because there are few: about one for each rule. */
export function running<Event>(
  work: (emit: (event: Event) => void) => Promise<Report>,
): Running<Event> {
  const events: Event[] = [];
  let wake: () => void = () => undefined;
  let news = new Promise<void>((resolve) => (wake = resolve));
  let isOver = false;
  const heard = (): void => {
    wake();
    news = new Promise((resolve) => (wake = resolve));
  };
  const report = work((event) => {
    events.push(event);
    heard();
  }).finally(() => {
    isOver = true;
    heard();
  });
  async function* follow(): AsyncGenerator<Event, void> {
    // The failure is thrown below, to the caller who iterates.
    report.catch(() => undefined);
    for (let at = 0; ; at += 1) {
      while (at >= events.length && !isOver) await news;
      if (at >= events.length) break;
      yield events[at] as Event;
    }
    await report;
  }
  return Object.assign(report, { [Symbol.asyncIterator]: follow });
}
