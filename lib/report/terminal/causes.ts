// What failed, cause by cause: a block for each of the first, with what it broke besides beneath it; the further ones and
// the warnings in a line each.
import type { Report } from '../../judge/result/report.js';
import { alsoCrashedWith, causesOf, failingAmong, titleOf, type CauseEntry } from '../causes.js';
import { brief, cut, terminal } from '../text/inert.js';
import {
  casesOf,
  count,
  headlineOf,
  likeIt,
  type FailureEntry,
  type ReportContext,
} from '../words.js';
import { renderFailure } from './failure.js';
import { clip, columns, span, wrap } from './lines.js';
import {
  type Block,
  type TerminalOptions,
  bold,
  command,
  dim,
  heading,
  labelled,
  line,
  markSpan,
  paragraph,
  usableWidth,
} from './pieces.js';

/** Nobody reads more than this on a terminal; the page shows everything. */
const most = {
  short: { blocks: 3, lines: 10, also: 2 },
  verbose: { blocks: 10, lines: Number.POSITIVE_INFINITY, also: 8 },
};

const limits = ({ verbose }: TerminalOptions): (typeof most)['short'] =>
  verbose ? most.verbose : most.short;

export function causes(report: Report, context: ReportContext, options: TerminalOptions): Block {
  const entries = causesOf(report);
  if (entries.length === 0) return [];
  const numbered = failingAmong(entries);
  // A warning has a line, unless somebody wants to see all.
  const blocks = (options.verbose ? entries : numbered).slice(0, limits(options).blocks);
  const others = entries.filter((entry) => !blocks.includes(entry));
  const further = others.filter((entry) => numbered.includes(entry));
  const warnings = others.filter((entry) => !numbered.includes(entry));
  const place = ({ first }: CauseEntry, at: number): string =>
    [
      ...(numbered.length < 2 || at >= numbered.length
        ? []
        : [`cause ${at + 1} of ${numbered.length}`]),
      ...(options.verbose ? [] : [casesOf(first.failure)]),
    ].join(', ');
  return [
    options.verbose ? heading(titleOf(entries)) : '',
    blocks.map((entry, at) => [causeBlock(entry, place(entry, at), context, options), '']),
    inLines(further, options, 'more cause'),
    inLines(warnings, options, 'more warning'),
  ];
}

/** Where the causes are that have only a line. */
export const inFull = (report: Report, options: TerminalOptions): Block =>
  !options.verbose &&
  failingAmong(causesOf(report)).length > limits(options).blocks &&
  line(dim('Each in full: --verbose'));

/** Shows the causes alone, in a line or two each. */
export const briefCauses = (report: Report): Block =>
  causesOf(report).map((entry) =>
    paragraph(0, markSpan(entry.first.mark), `  ${causeText(entry)}`),
  );

function causeBlock(
  cause: CauseEntry,
  place: string,
  context: ReportContext,
  options: TerminalOptions,
): Block {
  const { first, also, like } = cause;
  const most = limits(options).also;
  const more = also.length - most;
  return [
    renderFailure(first, place, context, options),
    alsoCrashedWith(cause)
      .slice(0, most)
      .map((input, at) => labelled(at === 0 ? 'also with' : '', brief(input, 200))),
    like.map(({ fault, sentence }, at) => [
      labelled(at === 0 ? 'looks like' : 'or like', likeIt(sentence)),
      command(`npx animal-store-conformance reference --fault ${fault}`),
    ]),
    also
      .slice(0, most)
      .map((entry, at) => labelled(at === 0 ? 'also fails' : '', besides(entry, options))),
    more > 0 && labelled('', dim(furtherRules(also.slice(most)))),
  ];
}

/** "and 3 more rules, 1 of them only a warning": every warning that is counted can be found. */
function furtherRules(further: readonly FailureEntry[]): string {
  const warnings = further.filter(({ mark }) => mark === 'warning').length;
  const text = `and ${count(further.length, 'more rule')}`;
  if (warnings === 0) return text;
  if (warnings === further.length) return `and ${count(warnings, 'more warning')}`;
  return `${text}, ${warnings} of them only ${warnings === 1 ? 'a warning' : 'warnings'}`;
}

/** Names the other rules in one line, unless everything is to be shown. */
function besides({ rule: { id }, failure, mark }: FailureEntry, options: TerminalOptions) {
  const cause = terminal(cut(headlineOf(failure), 200));
  const name = mark === 'warning' ? `${id} (warning)` : id;
  const room = usableWidth(options.width) - 13 - columns(name) - 2;
  const isWhole = options.verbose || options.whole === true || room < 20;
  return [bold(name), dim(`  ${isWhole ? cause : clip(cause, room)}`)];
}

/** Each in short, cut to the window: two lines for a failure, and one for a warning. */
function inLines(entries: readonly CauseEntry[], options: TerminalOptions, noun: string): Block {
  const most = limits(options).lines;
  const more = entries.length - most;
  return [
    entries.slice(0, most).map((entry) => inShort(entry, options)),
    more > 0 && paragraph(0, dim(`and ${count(more, noun)}`)),
  ];
}

function inShort(entry: CauseEntry, options: TerminalOptions): Block {
  const mark = markSpan(entry.first.mark);
  const text = causeText(entry);
  if (options.whole) return line(mark, `  ${text}`);
  if (entry.first.mark === 'warning') {
    const room = Math.max(32, options.width) - columns(mark.text) - 2;
    return line(mark, `  ${clip(text, room)}`);
  }
  const width = usableWidth(options.width) - 2;
  // Both lines have some space left, because no word is split.
  const twoLines = clip(text, 2 * width - columns(mark.text) - 10);
  return wrap([mark, span(`  ${twoLines}`)], width).map((row, at) =>
    line(at === 0 ? '' : '  ', ...row),
  );
}

/** "add-animal.missing-name: `POST /pets` with no `name` returned 201; expected 400. (and 1 more rule)" */
function causeText({ first, also }: CauseEntry): string {
  const besides = also.length === 0 ? '' : ` (${furtherRules(also)})`;
  return terminal(`${first.rule.id}: ${cut(headlineOf(first.failure), 400)}${besides}`);
}
