// The progress of a run: a line for each rule that fails, and how far the run is. On a terminal that line is overwritten; in
// a pipeline it appears at the first result and every few seconds, so that nobody takes a long run for a dead one.
// Listens to the run and decides nothing.
import type { RunEvent } from '../../judge/run/options.js';
import type { RuleResult } from '../../judge/result/report.js';
import { hasWrongKey } from '../../http/target.js';
import type { Exchange } from '../../http/types.js';
import { renderProgress, renderRuleLine } from '../../report/terminal/terminal.js';
import { markOf } from '../../report/words.js';
import type { Environment } from '../../api/environment.js';
import { oneLine } from '../../api/errors.js';
import type { Output } from '../io.js';
import { wantsColour, widthOf } from './appearance.js';

interface Progress {
  /** What the run calls as it goes on. */
  readonly listeners: {
    onPhase(what: string): void;
    onEvent(event: RunEvent): void;
    onExchange(exchange: Exchange): void;
  };
  /** Prints a line of its own above the live one. */
  note(line: string): void;
  /** Called when the run is about to end, after which there is no more progress. */
  interrupt(line: string): void;
  end(): void;
}

type ProgressStyle = 'live' | 'plain' | 'none';

export function progressStyle(
  output: Output,
  environment: Environment,
  wants: { readonly json: boolean; readonly quiet: boolean },
): ProgressStyle {
  if (wants.quiet) return 'none';
  if (output.isTTY && environment['TERM'] !== 'dumb') return 'live';
  return wants.json ? 'none' : 'plain';
}

interface ProgressOptions {
  readonly output: Output;
  readonly environment: Environment;
  readonly style: ProgressStyle;
  readonly strict: boolean;
  /** The ids of the rules that run, to tell when a suite is complete. */
  readonly ids: readonly string[];
  /** About how many requests the run will send. */
  readonly expected?: number | undefined;
  /** Whether the user may choose to send fewer wrong keys. */
  readonly maySendFewerKeys?: boolean | undefined;
  /** False where failures are not shown as they are found. */
  readonly showsFailures?: boolean | undefined;
}

/** How many of these rules each suite has. */
function suitesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const suite = id.slice(0, id.indexOf('.'));
    counts.set(suite, (counts.get(suite) ?? 0) + 1);
  }
  return counts;
}

const redrawMs = 80;
const signOfLifeMs = 10_000;
/** So many throttled requests make a run noticeably longer; after few with wrong keys, all others wait for long. */
const manyThrottled = { all: 20, ofWrongKeys: 5 };

export function showProgress(options: ProgressOptions): Progress {
  const { output, style, strict } = options;
  const { environment } = options;
  const colour = wantsColour(output, environment);
  const suites = suitesOf(options.ids);
  const seen = new Map<string, RuleResult[]>();
  /** The rules that were said to fail, and waits, which are said once, though the run may begin anew. */
  const printed = new Set<string>();
  let done = 0;
  let total = 0;
  /** Requests are counted as they are sent, or at the latest when they have been answered. */
  let exchanges = 0;
  let answered = 0;
  const throttled = { all: 0, ofWrongKeys: 0 };
  let phase = '';
  let drawn = false;
  let isOver = false;
  let last = 0;

  const clear = (): void => {
    if (drawn) output.write('\r\u001b[2K');
    drawn = false;
  };
  const draw = (): void => {
    last = performance.now();
    const line =
      total === 0 ? phase.slice(0, Math.max(20, widthOf(output, environment) - 1)) : stateLine();
    output.write(`\r\u001b[2K${line}`);
    drawn = true;
  };
  const stateLine = (): string =>
    renderProgress(
      {
        done,
        total,
        exchanges,
        expected: options.expected,
        // In a log, the same names would stand in every line.
        running: style === 'plain' ? [] : unfinished(),
      },
      { width: widthOf(output, environment), inLog: style === 'plain' },
    );
  const redraw = (): void => {
    if (!isOver && style === 'live' && performance.now() - last >= redrawMs) draw();
  };
  const print = (line: string): void => {
    clear();
    output.write(`${line}\n`);
  };
  const unfinished = (): string[] =>
    [...suites]
      .filter(([suite, rules]) => (seen.get(suite)?.length ?? 0) < rules)
      .map(([suite]) => suite)
      .slice(0, 2);
  const printState = (): void => {
    if (total > 0 && !isOver) print(`  ${stateLine()}`);
  };
  const ticker =
    style === 'live'
      ? setInterval(redraw, 250)
      : style === 'plain'
        ? setInterval(printState, signOfLifeMs)
        : undefined;
  ticker?.unref();

  /** Counts from the beginning again if the run begins anew. */
  const begin = (rules: number): void => {
    total = rules;
    done = 0;
    phase = '';
    seen.clear();
  };

  const ruleDone = (result: RuleResult): void => {
    const suite = result.id.slice(0, result.id.indexOf('.'));
    const results = seen.get(suite) ?? [];
    results.push(result);
    seen.set(suite, results);
    const isShown = style !== 'none' && options.showsFailures !== false;
    if (isShown && result.outcome === 'failed' && !printed.has(result.id)) {
      printed.add(result.id);
      print(
        renderRuleLine(result, {
          colour,
          width: widthOf(output, environment),
          mark: markOf(result, { run: { strict } }),
        }),
      );
    }
  };

  const sayOnce = (line: string): void => {
    if (style === 'none' || printed.has(line)) return;
    printed.add(line);
    print(line);
  };
  const sayWait = ({ where, mostMs }: Extract<RunEvent, { type: 'waiting' }>): void => {
    const what = where === 'lists' ? 'appear in lists' : 'be returned by GET /pets/{petId}';
    sayOnce(`Waiting up to ${Math.ceil(mostMs / 1000)} s for new animals to ${what}`);
  };

  const noteThrottled = ({ ask, resent, lost = 0 }: Exchange): void => {
    if (resent <= lost) return;
    throttled.all += 1;
    if (hasWrongKey(ask)) throttled.ofWrongKeys += 1;
    const { all, ofWrongKeys } = throttled;
    const fewer = options.maySendFewerKeys ? ': --wrong-keys few sends fewer of them' : '';
    if (ofWrongKeys === manyThrottled.ofWrongKeys && ofWrongKeys > all / 2)
      sayOnce(`The target throttles requests with wrong keys${fewer}`);
    else if (all === manyThrottled.all && ofWrongKeys < manyThrottled.ofWrongKeys)
      sayOnce('The target asks to slow down, so the run takes longer');
  };

  return {
    listeners: {
      onPhase(said) {
        if (isOver) return;
        const what = oneLine(said);
        // A candidate that is started several times, to find out what crashes it, says so once.
        if (style === 'plain' && what !== phase) print(what);
        phase = what;
        if (style === 'live') draw();
      },
      onEvent(event) {
        if (isOver) return;
        if (event.type === 'started') begin(event.rules);
        else if (event.type === 'waiting') sayWait(event);
        else {
          const isFirst = done === 0;
          done = event.done;
          exchanges = Math.max(exchanges, event.exchanges);
          ruleDone(event.result);
          if (isFirst && style === 'plain') printState();
        }
        redraw();
      },
      onExchange(exchange) {
        answered += 1;
        exchanges = Math.max(exchanges, answered);
        noteThrottled(exchange);
        redraw();
      },
    },
    note: print,
    interrupt(line) {
      print(line);
      isOver = true;
    },
    end() {
      clearInterval(ticker);
      clear();
    },
  };
}
