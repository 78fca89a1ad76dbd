// ctrf.json: the Common Test Report Format. What would not fail a gate is never `failed`: a warning, an observation and
// what cannot be told are `other`, with our own word in rawStatus.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { uuidOf } from '../identity.js';
import { cut, jsonText, visible, visibleLines } from '../inert.js';
import { block } from './junit.js';
import {
  type Mark,
  type ReportContext,
  byClause,
  evidenceOf,
  markOf,
  marks,
  scopeOf,
  worstFirst,
} from '../words.js';

const statuses: Readonly<Record<Mark, 'passed' | 'failed' | 'skipped' | 'other'>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'other',
  cantTell: 'other',
  observed: 'other',
  inapplicable: 'skipped',
  untested: 'skipped',
};

export function ctrfJson(report: Report, context: ReportContext): string {
  const tests = byClause(report, context).flatMap((clause) =>
    clause.rules.map((rule) => test(rule, `${clause.id} ${clause.title}`.trim(), report)),
  );
  const of = (status: string): number => tests.filter((one) => one.status === status).length;
  const start = Date.parse(report.run.startedAt) || 0;
  const { contract, kit, run, target } = report;
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    reportId: uuidOf('report', `${run.startedAt} ${run.seed} ${target.baseUrl}`),
    ...(start === 0 ? {} : { timestamp: new Date(start).toISOString() }),
    generatedBy: `${kit.name} ${kit.version}`,
    results: {
      tool: { name: kit.name, version: kit.version, extra: { digest: kit.digest } },
      summary: {
        tests: tests.length,
        passed: of('passed'),
        failed: of('failed'),
        skipped: of('skipped'),
        pending: 0,
        other: of('other'),
        suites: new Set(tests.map((one) => one.suite[1])).size,
        start,
        stop: start + Math.round(run.durationMs),
        duration: Math.round(run.durationMs),
        extra: {
          verdict: report.verdict,
          summary: visible(cut(report.summary, 1000)),
          profiles: report.profiles,
        },
      },
      tests,
      environment: {
        testEnvironment: visible(cut(target.name, 200)),
        extra: {
          baseUrl: visible(cut(target.baseUrl, 500)),
          contract: `${contract.title} ${contract.version}`,
          scope: visible(scopeOf(report)),
          seed: run.seed,
          effort: run.effort,
        },
      },
    },
  };
  return `${jsonText(document, 1)}\n`;
}

function test(rule: RuleResult, clause: string, report: Report) {
  const mark = markOf(rule, report);
  const failures = worstFirst(report).filter((entry) => entry.rule === rule);
  const observed = report.observations.find((observation) => observation.id === rule.id);
  const message = failures[0]?.failure.cause ?? observed?.answer ?? rule.reason;
  return {
    id: uuidOf('rule', rule.id),
    testId: rule.id,
    name: visible(`${rule.id}: ${rule.statement}`),
    status: statuses[mark],
    rawStatus: marks[mark].word,
    duration: Math.round(rule.durationMs),
    suite: [report.contract.title, clause],
    ...(message === null ? {} : { message: visibleLines(cut(message, 2000)) }),
    ...(failures.length === 0
      ? {}
      : { trace: visibleLines(failures.slice(0, 5).map(block).join('\n\n')) }),
    tags: [rule.kind, rule.profile],
    type: 'conformance',
    labels: {
      clause: rule.clause,
      kind: rule.kind,
      profile: rule.profile,
      cases: rule.evidence.cases,
      requests: rule.evidence.exchanges,
    },
    extra: {
      evidence: evidenceOf(rule),
      ...(failures.length === 0
        ? {}
        : {
            failures: failures.map(({ failure }) => ({
              id: failure.id,
              replay: visible(failure.replay),
            })),
          }),
    },
  };
}
