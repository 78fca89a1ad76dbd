// summary.md: the result for a job summary or a pull request. Everything from the target is inert, and the whole stays
// below what a job summary may hold.
import type {
  Failure,
  Outage,
  RecordedBody,
  RecordedExchange,
  Report,
} from '../../judge/result/report.js';
import { alsoCrashedWith, causesOf, knownIn, titleOf, type CauseEntry } from '../causes.js';
import { answerLine, bodyOf, requestLine, soughtIn } from '../exchange.js';
import { cut, markdown, markdownBlock, markdownCode } from '../text/inert.js';
import type { Sought } from '../text/pretty.js';
import {
  furtherSuspects,
  mostSuspects,
  lossesInWords,
  outageBehind,
  outageInWords,
  suspectsInWords,
  unexplained,
} from '../outages.js';
import { trendInText } from '../trend.js';
import {
  type ReportContext,
  baselineOf,
  byClause,
  caseCount,
  clauseName,
  clauseOf,
  confirmation,
  count,
  countedHow,
  countsOf,
  duration,
  evidenceOf,
  knownLink,
  knownText,
  marks,
  noLongerFailing,
  number,
  profilesOf,
  scopeOf,
  storeText,
  talliesOf,
  verdicts,
  likeIt,
} from '../words.js';

/** GitHub refuses a job summary above 1 MiB; other steps write into the same file. */
const most = 900_000;
const mostFailures = 50;

export function summaryMarkdown(report: Report, context: ReportContext): string {
  const head = [...opening(report, context), ...table(report, context)];
  const tail = [
    ...known(report),
    ...cannotTell(report),
    ...observations(report),
    ...created(report),
    '',
  ];
  const entries = causesOf(report);
  let room = most - size(head) - size(tail);
  const blocks: string[] = [];
  for (const [at, entry] of entries.entries()) {
    const text = failure(entry, at, context);
    room -= size(text);
    if (room < 0 || at >= mostFailures) break;
    blocks.push(...text);
  }
  const further = entries.length - blocks.filter((line) => line.startsWith('<details')).length;
  const more =
    further > 0 ? ['', `… and ${count(further, 'more cause')}: see \`report.html\`.`] : [];
  const failures =
    entries.length === 0 ? [] : ['', `### ${titleOf(entries)}`, '', ...blocks, ...more];
  const whole = [...head, ...failures, ...tail].join('\n');
  return Buffer.byteLength(whole) <= most ? whole : [...head, ...failures, ''].join('\n');
}

const size = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

function opening(report: Report, { trend }: ReportContext): readonly string[] {
  const { glyph, word } = verdicts[report.verdict];
  const { run, contract, kit } = report;
  const requests = `${count(run.exchanges, 'request')} in ${duration(run.durationMs)}`;
  const animals = `${count(run.created.length, 'animal')} created`;
  const fixed = noLongerFailing(report);
  const store = storeText(report);
  return [
    `## ${glyph} ${markdown(contract.title)}: ${word}`,
    '',
    ...(store === '' ? [] : [markdown(store), '']),
    markdown(cut(report.summary, 1000)),
    '',
    `- Target: ${target(report)}`,
    `- Profiles: ${profilesOf(report)}`,
    `- Run: ${markdown(scopeOf(report))}, ${run.effort} effort, seed ${run.seed}, ${requests}, ${animals}`,
    `- Contract ${markdown(contract.version)}, kit ${markdown(kit.version)}`,
    ...(run.baseline === undefined ? [] : [`- Baseline: ${markdownCode(baselineOf(report))}`]),
    ...(trend === undefined ? [] : trendInText(trend).map((line) => `- ${markdown(line)}`)),
    ...run.warnings.map((warning) => `- ! ${markdown(cut(warning, 600))}`),
    ...(fixed === '' ? [] : [`- ! ${markdown(fixed)}`]),
    '',
    `${talliesOf(report)}. ${countedHow}`,
  ];
}

