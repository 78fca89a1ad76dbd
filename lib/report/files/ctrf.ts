// ctrf.json: the Common Test Report Format. Only what fails a gate is `failed`. Warnings, known failures, observations
// and undecided rules are `other`, with the kit's own word in rawStatus.
import type { Failure, Report, RuleResult } from '../../judge/result/report.js';
import { uuidOf } from '../identity.js';
import { cut, jsonText, visible, visibleLines } from '../text/inert.js';
import { block } from './junit.js';
import {
  type FailureEntry,
  type Mark,
  type ReportContext,
  byClause,
  evidenceOf,
  knownText,
  markOf,
  marks,
  scopeOf,
  worstFirst,
} from '../words.js';

type Status = 'passed' | 'failed' | 'skipped' | 'other';

const statuses: Readonly<Record<Mark, Status>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'other',
  cantTell: 'other',
  known: 'other',
  observed: 'other',
  inapplicable: 'skipped',
  untested: 'skipped',
};

export function ctrfJson(report: Report, context: ReportContext): string {
  const found = foundIn(report);
  const tests = byClause(report.rules, context).flatMap((clause) =>
    clause.rules.map((rule) => test(rule, `${clause.id} ${clause.title}`.trim(), found)),
  );
  const { kit, run, target } = report;
  const start = startOf(report);
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    reportId: uuidOf('report', `${run.startedAt} ${run.seed} ${target.baseUrl}`),
    ...(start === 0 ? {} : { timestamp: new Date(start).toISOString() }),
    generatedBy: `${kit.name} ${kit.version}`,
    results: {
      tool: { name: kit.name, version: kit.version, extra: { digest: kit.digest } },
      summary: summary(report, tests),
      tests,
      environment: environment(report),
    },
  };
  return `${jsonText(document, 1)}\n`;
}

const startOf = ({ run }: Report): number => Date.parse(run.startedAt) || 0;

function summary(report: Report, tests: readonly ReturnType<typeof test>[]) {
  const of = (status: Status): number => tests.filter((one) => one.status === status).length;
  const duration = Math.round(report.run.durationMs);
  return {
    tests: tests.length,
    passed: of('passed'),
    failed: of('failed'),
    skipped: of('skipped'),
    pending: 0,
    other: of('other'),
    suites: new Set(tests.map((one) => one.suite[1])).size,
    start: startOf(report),
    stop: startOf(report) + duration,
    duration,
    extra: {
      verdict: report.verdict,
      summary: visible(cut(report.summary, 1000)),
      profiles: report.profiles,
      gate: report.run.baseline?.gate,
    },
  };
}

function environment(report: Report) {
  const { contract, run, target } = report;
  return {
    testEnvironment: visible(cut(target.name, 200)),
    extra: {
      baseUrl: visible(cut(target.baseUrl, 500)),
      contract: `${contract.title} ${contract.version}`,
      scope: visible(scopeOf(report)),
      seed: run.seed,
      effort: run.effort,
    },
  };
}

interface Found {
  readonly report: Report;
  readonly failures: ReadonlyMap<RuleResult, readonly FailureEntry[]>;
  readonly answers: ReadonlyMap<string, string>;
}

/** Sorts the failures once instead of once for each rule: a foreign report may have very many. */
function foundIn(report: Report): Found {
  const failures = new Map<RuleResult, FailureEntry[]>(report.rules.map((rule) => [rule, []]));
  for (const entry of worstFirst(report)) failures.get(entry.rule)?.push(entry);
  const answers = new Map(report.observations.map(({ id, answer }) => [id, answer]));
  return { report, failures, answers };
}

function test(rule: RuleResult, clause: string, { report, failures: byRule, answers }: Found) {
  const mark = markOf(rule, report);
  const entries = byRule.get(rule) ?? [];
  const message = causeAndWhy(entries[0]?.failure) ?? answers.get(rule.id) ?? rule.reason;
  const trace = visibleLines(entries.slice(0, 5).map(block).join('\n\n'));
  const failures = entries.map(({ failure }) => {
    const known = visible(knownText(failure));
    const { id, replay } = failure;
    return { id, replay: visible(replay), ...(known === '' ? {} : { known }) };
  });
  return {
    id: uuidOf('rule', rule.id),
    testId: rule.id,
    name: visible(`${rule.id}: ${rule.statement}`),
    status: statuses[mark],
    rawStatus: marks[mark].word,
    duration: Math.round(rule.durationMs),
    suite: [report.contract.title, clause],
    ...(message === null ? {} : { message: visibleLines(cut(message, 2000)) }),
    ...(failures.length === 0 ? {} : { trace }),
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
      ...(failures.length === 0 ? {} : { failures }),
    },
  };
}

function causeAndWhy(failure: Failure | undefined): string | undefined {
  if (failure === undefined) return undefined;
  const why = knownText(failure);
  return why === '' ? failure.cause : `${why}. ${failure.cause}`;
}
