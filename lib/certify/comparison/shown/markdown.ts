// Makes comparison.md, for a job summary or a pull request. Whatever came from a target is inert in it.
import { cut, markdown, markdownCode } from '../../../report/text/inert.js';
import { duration, marks, type Mark, number } from '../../../report/words.js';
import type { Comparison, LatencyComparison, Side, Spread } from '../comparison.js';
import { conclusion, oneSided, titles } from '../parts.js';
import { markOfRule, runInWords, sealOf, unchangedInWords } from './labels.js';

const mostText = 1000;
const mostIds = 200;
/** GitHub refuses a job summary above 1 MiB. */
const most = 900_000;

export function comparisonMarkdown(comparison: Comparison): string {
  const { glyph } = sealOf(comparison);
  const { a, b } = comparison;
  const head = [
    `## ${glyph} ${markdown(a.contract.title)}: ${markdown(a.label)} and ${markdown(b.label)}`,
    '',
    sentence(conclusion(comparison)),
    '',
    ...[a, b].map(side),
    ...comparison.notes.map((note) => `- ! ${sentence(note)}`),
  ];
  const rest = [...certifier(comparison), ...latency(comparison), ...same(comparison), ''];
  const whole = [...head, ...clients(comparison), ...rest].join('\n');
  return Buffer.byteLength(whole) <= most ? whole : [...head, ...rest].join('\n');
}

const sentence = (text: string): string => markdown(cut(text, mostText));
const side = (one: Side): string =>
  `- ${markdown(one.label)}: ${markdownCode(cut(one.target.baseUrl, 300))}, ${sentence(runInWords(one))}`;

function clients({ outcomes, observations }: Comparison): readonly string[] {
  if (outcomes.length + observations.length === 0) return [];
  const item = (
    mark: Mark,
    id: string,
    question: string,
    sentences: readonly string[],
  ): readonly string[] => [
    `- ${marks[mark].glyph} ${marks[mark].word}: ${markdownCode(id)} ${sentence(question)}`,
    ...sentences.map((one) => `  - ${sentence(one)}`),
  ];
  return [
    ...title(titles.clients),
    ...outcomes.flatMap((one) => item(markOfRule(one), one.id, one.statement, one.sentences)),
    ...observations.flatMap((one) => item('observed', one.id, one.question, one.sentences)),
  ];
}

const title = (words: string): readonly string[] => ['', `### ${words}`, ''];

function certifier(comparison: Comparison): readonly string[] {
  const groups = oneSided(comparison);
  if (groups.length === 0) return [];
  return [
    ...title(titles.certifier),
    ...groups.map(
      ({ sentence: text, why, ids }) =>
        `- ${sentence(text)}${why === null ? '' : ` (${sentence(why)})`}: ${listed(ids)}`,
    ),
  ];
}

function listed(ids: readonly string[]): string {
  const more = ids.length - mostIds;
  return `${ids.slice(0, mostIds).map(markdownCode).join(', ')}${more > 0 ? `, and ${number(more)} more` : ''}`;
}

function latency({ a, b, latency: all }: Comparison): readonly string[] {
  if (all.length === 0) return [];
  const heads = ['Operation', ...[a, b].map(({ label }) => markdown(label)), 'Difference'];
  return [
    ...title(titles.latency),
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => ':--').join(' | ')} |`,
    ...all.map(
      (one) =>
        `| ${markdownCode(one.operation)} | ${spread(one.a)} | ${spread(one.b)} | ${changed(one, b)} |`,
    ),
    '',
    'Half of the responses, 90%, 99%, and how many there were.',
  ];
}

const spread = (one: Spread | null): string =>
  one === null
    ? '–'
    : `${duration(one.p50)}, ${duration(one.p90)}, ${duration(one.p99)}; ${number(one.count)}`;

const changed = (one: LatencyComparison, { label }: Side): string =>
  one.change === null ? unchangedInWords(one) : `**${markdown(label)} is ${one.change}**`;

function same({ same: { rules, observations } }: Comparison): readonly string[] {
  const all = [...rules, ...observations];
  if (all.length === 0) return [];
  return [
    '',
    `<details><summary>${titles.same} (${all.length})</summary>`,
    '',
    listed(all),
    '',
    '</details>',
  ];
}