function target({ target: { name, baseUrl, quickstartBaseUrl } }: Report): string {
  const address = markdownCode(cut(baseUrl, 300));
  const named = name === baseUrl ? address : `${markdownCode(cut(name, 200))} at ${address}`;
  return quickstartBaseUrl === null
    ? named
    : `${named}, quickstart at ${markdownCode(cut(quickstartBaseUrl, 300))}`;
}

function table(report: Report, context: ReportContext): readonly string[] {
  const used = countsOf(report).map(({ mark }) => mark);
  return [
    '',
    `| Clause | ${used.map((mark) => `${marks[mark].glyph} ${marks[mark].word}`).join(' | ')} |`,
    `| :-- | ${used.map(() => '--:').join(' | ')} |`,
    ...byClause(report.rules, context).map((clause) => {
      const counts = countsOf({ ...report, rules: clause.rules });
      const cells = used.map((mark) => counts.find((one) => one.mark === mark)?.count ?? '');
      return `| ${markdown(`${clause.id} ${clause.title}`)} | ${cells.join(' | ')} |`;
    }),
  ];
}

function failure(entry: CauseEntry, at: number, context: ReportContext): readonly string[] {
  const { first, also, like } = entry;
  const { rule, failure: found, mark } = first;
  const { cause, expected, actual, input, difference, curl, output, replay } = found;
  const last = found.exchanges.at(-1);
  const commands = [...(curl === null ? [] : [cut(curl, 4000)]), replay].join('\n');
  return [
    `<details${at === 0 ? ' open' : ''}><summary>${marks[mark].glyph} ${marks[mark].word}: <b>${tagText(rule.id)}</b></summary>`,
    '',
    markdown(cut(cause, 1000)),
    '',
    `- Rule: ${markdown(rule.statement)} (${clauseLink(rule.clause, context)})`,
    `- Expected: ${markdownCode(cut(expected, 500))}`,
    `- Actual: ${markdownCode(cut(actual, 500))}`,
    ...(input === '' ? [] : [`- Case: ${markdownCode(cut(input, 500))}`]),
    ...alsoCrashedWith(entry).map((other) => `- Also crashed by: ${markdownCode(cut(other, 500))}`),
    ...(difference === null
      ? []
      : [`- Difference from the accepted request: ${markdownCode(cut(difference, 500))}`]),
    `- Reproduced: ${confirmation(found)}; ${caseCount(found)}`,
    ...(found.wasKnown === undefined ? [] : [`- Baseline: ${baselineSays(found)}`]),
    ...like.map(
      ({ fault, sentence }, at) =>
        `- ${at === 0 ? 'Looks like' : 'Or like'}: ${markdown(likeIt(sentence))} (${markdownCode(`reference --fault ${fault}`)})`,
    ),
    ...(also.length === 0
      ? []
      : [`- Also broken by this: ${also.map((one) => markdownCode(one.rule.id)).join(', ')}`]),
    ...(last === undefined ? [] : ['', markdownBlock(message(last, soughtIn(found)), 'http')]),
    ...(output === undefined ? [] : ['', ...printed(output)]),
    '',
    markdownBlock(commands, 'sh'),
    '',
    '</details>',
    '',
  ];
}

const mostKnown = 200;

function known(report: Report): readonly string[] {
  const entries = knownIn(report);
  if (entries.length === 0) return [];
  const further = entries.length - mostKnown;
  return [
    '',
    '### Known failures',
    '',
    ...entries.slice(0, mostKnown).map(({ rule, failure }) => {
      const cause = markdown(cut(failure.cause, 300));
      return `- ${marks.known.glyph} ${markdownCode(rule.id)}: ${cause} — ${baselineSays(failure)}`;
    }),
    ...(further > 0 ? [`- … and ${number(further)} more: see \`report.html\``] : []),
  ];
}

