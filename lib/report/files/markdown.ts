// summary.md: the result for a job summary or a pull request. Everything from the target is inert, and the whole stays
// below what a job summary may hold.
import type { Report } from '../../judge/result/report.js';
import { answerLine, bodyOf, requestLine } from '../exchange.js';
import { cut, markdown, markdownBlock, markdownCode } from '../inert.js';
import {
  type FailureEntry,
  type ReportContext,
  byClause,
  caseCount,
  clauseName,
  clauseOf,
  confirmation,
  count,
  countsOf,
  duration,
  evidenceOf,
  markOf,
  markOrder,
  marks,
  number,
  profilesOf,
  scopeOf,
  tally,
  verdicts,
  worstFirst,
} from '../words.js';

/** GitHub refuses a job summary above 1 MiB; other steps write into the same file. */
const most = 900_000;
const mostFailures = 50;

export function summaryMarkdown(report: Report, context: ReportContext): string {
  const head = [...opening(report), ...table(report, context)];
  const tail = [...cannotTell(report), ...observations(report), ...created(report), ''];
  const entries = worstFirst(report);
  let room = most - size(head) - size(tail);
  const blocks: string[] = [];
  for (const [at, entry] of entries.entries()) {
    const text = failure(entry, at, context);
    room -= size(text);
    if (room < 0 || at >= mostFailures) break;
    blocks.push(...text);
  }
  const shown = blocks.filter((line) => line.startsWith('<details')).length;
  const more =
    entries.length > shown
      ? ['', `… and ${count(entries.length - shown, 'more failure')}: see \`report.html\`.`]
      : [];
  const failures =
    entries.length === 0 ? [] : ['', '### What failed, worst first', '', ...blocks, ...more];
  const whole = [...head, ...failures, ...tail].join('\n');
  return Buffer.byteLength(whole) <= most ? whole : [...head, ...failures, ''].join('\n');
}

const size = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

function opening(report: Report): readonly string[] {
  const { glyph, word } = verdicts[report.verdict];
  const { run, target } = report;
  return [
    `## ${glyph} ${report.contract.title}: ${word}`,
    '',
    markdown(cut(report.summary, 1000)),
    '',
    `- Target: ${target.name === target.baseUrl ? '' : `${markdownCode(cut(target.name, 200))} at `}${markdownCode(cut(target.baseUrl, 300))}${target.quickstartBaseUrl === null ? '' : `, quickstart at ${markdownCode(cut(target.quickstartBaseUrl, 300))}`}`,
    `- Profiles: ${profilesOf(report)}`,
    `- Run: ${markdown(scopeOf(report))}, ${run.effort} effort, seed ${run.seed}, ${count(run.exchanges, 'request')} in ${duration(run.durationMs)}, ${count(run.created.length, 'animal')} created`,
    `- Contract ${markdown(report.contract.version)}, kit ${markdown(report.kit.version)}`,
    ...run.warnings.map((warning) => `- ! ${markdown(cut(warning, 600))}`),
    '',
    countsOf(report)
      .map(({ mark, count: total }) => `${marks[mark].glyph} ${tally(mark, total)}`)
      .join(' · '),
  ];
}

function table(report: Report, context: ReportContext): readonly string[] {
  const used = markOrder.filter((mark) =>
    report.rules.some((rule) => markOf(rule, report) === mark),
  );
  return [
    '',
    `| Clause | ${used.map((mark) => `${marks[mark].glyph} ${marks[mark].word}`).join(' | ')} |`,
    `| :-- | ${used.map(() => '--:').join(' | ')} |`,
    ...byClause(report, context).map((clause) => {
      const cells = used.map((mark) =>
        String(clause.rules.filter((rule) => markOf(rule, report) === mark).length || ''),
      );
      return `| ${markdown(`${clause.id} ${clause.title}`)} | ${cells.join(' | ')} |`;
    }),
  ];
}

