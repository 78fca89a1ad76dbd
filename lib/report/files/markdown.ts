// summary.md: the result for a job summary or a pull request. Everything from the target is inert, and the whole stays
// below what a job summary may hold.
import type {
  Failure,
  Outage,
  RecordedBody,
  RecordedExchange,
  Report,
} from '../../judge/result/report.js';
import {
  alsoCrashedWith,
  byRule,
  causesOf,
  knownTogether,
  titleOf,
  type CauseEntry,
} from '../causes.js';
import { answerLine, bodyOf, requestLine, soughtIn } from '../exchange.js';
import {
  codes,
  folded,
  glyphOf,
  jobSummary,
  markdownText,
  marked,
  mostOfSummary,
  tableRow,
  titled,
} from '../markdown.js';
import { type Content, html, md, mdBlock, mdCode, mdLink } from '../markup.js';
import { cut } from '../text/inert.js';
import type { Sought } from '../text/pretty.js';
import {
  furtherSuspects,
  mostSuspects,
  lossesInWords,
  outageInWords,
  suspectsInWords,
  undecidedAlone,
  unexplained,
} from '../outages.js';
import { isNumber, rangesOf } from '../ranges.js';
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
  noLongerFailing,
  number,
  profilesOf,
  scopeOf,
  storeText,
  talliesOf,
  verdicts,
  likeIt,
} from '../words.js';

const mostFailures = 50;

export function summaryMarkdown(report: Report, context: ReportContext): string {
  const head = [opening(report, context), table(report, context)];
  const tail = [known(report), cannotTell(report), observations(report), created(report), ''];
  const entries = causesOf(report);
  let room = mostOfSummary - size([head, tail]);
  const blocks: Content[] = [];
  for (const [at, entry] of entries.slice(0, mostFailures).entries()) {
    const block = failure(entry, at, context);
    room -= size(block);
    if (room < 0) break;
    blocks.push(block);
  }
  const further = entries.length - blocks.length;
  const more = further > 0 && [
    '',
    md`… and ${count(further, 'more cause')}: see ${mdCode('report.html')}.`,
  ];
  const begin = [head, titled(titleOf(entries), [blocks, more])];
  return jobSummary([begin, tail], [begin, '']);
}

const size = (content: Content): number => Buffer.byteLength(markdownText(content)) + 1;

function opening(report: Report, { trend }: ReportContext): Content {
  const { glyph, word } = verdicts[report.verdict];
  const { run, contract, kit } = report;
  const requests = `${count(run.exchanges, 'request')} in ${duration(run.durationMs)}`;
  const animals = `${count(run.created.length, 'animal')} created`;
  const fixed = noLongerFailing(report);
  const store = storeText(report);
  return [
    md`## ${glyph} ${contract.title}: ${word}`,
    '',
    store !== '' && [store, ''],
    cut(report.summary, 1000),
    '',
    md`- Target: ${target(report)}`,
    md`- Profiles: ${profilesOf(report)}`,
    md`- Run: ${scopeOf(report)}, ${run.effort} effort, seed ${run.seed}, ${requests}, ${animals}`,
    md`- Contract ${contract.version}, kit ${kit.version}`,
    run.baseline !== undefined && md`- Baseline: ${mdCode(baselineOf(report))}`,
    trend !== undefined && trendInText(trend).map((line) => md`- ${line}`),
    run.warnings.map((warning) => md`- ! ${cut(warning, 600)}`),
    fixed !== '' && md`- ! ${fixed}`,
    '',
    md`${talliesOf(report)}. ${countedHow}`,
  ];
}

function target({ target: { name, baseUrl, quickstartBaseUrl } }: Report): Content {
  return [
    name !== baseUrl && md`${mdCode(name, 200)} at `,
    mdCode(baseUrl, 300),
    quickstartBaseUrl !== null && md`, quickstart at ${mdCode(quickstartBaseUrl, 300)}`,
  ];
}

function table(report: Report, context: ReportContext): Content {
  const used = countsOf(report).map(({ mark }) => mark);
  return [
    '',
    tableRow(['Clause', ...used.map(marked)]),
    tableRow([md`:--`, ...used.map(() => md`--:`)]),
    byClause(report.rules, context).map((clause) => {
      const counts = countsOf({ ...report, rules: clause.rules });
      const cells = used.map((mark) => counts.find((one) => one.mark === mark)?.count);
      return tableRow([`${clause.id} ${clause.title}`, ...cells]);
    }),
  ];
}

