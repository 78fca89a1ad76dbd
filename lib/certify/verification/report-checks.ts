// Checks that a report follows from itself: every rule of the contract appears once and has evidence, and counts,
// verdict and summary are those that the kit derives from the outcomes. The rules judge what the exchanges show.
import type { Ledger } from '../../contract/ledger.js';
import { countsIn, summaryOf, verdictsOf } from '../../judge/result/verdict.js';
import { count } from '../../report/words.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { contradictionsIn, uncertifiedProblems } from './contradictions.js';
import { exchangeProblems } from './exchange-checks.js';
import { problem, type Problem, some, those } from './problems.js';

export function reportProblems(report: Report, ledger: Ledger): readonly Problem[] {
  return [
    ...missingRules(report, ledger),
    ...soundnessProblems(report, ledger),
    ...uncertifiedProblems(report),
  ];
}

/** What holds for every report, also for that of a shard, or of a run that nobody would certify. */
export function soundnessProblems(report: Report, ledger: Ledger): readonly Problem[] {
  return [
    ...changedRules(report, ledger),
    ...report.rules.flatMap((rule) => outcomeProblems(rule, report)),
    ...verdictProblems(report),
    ...latencyProblems(report),
    ...exchangeProblems(report),
    ...contradictionsIn(report, ledger),
  ];
}

function changedRules(report: Report, ledger: Ledger): readonly Problem[] {
  const { rules } = report;
  const ids = rules.map(({ id }) => id);
  const known = new Map(ledger.rules.map((row) => [row.id as string, row]));
  const doubled = [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
  const unknown = ids.filter((id) => !known.has(id));
  const changed = rules.flatMap((rule) => {
    const row = known.get(rule.id);
    const differs = (['clause', 'kind', 'statement', 'profile'] as const).find(
      (field) => row !== undefined && row[field] !== rule[field],
    );
    return differs === undefined ? [] : [`${rule.id} (its ${differs})`];
  });
  const asked = report.observations.filter(({ id, question }) => {
    const row = known.get(id);
    return row === undefined || row.kind !== 'open' || row.statement !== question;
  });
  const inLedger = [...known.keys()];
  const rises = (all: readonly string[]): boolean =>
    all.every((id, at) => at === 0 || inLedger.indexOf(all[at - 1]!) <= inLedger.indexOf(id));
  const isInOrder =
    rises(ids.filter((id) => known.has(id))) && rises(report.observations.map(({ id }) => id));
  return those([
    !isInOrder &&
      problem('changed-rule', 'The rules or observations are not in the order of the contract.'),
    asked.length > 0 &&
      problem(
        'changed-rule',
        `The report answers what the contract leaves no question of: ${some(asked.map(({ id }) => id))}.`,
      ),
    doubled.length > 0 &&
      problem('doubled-rule', `The report has ${some(doubled)} more than once.`),
    unknown.length > 0 &&
      problem(
        'unknown-rule',
        `The report has a rule that the contract does not have: ${some(unknown)}.`,
      ),
    changed.length > 0 &&
      problem(
        'changed-rule',
        `The report contradicts the contract about what is asked: ${some(changed)}.`,
      ),
  ]);
}

function missingRules({ rules }: Report, ledger: Ledger): readonly Problem[] {
  const there = new Set(rules.map(({ id }) => id));
  const missing = ledger.rules.map(({ id }) => id as string).filter((id) => !there.has(id));
  return those([
    missing.length > 0 &&
      problem(
        'missing-rule',
        `The report leaves out ${some(missing)}: every rule of the contract must be there.`,
      ),
  ]);
}

/** Finds outcomes that contradict what stands next to them. */
function outcomeProblems(rule: RuleResult, report: Report): readonly Problem[] {
  const { id, outcome, evidence, failures, reason, kind } = rule;
  const impossible = (why: string): Problem =>
    problem('impossible-outcome', `${id} is ${outcome}, ${why}.`);
  const isReported = outcome === 'passed' || outcome === 'failed' || outcome === 'observed';
  const needsReason =
    outcome === 'cantTell' || outcome === 'untested' || outcome === 'inapplicable';
  const observations = report.observations.filter((one) => one.id === id).length;
  return those([
    (outcome === 'passed' || outcome === 'observed') &&
      (evidence.cases < 1 || evidence.exchanges < 1) &&
      problem(
        'no-evidence',
        `${id} is ${outcome} without evidence (${evidence.cases} cases, ${evidence.exchanges} requests).`,
      ),
    evidence.exchanges > report.run.exchanges &&
      problem(
        'impossible-outcome',
        `${id} has evidence from ${evidence.exchanges} requests, but the run sent only ${report.run.exchanges}.`,
      ),
    outcome === 'inapplicable' && evidence.cases > 0 && impossible('but has evidence'),
    outcome === 'passed' && failures.length > 0 && impossible('but has a failure'),
    outcome === 'failed' && failures.length === 0 && impossible('but shows no failure'),
    needsReason && reason === null && impossible('but does not say why'),
    (kind === 'open') !== (outcome === 'observed') &&
      isReported &&
      impossible(kind === 'open' ? 'but is never judged' : 'but must be judged'),
    observations !== (outcome === 'observed' ? 1 : 0) &&
      impossible(`but has ${observations === 0 ? 'no answer' : count(observations, 'answer')}`),
  ]);
}

function verdictProblems(report: Report): readonly Problem[] {
  const { rules, run, profiles, target } = report;
  const judged = { scope: run.scope, strict: run.strict, interrupted: run.interrupted };
  const expected = verdictsOf({ ...judged, rules }, target.quickstartBaseUrl !== null);
  const summary = summaryOf({
    ...judged,
    rules,
    verdict: report.verdict,
    profiles,
    targetName: target.name,
  });
  const counts = countsIn(report);
  const wrongCounts = (Object.keys(counts) as (keyof typeof counts)[]).filter(
    (name) => counts[name] !== report.counts[name],
  );
  return those([
    wrongCounts.length > 0 &&
      problem(
        'changed-counts',
        `The counts are not those of the outcomes: ${some(wrongCounts.map((name) => `${name} is ${report.counts[name]} instead of ${counts[name]}`))}.`,
      ),
    expected.verdict !== report.verdict &&
      problem(
        'changed-verdict',
        `The verdict is ${report.verdict}, but the outcomes give ${expected.verdict}.`,
      ),
    (expected.profiles.catalogue !== profiles.catalogue ||
      expected.profiles.quickstart !== profiles.quickstart) &&
      problem('changed-verdict', 'The verdict of a profile does not follow from its outcomes.'),
    !saysIt(report, summary) &&
      problem('changed-verdict', 'The summary does not follow from the outcomes.'),
  ]);
}

/** A baseline may add what it says of the failures; a certified run has none. */
const saysIt = ({ run, summary }: Report, expected: string): boolean =>
  summary === expected || (run.baseline !== undefined && summary.startsWith(`${expected} `));

function latencyProblems({ latency }: Report): readonly Problem[] {
  return latency.flatMap(({ operation, count, histogram, min, p50, p90, p99, max }) => {
    const sum = histogram.reduce((total, bar) => total + bar.count, 0);
    const rises = [min, p50, p90, p99, max].every((value, at, all) => value >= (all[at - 1] ?? 0));
    return sum === count && rises
      ? []
      : [problem('changed-counts', `The response times of ${operation} do not add up.`)];
  });
}