function failure(
  { rule, failure: found, mark }: FailureEntry,
  at: number,
  context: ReportContext,
): readonly string[] {
  const clause = clauseOf(rule.clause, context);
  const name = markdown(clauseName(rule.clause, context));
  const last = found.exchanges.at(-1);
  return [
    `<details${at === 0 ? ' open' : ''}><summary>${marks[mark].glyph} ${marks[mark].word}: <b>${tagText(rule.id)}</b></summary>`,
    '',
    markdown(cut(found.cause, 1000)),
    '',
    `- Rule: ${markdown(rule.statement)} (${clause.link === '' || !/^[\w./#:-]+$/.test(clause.link) ? name : `[${name}](${clause.link})`})`,
    `- Expected: ${markdownCode(cut(found.expected, 500))}`,
    `- Actual: ${markdownCode(cut(found.actual, 500))}`,
    ...(found.input === '' ? [] : [`- Case: ${markdownCode(cut(found.input, 500))}`]),
    ...(found.difference === null
      ? []
      : [
          `- Differs from the request that was accepted: ${markdownCode(cut(found.difference, 500))}`,
        ]),
    `- Holds: ${confirmation(found)}; ${caseCount(found)}`,
    ...(last === undefined ? [] : ['', markdownBlock(message(last), 'http')]),
    '',
    markdownBlock(
      [...(found.curl === null ? [] : [cut(found.curl, 4000)]), found.replay].join('\n'),
      'sh',
    ),
    '',
    '</details>',
    '',
  ];
}

/** Rule ids are ours, but this text stands inside a tag where Markdown's own escapes do not work. */
const tagText = (id: string): string => id.replace(/[^\w.-]/g, '');

function message(exchange: Parameters<typeof requestLine>[0]): string {
  const body = (of: { readonly text: string; readonly note: string | null }): readonly string[] => [
    ...(of.text === '' ? [] : ['', cut(of.text, 2000)]),
    ...(of.note === null ? [] : [`(${of.note})`]),
  ];
  const { request, response } = exchange;
  return [
    cut(requestLine(exchange), 1000),
    ...request.headers.slice(0, 20).map(([name, value]) => `${name}: ${cut(value, 200)}`),
    ...(request.body === null ? [] : body(bodyOf(request.body, 90))),
    '',
    answerLine(exchange),
    ...(response === null
      ? []
      : [
          ...response.headers.slice(0, 20).map(([name, value]) => `${name}: ${cut(value, 200)}`),
          ...body(bodyOf(response.body, 90)),
        ]),
  ].join('\n');
}

function cannotTell(report: Report): readonly string[] {
  const rules = report.rules.filter((rule) => rule.outcome === 'cantTell');
  if (rules.length === 0) return [];
  return [
    '',
    '### What cannot be told, and why',
    '',
    ...rules.map(
      (rule) =>
        `- ? ${markdownCode(rule.id)}: ${markdown(cut(rule.reason ?? 'no reason was recorded', 1000))} (${evidenceOf(rule)})`,
    ),
  ];
}

function observations(report: Report): readonly string[] {
  if (report.observations.length === 0) return [];
  return [
    '',
    `<details><summary>Where the contract is silent, this target does this (${report.observations.length})</summary>`,
    '',
    ...report.observations.map(
      (observation) =>
        `- ${markdown(observation.question)} ${markdownCode(cut(observation.answer, 600))}`,
    ),
    '',
    '</details>',
  ];
}

function created(report: Report): readonly string[] {
  const all = report.run.created;
  if (all.length === 0) return [];
  const shown = all.slice(0, 200);
  return [
    '',
    `<details><summary>${count(all.length, 'animal')} created; the contract has no delete, so they stay</summary>`,
    '',
    shown.map((animal) => markdownCode(cut(animal.id, 40))).join(', ') +
      (all.length > shown.length
        ? `, and ${number(all.length - shown.length)} more in report.json`
        : ''),
    '',
    '</details>',
  ];
}