function failure(entry: CauseEntry, at: number, context: ReportContext): Content {
  const { first, also, like } = entry;
  const { rule, failure: found, mark } = first;
  const { cause, expected, actual, input, difference, curl, output, replay } = found;
  const last = found.exchanges.at(-1);
  const summary = html`<summary>${marked(mark)}: <b>${tagText(rule.id)}</b></summary>`;
  return [
    at === 0 ? html`<details open>${summary}` : html`<details>${summary}`,
    '',
    cut(cause, 1000),
    '',
    md`- Rule: ${rule.statement} (${clauseLink(rule.clause, context)})`,
    md`- Expected: ${mdCode(expected, 500)}`,
    md`- Actual: ${mdCode(actual, 500)}`,
    input !== '' && md`- Case: ${mdCode(input, 500)}`,
    alsoCrashedWith(entry).map((other) => md`- Also crashed by: ${mdCode(other, 500)}`),
    difference !== null && md`- Difference from the accepted request: ${mdCode(difference, 500)}`,
    md`- Reproduced: ${confirmation(found)}; ${caseCount(found)}`,
    found.wasKnown !== undefined && md`- Baseline: ${baselineSays(found)}`,
    like.map(
      ({ fault, sentence }, nth) =>
        md`- ${nth === 0 ? 'Looks like' : 'Or like'}: ${likeIt(sentence)} (${mdCode(`npx animal-store-conformance reference --fault ${fault}`)})`,
    ),
    also.length > 0 && md`- Also broken by this: ${codes(also.map((one) => one.rule.id))}`,
    last !== undefined && ['', mdBlock(message(last, soughtIn(found)), 'http')],
    output !== undefined && ['', printed(output)],
    '',
    mdBlock([...(curl === null ? [] : [cut(curl, 4000)]), replay].join('\n'), 'sh'),
    '',
    md`</details>`,
    '',
  ];
}

const mostKnown = 200;

function known(report: Report): Content {
  const entries = knownTogether(report);
  const further = entries.length - mostKnown;
  return titled('Known failures', [
    entries.slice(0, mostKnown).map((same) => {
      const [{ failure }] = same;
      const rules = codes(byRule(same).map(([{ rule }]) => rule.id));
      return md`- ${glyphOf('known')} ${rules}: ${cut(failure.cause, 300)} — ${baselineSays(failure)}`;
    }),
    further > 0 && md`- … and ${number(further)} more: see ${mdCode('report.html')}`,
  ]);
}

function baselineSays(failure: Failure): Content {
  const link = knownLink(failure);
  return [knownText(failure), link !== '' && md`, ${mdCode(link)}`];
}

const clauseLink = (id: string, context: ReportContext): Content =>
  mdLink(clauseName(id, context), clauseOf(id, context).link);

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

function cannotTell(report: Report): Content {
  const rules = undecidedAlone(report);
  return titled('What is undecided, and why', [
    lossesInWords(report).map((loss) => md`- ? ${loss}.`),
    unexplained(report).map((one) => outage(one, report)),
    rules.map((rule) => {
      const reason = cut(rule.reason ?? 'no reason recorded', 1000);
      return md`- ? ${mdCode(rule.id)}: ${reason} (${evidenceOf(rule)})`;
    }),
  ]);
}

function outage(one: Outage, report: Report): Content {
  const { suspects, output } = one;
  const curls = suspects
    .slice(0, mostSuspects)
    .map(({ request, curl }) => cut(curl ?? request, 4000));
  const further = furtherSuspects(one);
  return [
    md`${cut(outageInWords(one, report), 1000)}. ${suspectsInWords(one)}`,
    '',
    curls.length > 0 && [mdBlock(curls.join('\n'), 'sh'), ''],
    further !== '' && [further, ''],
    output !== null && printed(output),
  ];
}

const printed = (output: string): Content => [
  'The last lines of the candidate:',
  '',
  mdBlock(cut(output, 4000)),
  '',
];

/** Some answers name dozens of values. */
const mostOfAnswer = 120;

const observations = ({ observations: all }: Report): Content =>
  folded(`What this target does where the contract is silent (${all.length})`, [
    all.map(({ question, answer }) => md`- ${question} ${mdCode(answer, mostOfAnswer)}`),
    all.some(({ answer }) => answer.length > mostOfAnswer) && [
      '',
      md`${mdCode('report.html')} has them in full.`,
    ],
  ]);

const mostCreated = 20;

function created({ run: { created: all } }: Report): Content {
  const ids = all.map(({ id }) => id);
  const others = ids.filter((id) => !isNumber(id));
  const shown = [...rangesOf(ids), ...others].map((id) => cut(id, 80));
  return folded(
    `${count(all.length, 'animal')} created (not removed: the API has no delete)`,
    codes(shown, mostCreated, ' in report.json'),
  );
}
