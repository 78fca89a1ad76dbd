// Formats a comparison for the terminal: what clients will notice comes first, and the conclusion last, where the
// reader looks.
import { cut } from '../../../report/text/inert.js';
import { span } from '../../../report/terminal/lines.js';
import {
  type Block,
  type TerminalOptions,
  bold,
  dim,
  heading,
  labelled,
  markSpan,
  markStyles,
  paragraph,
  textOf,
} from '../../../report/terminal/pieces.js';
import type { Comparison, LatencyComparison, Side } from '../comparison.js';
import {
  conclusion,
  noticedIn,
  oneSided,
  runInWords,
  sealOf,
  spreadInWords,
  titles,
  unchangedInWords,
} from './parts.js';

const mostIds = 6;
const text = (words: string): string => cut(words, 600);

export function renderComparison(comparison: Comparison, options: TerminalOptions): string {
  const { glyph, mark } = sealOf(comparison);
  return textOf(
    [
      !options.quiet && [
        facts(comparison),
        clients(comparison),
        certifier(comparison, options),
        latency(comparison, options),
        options.verbose && same(comparison),
        '',
      ],
      paragraph(0, span(glyph, markStyles[mark]), bold(` ${conclusion(comparison)}`)),
    ],
    options,
  );
}

/** An address may have its scheme left out where it is a label. */
const isAddress = ({ label, target: { baseUrl } }: Side): boolean =>
  baseUrl === label || baseUrl.endsWith(`//${label}`);

function facts({ a, b, notes }: Comparison): Block {
  const note = '! note';
  const labelWidth = 2 + Math.max(note.length, a.label.length, b.label.length);
  const place = { labelWidth, indent: 0 };
  const row = (side: Side): Block => {
    const where = isAddress(side) ? '' : `${side.target.baseUrl}, `;
    return labelled(side.label, text(`${where}${runInWords(side)}`), place);
  };
  return [
    paragraph(0, bold(`${a.contract.title}: ${a.label} and ${b.label}`)),
    row(a),
    row(b),
    notes.map((one) => labelled(note, span(one, 'yellow'), place)),
  ];
}

function clients(comparison: Comparison): Block {
  const items = noticedIn(comparison).map(({ mark, id, question, sentences }, at) => [
    at > 0 && '',
    paragraph(2, markSpan(mark), '  ', bold(id)),
    paragraph(4, dim(question)),
    sentences.map((sentence) => paragraph(4, text(sentence))),
  ]);
  return items.length > 0 && [heading(titles.clients), items];
}

function certifier(comparison: Comparison, { verbose }: TerminalOptions): Block {
  const groups = oneSided(comparison);
  if (groups.length === 0) return [];
  return [
    heading(titles.certifier),
    groups.map(({ sentence, ids, why }) => {
      const shown = verbose ? ids : ids.slice(0, mostIds);
      const more = ids.length - shown.length;
      return [
        paragraph(2, dim('· '), verbose ? text(sentence) : cut(sentence, 200)),
        why !== null && paragraph(4, text(why)),
        paragraph(4, dim(`${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`)),
      ];
    }),
  ];
}

function latency({ a, b, latency: all }: Comparison, { verbose }: TerminalOptions): Block {
  const shown = verbose ? all : all.filter(({ change }) => change !== null);
  if (shown.length === 0) return [];
  const place = { labelWidth: 2 + Math.max(a.label.length, b.label.length), indent: 4 };
  return [
    heading(titles.latency),
    shown.map((one) => [
      paragraph(
        2,
        span(changeMark(one), one.change === null ? 'dim' : 'yellow'),
        bold(one.operation),
        dim(`  ${one.change ?? unchangedInWords(one)}`),
      ),
      labelled(a.label, text(spreadInWords(one.a)), place),
      labelled(b.label, text(spreadInWords(one.b)), place),
    ]),
  ];
}

const changeMark = ({ change, compared }: LatencyComparison): string => {
  if (change !== null) return change === 'slower' ? '▲ ' : '▼ ';
  return compared ? '= ' : '· ';
};

const same = ({ same: { rules, observations } }: Comparison): Block => [
  heading(titles.same),
  paragraph(2, dim([...rules, ...observations].join(', '))),
];
