// What failed, cause by cause: a block for each of the first, with all that it broke besides beneath it; the further ones
// in a line each.
import type { Report } from '../../judge/result/report.js';
import { alsoCrashedWith, causesOf, titleOf, type CauseEntry } from '../causes.js';
import { brief, cut, cutNumbers, terminal } from '../inert.js';
import { count, type FailureEntry, type ReportContext } from '../words.js';
import { renderFailure } from './failure.js';
import { span } from './lines.js';
import { heading, labelled, markSpan, paragraph, type TerminalOptions } from './words.js';

/** More blocks than this nobody reads on a terminal; the page has them all. */
const mostBlocks = { usual: 3, verbose: 10 };
const mostAlso = 8;

export function causes(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): readonly string[] {
  const entries = causesOf(report);
  if (entries.length === 0) return [];
  const blocks = options.verbose ? mostBlocks.verbose : mostBlocks.usual;
  const place = (at: number): string =>
    entries.length === 1 ? '' : `cause ${at + 1} of ${entries.length}`;
  return [
    ...heading(titleOf(entries), options),
    ...entries
      .slice(0, blocks)
      .flatMap((entry, at) => [...block(entry, place(at), context, options), '']),
    ...further(entries.slice(blocks), options),
  ];
}

/** With nothing but the causes: a line or two for each. */
export function briefCauses(report: Report, options: TerminalOptions): readonly string[] {
  return causesOf(report).flatMap((entry) => line(entry, options));
}

function block(
  cause: CauseEntry,
  place: string,
  context: ReportContext,
  options: TerminalOptions,
): readonly string[] {
  const { first, also, like } = cause;
  const shown = also.slice(0, mostAlso);
  const more = also.length - shown.length;
  return [
    ...renderFailure(first, place, context, options),
    ...alsoCrashedWith(cause).flatMap((input, at) =>
      labelled(at === 0 ? 'also with' : '', [span(terminal(brief(input, 200)))], options),
    ),
    ...like.flatMap(({ fault, sentence }) =>
      labelled(
        'looks like',
        [span(`${terminal(sentence)} (\`reference --fault ${terminal(fault)}\`)`)],
        options,
      ),
    ),
    ...shown.flatMap((entry, at) => labelled(at === 0 ? 'also fails' : '', told(entry), options)),
    ...(more > 0 ? labelled('', [span(`and ${count(more, 'more rule')}`, 'dim')], options) : []),
  ];
}

const told = ({ rule, failure }: FailureEntry) => [
  span(terminal(rule.id), 'bold'),
  span(`  ${terminal(cut(cutNumbers(failure.cause), 200))}`, 'dim'),
];

function further(entries: readonly CauseEntry[], options: TerminalOptions): readonly string[] {
  if (entries.length === 0) return [];
  const opening = `${count(entries.length, 'more cause')}; report.html shows each as above:`;
  return [
    ...paragraph([span(opening)], 0, options),
    ...entries.flatMap((entry) => line(entry, options)),
    '',
  ];
}

function line({ first, also }: CauseEntry, options: TerminalOptions): readonly string[] {
  const { rule, failure, mark } = first;
  const besides = also.length === 0 ? '' : ` (and ${count(also.length, 'more rule')})`;
  const text = `  ${terminal(rule.id)}: ${terminal(cut(cutNumbers(failure.cause), 400))}${besides}`;
  return paragraph([markSpan(mark), span(text)], 0, options);
}
