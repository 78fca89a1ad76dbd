// A target that stopped answering, on a terminal: what was under way then, and what the candidate printed last.
import type { Outage, Report } from '../../judge/result/report.js';
import { brief, terminal, visibleLines } from '../text/inert.js';
import { furtherSuspects, mostSuspects, outageInWords, suspectsInWords } from '../outages.js';
import { clip, paint, span } from './lines.js';
import {
  type TerminalOptions,
  command,
  labelled,
  markSpan,
  paragraph,
  usableWidth,
} from './pieces.js';

const mostLines = 24;
const fewLines = 8;
/** The frames of a stack trace that are nearest to the error. */
const fewFrames = 3;
/** The most unusual ones stand first. */
const fewSuspects = 3;

/** The last lines that a candidate printed, each behind a bar, so that none can pass for one of ours. */
export function printed(output: string, options: TerminalOptions): string[] {
  const left = ' '.repeat(options.width < 60 ? 4 : 13);
  const all = visibleLines(output).replaceAll('\t', '    ').split('\n');
  const lines = options.verbose ? all.slice(-mostLines) : revealing(all).slice(-fewLines);
  const room = usableWidth(options.width) - left.length - 2;
  return [
    ...labelled('output', [span('the last lines of the candidate', 'dim')], options),
    ...lines.map((line) =>
      paint([span(`${left}│ ${clip(terminal(line), room)}`, 'dim')], options.colour),
    ),
  ];
}

/** Without the frames of the runtime and those farther from the error, which the page shows. */
function revealing(lines: readonly string[]): readonly string[] {
  let frames = 0;
  return lines.filter((line) => {
    const isFrame = /^\s+at /.test(line);
    frames = isFrame ? frames + 1 : 0;
    if (isFrame) return frames <= fewFrames && !/\bnode:internal\/|\(node:/.test(line);
    return !/^[\s^]*$|^Node\.js v\d/.test(line);
  });
}

export function outage(one: Outage, report: Report, options: TerminalOptions): string[] {
  const most = options.verbose ? mostSuspects : fewSuspects;
  const shown = one.suspects.slice(0, most);
  const further = furtherSuspects(one, most);
  return [
    ...paragraph(
      [markSpan('cantTell'), span(`  ${terminal(outageInWords(one, report))}.`)],
      2,
      options,
    ),
    ...paragraph([span(suspectsInWords(one), 'dim')], 4, options),
    ...shown.flatMap(({ request, curl }) =>
      curl === null
        ? paragraph([span(terminal(brief(request, 200)))], 4, options)
        : [command(curl, options)],
    ),
    ...(further === '' ? [] : paragraph([span(further, 'dim')], 4, options)),
    ...(one.output === null ? [] : ['', ...printed(one.output, options)]),
  ];
}
