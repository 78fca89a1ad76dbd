// Makes comparison.md, for a job summary or a pull request. Whatever came from a target is inert in it.
import { codes, folded, jobSummary, marked, tableRow, titled } from '../../../report/markdown.js';
import { type Content, html, md, mdCode } from '../../../report/markup.js';
import { cut } from '../../../report/text/inert.js';
import { duration, number } from '../../../report/words.js';
import type { Comparison, LatencyComparison, Side, Spread } from '../comparison.js';
import {
  conclusion,
  noticedIn,
  oneSided,
  runInWords,
  sealOf,
  titles,
  unchangedInWords,
} from './parts.js';

const mostIds = 200;

export function comparisonMarkdown(comparison: Comparison): string {
  const { a, b, notes } = comparison;
  const head = [
    md`## ${html`${sealOf(comparison).glyph}`} ${a.contract.title}: ${a.label} and ${b.label}`,
    '',
    sentence(conclusion(comparison)),
    '',
    side(a),
    side(b),
    notes.map((note) => md`- ! ${sentence(note)}`),
  ];
  const rest = [certifier(comparison), latency(comparison), same(comparison), ''];
  return jobSummary([head, clients(comparison), rest], [head, rest]);
}

const sentence = (text: string): string => cut(text, 1000);
const side = (one: Side): Content =>
  md`- ${one.label}: ${mdCode(one.target.baseUrl, 300)}, ${sentence(runInWords(one))}`;

const clients = (comparison: Comparison): Content =>
  titled(
    titles.clients,
    noticedIn(comparison).map(({ mark, id, question, sentences }) => [
      md`- ${marked(mark)}: ${mdCode(id)} ${sentence(question)}`,
      sentences.map((one) => md`  - ${sentence(one)}`),
    ]),
  );

const certifier = (comparison: Comparison): Content =>
  titled(
    titles.certifier,
    oneSided(comparison).map(({ sentence: text, why, ids }) => {
      const reason = why !== null && md` (${sentence(why)})`;
      return md`- ${sentence(text)}${reason}: ${codes(ids, mostIds)}`;
    }),
  );

function latency({ a, b, latency: all }: Comparison): Content {
  const heads = ['Operation', a.label, b.label, 'Difference'];
  return (
    all.length > 0 &&
    titled(titles.latency, [
      tableRow(heads),
      tableRow(heads.map(() => md`:--`)),
      all.map((one) =>
        tableRow([mdCode(one.operation), spread(one.a), spread(one.b), changed(one, b)]),
      ),
      '',
      'Median, 90th and 99th percentile, and number of responses.',
    ])
  );
}

const spread = (one: Spread | null): string =>
  one === null
    ? '–'
    : `${duration(one.p50)}, ${duration(one.p90)}, ${duration(one.p99)}; ${number(one.count)}`;

const changed = (one: LatencyComparison, { label }: Side): Content =>
  one.change === null ? unchangedInWords(one) : md`**${label} is ${one.change}**`;

function same({ same: { rules, observations } }: Comparison): Content {
  const all = [...rules, ...observations];
  return folded(`${titles.same} (${all.length})`, codes(all, mostIds));
}