function baselineSays(failure: Failure): string {
  const link = knownLink(failure);
  return `${markdown(knownText(failure))}${link === '' ? '' : `, ${markdownCode(link)}`}`;
}

function clauseLink(id: string, context: ReportContext): string {
  const { link } = clauseOf(id, context);
  const name = markdown(clauseName(id, context));
  return /^[\w./#:-]+$/.test(link) ? `[${name}](${link})` : name;
}

/** Rule ids are ours, but this text stands inside a tag where Markdown's own escapes do not work. */
const tagText = (id: string): string => id.replace(/[^\w.-]/g, '');

function message(exchange: RecordedExchange, sought: Sought | undefined): string {
  const { request, response } = exchange;
  return [
    cut(requestLine(exchange), 1000),
    ...headerLines(request.headers),
    ...(request.body === null ? [] : bodyLines(request.body)),
    '',
    answerLine(exchange),
    ...(response === null
      ? []
      : [...headerLines(response.headers), ...bodyLines(response.body, sought)]),
  ].join('\n');
}

const headerLines = (headers: RecordedExchange['request']['headers']): readonly string[] =>
  headers.slice(0, 20).map(([name, value]) => `${name}: ${cut(value, 200)}`);

function bodyLines(body: RecordedBody, sought?: Sought): readonly string[] {
  const { text, note } = bodyOf(body, 90, sought);
  return [...(text === '' ? [] : ['', cut(text, 2000)]), ...(note === null ? [] : [`(${note})`])];
}

function cannotTell(report: Report): readonly string[] {
  const outages = unexplained(report);
  const losses = lossesInWords(report);
  const rules = report.rules.filter(
    (rule) => rule.outcome === 'cantTell' && !outageBehind(rule, report),
  );
  if (rules.length + outages.length + losses.length === 0) return [];
  return [
    '',
    '### What is undecided, and why',
    '',
    ...losses.map((loss) => `- ? ${markdown(loss)}.`),
    ...outages.flatMap((one) => outage(one, report)),
    ...rules.map((rule) => {
      const reason = markdown(cut(rule.reason ?? 'no reason recorded', 1000));
      return `- ? ${markdownCode(rule.id)}: ${reason} (${evidenceOf(rule)})`;
    }),
  ];
}

function outage(one: Outage, report: Report): readonly string[] {
  const { suspects, output } = one;
  const curls = suspects
    .slice(0, mostSuspects)
    .map(({ request, curl }) => cut(curl ?? request, 4000));
  const further = furtherSuspects(one);
  return [
    `${markdown(cut(outageInWords(one, report), 1000))}. ${suspectsInWords(one)}`,
    '',
    ...(curls.length === 0 ? [] : [markdownBlock(curls.join('\n'), 'sh'), '']),
    ...(further === '' ? [] : [further, '']),
    ...(output === null ? [] : printed(output)),
  ];
}

const printed = (output: string): readonly string[] => [
  'The last lines of the candidate:',
  '',
  markdownBlock(cut(output, 4000)),
  '',
];

function observations(report: Report): readonly string[] {
  if (report.observations.length === 0) return [];
  return [
    '',
    `<details><summary>What this target does where the contract is silent (${report.observations.length})</summary>`,
    '',
    ...report.observations.map(
      ({ question, answer }) => `- ${markdown(question)} ${markdownCode(cut(answer, 600))}`,
    ),
    '',
    '</details>',
  ];
}

function created(report: Report): readonly string[] {
  const all = report.run.created;
  if (all.length === 0) return [];
  const ids = all.slice(0, 200).map(({ id }) => markdownCode(cut(id, 40)));
  const further = all.length - ids.length;
  const more = further > 0 ? `, and ${number(further)} more in report.json` : '';
  return [
    '',
    `<details><summary>${count(all.length, 'animal')} created (not removed: the API has no delete)</summary>`,
    '',
    `${ids.join(', ')}${more}`,
    '',
    '</details>',
  ];
}
