// junit.xml: one suite for each suite of rules, one case for each rule. Only what fails a run is a <failure>;
// what cannot be told of a stated rule is an <error>; everything else that is not passed is <skipped> with its reason.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { answerLine, requestLine } from '../exchange.js';
import { cut, xml, xmlAttribute } from '../inert.js';
import {
  type FailureEntry,
  type ReportContext,
  caseCount,
  clauseName,
  confirmation,
  evidenceOf,
  markOf,
  marks,
  profilesOf,
  scopeOf,
  worstFirst,
} from '../words.js';

export function junitXml(report: Report, context: ReportContext): string {
  const suites = [...new Set(report.rules.map(suiteOf))].map((name) =>
    suite(name, report, context),
  );
  const total = (of: (one: Suite) => number): number =>
    suites.reduce((sum, one) => sum + of(one), 0);
  const head = attributes({
    name: `${report.contract.title} ${report.contract.version}`,
    tests: total((one) => one.tests),
    failures: total((one) => one.failures),
    errors: total((one) => one.errors),
    time: seconds(report.run.durationMs),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${suites.map((one) => one.text).join('')}</testsuites>\n`;
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly text: string;
}

const suiteOf = (rule: RuleResult): string => rule.id.split('.')[0] ?? rule.id;

function suite(name: string, report: Report, context: ReportContext): Suite {
  const rules = report.rules.filter((rule) => suiteOf(rule) === name);
  const cases = rules.map((rule) => testCase(rule, report, context));
  const of = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length;
  const head = attributes({
    name,
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
    time: seconds(rules.reduce((sum, rule) => sum + rule.durationMs, 0)),
    timestamp: report.run.startedAt.replace(/(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, ''),
  });
  const properties = facts(report).map(
    ([key, value]) => `    <property${attributes({ name: key, value })}/>\n`,
  );
  return {
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    text: `  <testsuite${head}>\n   <properties>\n${properties.join('')}   </properties>\n${cases.map((one) => one.text).join('')}  </testsuite>\n`,
  };
}

function facts(report: Report): readonly (readonly [string, string])[] {
  return [
    [
      'target',
      report.target.name === report.target.baseUrl
        ? report.target.baseUrl
        : `${report.target.name} ${report.target.baseUrl}`,
    ],
    ['verdict', report.verdict],
    ['profiles', profilesOf(report)],
    ['scope', scopeOf(report)],
    ['seed', String(report.run.seed)],
    ['kit', `${report.kit.name} ${report.kit.version}`],
    ...(report.run.warnings.length === 0
      ? []
      : [['notes', report.run.warnings.map((warning) => cut(warning, 600)).join(' ')] as const]),
  ];
}

interface Case {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly text: string;
}

function testCase(rule: RuleResult, report: Report, context: ReportContext): Case {
  const head = attributes({
    classname: suiteOf(rule),
    name: `${rule.id}: ${rule.statement}`,
    time: seconds(rule.durationMs),
  });
  const { kind, child } = content(rule, report, context);
  return { kind, text: `   <testcase${head}>${child}</testcase>\n` };
}

function content(
  rule: RuleResult,
  report: Report,
  context: ReportContext,
): { readonly kind: Case['kind']; readonly child: string } {
  const mark = markOf(rule, report);
  const where = `${marks[mark].word}, ${clauseName(rule.clause, context)}`;
  const reason = rule.reason ?? marks[mark].meaning;
  if (mark === 'passed') return { kind: 'passed', child: '' };
  if (mark === 'observed') {
    const answer =
      report.observations.find((observation) => observation.id === rule.id)?.answer ?? reason;
    return {
      kind: 'passed',
      child: `<system-out>${xml(`observed, not judged: ${cut(answer, 4000)}`)}</system-out>`,
    };
  }
  if (mark === 'failed') {
    const message = rule.failures[0]?.cause ?? reason;
    return {
      kind: 'failure',
      child: `<failure${attributes({ message: cut(message, 1000), type: rule.kind })}>${xml(detail(rule, report, where))}</failure>`,
    };
  }
  if (mark === 'warning') {
    return {
      kind: 'skipped',
      child: `<skipped${attributes({ message: `warning: ${cut(rule.failures[0]?.cause ?? reason, 1000)}` })}/><system-out>${xml(detail(rule, report, where))}</system-out>`,
    };
  }
  const message = `${marks[mark].word}: ${cut(reason, 1000)}`;
  if (mark === 'cantTell' && rule.kind === 'stated')
    return {
      kind: 'error',
      child: `<error${attributes({ message, type: 'cantTell' })}>${xml(`${where}\n${reason}\n${evidenceOf(rule)}`)}</error>`,
    };
  return { kind: 'skipped', child: `<skipped${attributes({ message })}/>` };
}

function detail(rule: RuleResult, report: Report, where: string): string {
  const blocks = worstFirst(report)
    .filter((entry) => entry.rule === rule)
    .slice(0, 5)
    .map(block);
  return [where, rule.statement, ...blocks].join('\n\n');
}

/** A failure in plain lines: also what CTRF carries as its trace. */
export function block({ failure }: FailureEntry): string {
  return [
    cut(failure.cause, 1000),
    `expected:  ${cut(failure.expected, 1000)}`,
    `actual:    ${cut(failure.actual, 1000)}`,
    `case:      ${cut(failure.input, 1000)}`,
    ...(failure.difference === null ? [] : [`differs:   ${cut(failure.difference, 1000)}`]),
    `holds:     ${confirmation(failure)}; ${caseCount(failure)}`,
    ...failure.exchanges.map(
      (exchange) => `exchange:  ${cut(requestLine(exchange), 500)} -> ${answerLine(exchange)}`,
    ),
    ...(failure.curl === null ? [] : [`run it:    ${cut(failure.curl, 4000)}`]),
    `replay:    ${failure.replay}`,
  ].join('\n');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`)
    .join('');
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
