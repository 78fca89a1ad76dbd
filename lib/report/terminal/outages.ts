// A target that stopped answering, on a terminal: what was under way then, and what the candidate printed last.
import type { Outage, Report } from '../../judge/result/report.js';
import { brief, terminal, visibleLines } from '../text/inert.js';
import { furtherSuspects, mostSuspects, outageInWords, suspectsInWords } from '../outages.js';
import { clip } from './lines.js';
import {
  type Block,
  type TerminalOptions,
  command,
  dim,
  labelled,
  line,
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
export function printed(output: string, options: TerminalOptions): Block {
  const left = ' '.repeat(options.width < 60 ? 4 : 13);
  const all = visibleLines(output).replaceAll('\t', '    ').split('\n');
  const lines = options.verbose ? all.slice(-mostLines) : revealing(all).slice(-fewLines);
  const room = usableWidth(options.width) - left.length - 2;
  return [
    labelled('output', dim('the last lines of the candidate')),
    lines.map((text) => line(dim(`${left}│ ${clip(terminal(text), room)}`))),
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

export function outage(one: Outage, report: Report, options: TerminalOptions): Block {
  const most = options.verbose ? mostSuspects : fewSuspects;
  const further = furtherSuspects(one, most);
  return [
    paragraph(2, markSpan('cantTell'), `  ${outageInWords(one, report)}.`),
    paragraph(4, dim(suspectsInWords(one))),
    one.suspects
      .slice(0, most)
      .map(({ request, curl }) =>
        curl === null ? paragraph(4, brief(request, 200)) : command(curl),
      ),
    further !== '' && paragraph(4, dim(further)),
    one.output !== null && ['', printed(one.output, options)],
  ];
}
