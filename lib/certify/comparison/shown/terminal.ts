// Formats a comparison for the terminal: what clients will notice comes first, and the conclusion last, where the
// reader looks.
import { cut, inLog, terminal } from '../../../report/text/inert.js';
import { span, type Span } from '../../../report/terminal/lines.js';
import {
  heading,
  labelled,
  markSpan,
  markStyles,
  paragraph,
  type TerminalOptions,
} from '../../../report/terminal/pieces.js';
import type { Mark } from '../../../report/words.js';
import type { Comparison, LatencyComparison, Side } from '../comparison.js';
import { conclusion, oneSided, titles } from '../parts.js';
import { markOfRule, sealOf, runInWords, spreadInWords, unchangedInWords } from './labels.js';

const mostIds = 6;
const mostText = 600;

export function renderComparison(comparison: Comparison, options: TerminalOptions): string {
  const parts = options.quiet
    ? [ending(comparison, options)]
    : [
        facts(comparison, options),
        clients(comparison, options),
        certifier(comparison, options),
        latency(comparison, options),
        ...(options.verbose ? [same(comparison, options)] : []),
        [''],
        ending(comparison, options),
      ];
  return inLog(`${parts.flat().join('\n')}\n`);
}

/** An address may have its scheme left out where it is a label. */
const isAddress = ({ label, target: { baseUrl } }: Side): boolean =>
  baseUrl === label || baseUrl.endsWith(`//${label}`);

const text = (words: string): Span => span(terminal(cut(words, mostText)));

function facts({ a, b, notes }: Comparison, options: TerminalOptions): string[] {
  const row = (side: Side): string[] =>
    labelled(
      terminal(side.label),
      [text(isAddress(side) ? runInWords(side) : `${side.target.baseUrl}, ${runInWords(side)}`)],
      options,
      width,
      0,
    );
  const width = 2 + Math.max('! note'.length, a.label.length, b.label.length);
  return [
    ...paragraph(
      [span(terminal(`${a.contract.title}: ${a.label} and ${b.label}`), 'bold')],
      0,
      options,
    ),
    ...row(a),
    ...row(b),
    ...notes.flatMap((note) =>
      labelled('! note', [span(terminal(note), 'yellow')], options, width, 0),
    ),
  ];
}

function clients({ outcomes, observations }: Comparison, options: TerminalOptions): string[] {
  if (outcomes.length + observations.length === 0) return [];
  const item = (
    mark: Mark,
    id: string,
    question: string,
    sentences: readonly string[],
  ): string[] => [
    ...paragraph([markSpan(mark), span('  '), span(terminal(id), 'bold')], 2, options),
    ...paragraph([span(terminal(question), 'dim')], 4, options),
    ...sentences.flatMap((sentence) => paragraph([text(sentence)], 4, options)),
    '',
  ];
  return [
    ...heading(titles.clients, options),
    ...outcomes.flatMap((one) => item(markOfRule(one), one.id, one.statement, one.sentences)),
    ...observations.flatMap((one) => item('observed', one.id, one.question, one.sentences)),
  ].slice(0, -1);
}

function certifier(comparison: Comparison, options: TerminalOptions): string[] {
  const groups = oneSided(comparison);
  if (groups.length === 0) return [];
  return [
    ...heading(titles.certifier, options),
    ...groups.flatMap(({ sentence, ids, why }) => {
      const shown = options.verbose ? ids : ids.slice(0, mostIds);
      const more = ids.length - shown.length;
      return [
        ...paragraph([span('· ', 'dim'), text(sentence)], 2, options),
        ...(why === null ? [] : paragraph([text(why)], 4, options)),
        ...paragraph(
          [span(terminal(`${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`), 'dim')],
          4,
          options,
        ),
      ];
    }),
  ];
}

function latency({ a, b, latency: all }: Comparison, options: TerminalOptions): string[] {
  const width = 2 + Math.max(a.label.length, b.label.length);
  const changed = all.filter(({ change }) => change !== null);
  const shown = options.verbose ? all : changed;
  if (shown.length === 0) return [];
  return [
    ...heading(titles.latency, options),
    ...shown.flatMap((one) => [
      ...paragraph(
        [
          span(changeMark(one), one.change === null ? 'dim' : 'yellow'),
          span(terminal(one.operation), 'bold'),
          span(`  ${one.change ?? unchangedInWords(one)}`, 'dim'),
        ],
        2,
        options,
      ),
      ...[[a.label, one.a] as const, [b.label, one.b] as const].flatMap(([label, spread]) =>
        labelled(terminal(label), [text(spreadInWords(spread))], options, width, 4),
      ),
    ]),
  ];
}

const changeMark = ({ change, compared }: LatencyComparison): string => {
  if (change !== null) return change === 'slower' ? '▲ ' : '▼ ';
  return compared ? '= ' : '· ';
};

function same({ same: { rules, observations } }: Comparison, options: TerminalOptions): string[] {
  return [
    ...heading(titles.same, options),
    ...paragraph([span(terminal([...rules, ...observations].join(', ')), 'dim')], 2, options),
  ];
}

function ending(comparison: Comparison, options: TerminalOptions): string[] {
  const { glyph, mark } = sealOf(comparison);
  const line = [
    span(glyph, markStyles[mark]),
    span(` ${terminal(conclusion(comparison))}`, 'bold'),
  ];
  return paragraph(line, 0, options);
}
