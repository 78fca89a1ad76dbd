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

/** The lines that stay, and the one below them that is drawn over and over. */
class Lines {
  readonly #options: Pick<ProgressOptions, 'output' | 'environment' | 'style'>;
  /** What is said once, though the run may begin anew. */
  readonly #said = new Set<string>();
  #isDrawn = false;
  #drawnAt = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  get width(): number {
    return widthOf(this.#options.output, this.#options.environment);
  }

  get isDue(): boolean {
    return performance.now() - this.#drawnAt >= redrawMs;
  }

  print(line: string): void {
    this.clear();
    this.#options.output.write(`${line}\n`);
  }

  /** Prints the line unless it, or `what`, was said before. */
  printOnce(line: string, what = line): void {
    if (this.#options.style === 'none' || this.#said.has(what)) return;
    this.#said.add(what);
    this.print(line);
  }

  draw(line: string): void {
    this.#drawnAt = performance.now();
    this.#options.output.write(`\r\u001b[2K${line}`);
    this.#isDrawn = true;
  }

  clear(): void {
    if (this.#isDrawn) this.#options.output.write('\r\u001b[2K');
    this.#isDrawn = false;
  }
}

/** Says once that the target throttles the run. */
function throttling(lines: Lines, maySendFewerKeys: boolean): (exchange: Exchange) => void {
  let all = 0;
  let ofWrongKeys = 0;
  const fewer = maySendFewerKeys ? ': --wrong-keys few sends fewer of them' : '';
  return ({ ask, resent, lost = 0 }) => {
    if (resent <= lost) return;
    all += 1;
    if (hasWrongKey(ask)) ofWrongKeys += 1;
    if (ofWrongKeys === manyThrottled.ofWrongKeys && ofWrongKeys > all / 2)
      lines.printOnce(`The target throttles requests with wrong keys${fewer}`);
    else if (all === manyThrottled.all && ofWrongKeys < manyThrottled.ofWrongKeys)
      lines.printOnce('The target asks to slow down, so the run takes longer');
  };
}

const inWords = ({ where, mostMs }: Extract<RunEvent, { type: 'waiting' }>): string => {
  const what = where === 'lists' ? 'appear in lists' : 'be returned by GET /pets/{petId}';
  return `Waiting up to ${Math.ceil(mostMs / 1000)} s for new animals to ${what}`;
};

export function showProgress(options: ProgressOptions): Progress {
  const { output, style, strict, environment } = options;
  const isLive = style === 'live';
  const isPlain = style === 'plain';
  const colour = wantsColour(output, environment);
  const lines = new Lines(options);
  const noteThrottled = throttling(lines, options.maySendFewerKeys === true);
  const suites = suitesOf(options.ids);
  /** How many rules of each suite are done. */
  const seen = new Map<string, number>();
  let done = 0;
  let total = 0;
  /** Requests are counted as they are sent, or at the latest when they have been answered. */
  let exchanges = 0;
  let answered = 0;
  let phase = '';
  let isOver = false;

  const unfinished = (): string[] =>
    [...suites]
      .filter(([suite, rules]) => (seen.get(suite) ?? 0) < rules)
      .map(([suite]) => suite)
      .slice(0, 2);
  const stateLine = (): string =>
    renderProgress(
      {
        done,
        total,
        exchanges,
        expected: options.expected,
        // In a log, the same names would stand in every line.
        running: isPlain ? [] : unfinished(),
      },
      { width: lines.width, inLog: isPlain },
    );
  const draw = (): void =>
    lines.draw(total === 0 ? phase.slice(0, Math.max(20, lines.width - 1)) : stateLine());
  const redraw = (): void => {
    if (!isOver && isLive && lines.isDue) draw();
  };
  const printState = (): void => {
    if (total > 0 && !isOver) lines.print(`  ${stateLine()}`);
  };
  const ticker = isLive
    ? setInterval(redraw, 250)
    : isPlain
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
    seen.set(suite, (seen.get(suite) ?? 0) + 1);
    if (options.showsFailures === false || result.outcome !== 'failed') return;
    const mark = markOf(result, { run: { strict } });
    lines.printOnce(renderRuleLine(result, { colour, width: lines.width, mark }), result.id);
  };

  return {
    listeners: {
      onPhase(said) {
        if (isOver) return;
        const what = oneLine(said);
        // A candidate that is started several times, to find out what crashes it, says so once.
        if (isPlain && what !== phase) lines.print(what);
        phase = what;
        if (isLive) draw();
      },
      onEvent(event) {
        if (isOver) return;
        if (event.type === 'started') begin(event.rules);
        else if (event.type === 'waiting') lines.printOnce(inWords(event));
        else {
          const isFirst = done === 0;
          done = event.done;
          exchanges = Math.max(exchanges, event.exchanges);
          ruleDone(event.result);
          if (isFirst && isPlain) printState();
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
    note: (line) => lines.print(line),
    interrupt(line) {
      lines.print(line);
      isOver = true;
    },
    end() {
      clearInterval(ticker);
      lines.clear();
    },
  };
}
