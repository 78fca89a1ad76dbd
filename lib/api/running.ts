// A run in progress: a promise of its report that can also be iterated for the events until then.
import type { Report } from '../judge/result/report.js';

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
