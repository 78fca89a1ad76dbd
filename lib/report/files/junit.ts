// junit.xml: one suite for each suite of rules, one case for each rule. Only what fails a run is a <failure>; an
// undecided stated rule is an <error>; everything else that has not passed is <skipped> with its reason.
import type { Failure, Report, RuleResult } from '../../judge/result/report.js';
import { answerLine, requestLine, aboutCurl } from '../exchange.js';
import { cut } from '../text/inert.js';
import { type Content, type Markup, joined, xml } from '../markup.js';
import {
  type FailureEntry,
  type ReportContext,
  baselineOf,
  caseCount,
  clauseName,
  confirmation,
  evidenceOf,
  knownLink,
  knownText,
  markOf,
  marks,
  profilesOf,
  scopeOf,
  worstFirst,
} from '../words.js';
import { type Group, groupsOf } from '../groups.js';

export function junitXml(report: Report, context: ReportContext): string {
  const { contract, run } = report;
  const cases = report.rules.map((rule) => caseOf(rule, report, context));
  const { tests, failures, errors } = countsOf(cases);
  const lines = [
    xml`<?xml version="1.0" encoding="UTF-8"?>`,
    xml`<testsuites name="${contract.title} ${contract.version}" tests="${tests}" failures="${failures}" errors="${errors}" time="${seconds(run.durationMs)}">`,
    ...groupsOf(cases, ({ suite }) => suite).flatMap((own) => suiteLines(own, report)),
    xml`</testsuites>`,
  ];
  return `${xml`${joined(lines, '\n')}`.toString()}\n`;
}

interface Case {
  readonly rule: RuleResult;
  readonly suite: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly content: Content;
}

function countsOf(cases: readonly Case[]) {
  const of = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length;
  return {
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
  };
}

function suiteLines(cases: Group<Case>, report: Report): readonly Markup[] {
  const { tests, failures, errors, skipped } = countsOf(cases);
  // Rules are tested at the same time: their times add up to more than the run took.
  const sumMs = cases.reduce((sum, { rule }) => sum + rule.durationMs, 0);
  const ms = Math.min(sumMs, report.run.durationMs);
  const started = report.run.startedAt.replace(/(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, '');
  return [
    xml`  <testsuite name="${cases[0].suite}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds(ms)}" timestamp="${started}">`,
    xml`   <properties>`,
    ...properties(report).map(
      ([key, value]) => xml`    <property name="${key}" value="${value}"/>`,
    ),
    xml`   </properties>`,
    ...cases.map(caseLine),
    xml`  </testsuite>`,
  ];
}

const caseLine = ({ rule, suite, content }: Case): Markup =>
  xml`   <testcase classname="${suite}" name="${rule.id}: ${rule.statement}" time="${seconds(rule.durationMs)}">${content}</testcase>`;

function properties(report: Report): readonly (readonly [name: string, value: string])[] {
  const { target, run, kit } = report;
  const notes = run.warnings.map((warning) => cut(warning, 600)).join(' ');
  return [
    [
      'target',
      target.name === target.baseUrl ? target.baseUrl : `${target.name} ${target.baseUrl}`,
    ],
    ['verdict', report.verdict],
    ['profiles', profilesOf(report)],
    ['scope', scopeOf(report)],
    ...(run.baseline === undefined
      ? []
      : ([
          ['baseline', baselineOf(report)],
          ['gate', run.baseline.gate],
        ] as const)),
    ['seed', String(run.seed)],
    ['kit', `${kit.name} ${kit.version}`],
    ...(run.warnings.length === 0 ? [] : [['notes', notes] as const]),
  ];
}

function caseOf(rule: RuleResult, report: Report, context: ReportContext): Case {
  const [suite = rule.id] = rule.id.split('.');
  return { rule, suite, ...outcomeOf(rule, report, context) };
}

function outcomeOf(
  rule: RuleResult,
  report: Report,
  context: ReportContext,
): Pick<Case, 'kind' | 'content'> {
  const mark = markOf(rule, report);
  const where = `${marks[mark].word}, ${clauseName(rule.clause, context)}`;
  const reason = rule.reason ?? marks[mark].meaning;
  const cause = cut(rule.failures[0]?.cause ?? reason, 1000);
  if (mark === 'passed') return { kind: 'passed', content: '' };
  if (mark === 'observed') {
    const answer = report.observations.find(({ id }) => id === rule.id)?.answer ?? reason;
    const observed = `observed, not judged: ${cut(answer, 4000)}`;
    return { kind: 'passed', content: xml`<system-out>${observed}</system-out>` };
  }
  const [first] = rule.failures;
  const why = first === undefined ? '' : knownText(first);
  if (mark === 'known')
    return {
      kind: 'skipped',
      content: xml`<skipped message="${why}"/><system-out>${detail(rule, report, where)}</system-out>`,
    };
  if (mark === 'failed')
    return {
      kind: 'failure',
      content: xml`<failure message="${why === '' ? cause : `${cause} (${why})`}" type="${rule.kind}">${detail(rule, report, where)}</failure>`,
    };
  if (mark === 'warning')
    return {
      kind: 'skipped',
      content: xml`<skipped message="warning: ${cause}"/><system-out>${detail(rule, report, where)}</system-out>`,
    };
  const message = `${marks[mark].word}: ${cut(reason, 1000)}`;
  if (mark === 'cantTell' && rule.kind === 'stated') {
    const text = [where, reason, evidenceOf(rule)].join('\n');
    return {
      kind: 'error',
      content: xml`<error message="${message}" type="cantTell">${text}</error>`,
    };
  }
  return { kind: 'skipped', content: xml`<skipped message="${message}"/>` };
}

function detail(rule: RuleResult, report: Report, where: string): string {
  const blocks = worstFirst(report)
    .filter((entry) => entry.rule === rule)
    .slice(0, 5)
    .map(block);
  return [where, rule.statement, ...blocks].join('\n\n');
}

function knownLines(failure: Failure): readonly string[] {
  const [why, link] = [knownText(failure), knownLink(failure)];
  return why === '' ? [] : [`${why}${link === '' ? '' : `, ${link}`}`];
}

/** A failure in plain lines: also what CTRF carries as its trace. */
export function block({ failure }: FailureEntry): string {
  return [
    cut(failure.cause, 1000),
    `expected:  ${cut(failure.expected, 1000)}`,
    `actual:    ${cut(failure.actual, 1000)}`,
    `case:      ${cut(failure.input, 1000)}`,
    ...(failure.difference === null ? [] : [`differs:   ${cut(failure.difference, 1000)}`]),
    ...knownLines(failure),
    `reproduced: ${confirmation(failure)}; ${caseCount(failure)}`,
    ...failure.exchanges.map(
      (exchange) => `exchange:  ${cut(requestLine(exchange), 500)} -> ${answerLine(exchange)}`,
    ),
    ...runIt(failure),
    `replay:    ${failure.replay}`,
    ...(failure.output === undefined ? [] : ['output:', cut(failure.output, 4000)]),
  ].join('\n');
}

function runIt(failure: Failure): readonly string[] {
  const line = failure.curl ?? aboutCurl(failure);
  return line === undefined ? [] : [`run it:    ${cut(line, 4000)}`];
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
