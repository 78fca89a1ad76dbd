// Proves that the checks can fail and that they accuse nobody: each fault must fail the rule for which it is made and
// those that are known to fail with it, and each legal variant none. Returns the outcome as data, which tests and the
// command report.
import type { Report } from '../judge/result/report.js';
import type { Rule } from '../judge/rules/rule.js';
import type { Fault, Variant } from '../reference/index.js';
import { startRun } from '../judge/run/start-run.js';
import { strangeLine } from '../judge/failures/lines-to-run.js';
import { prepareInMemory, runInMemory } from '../in-memory/in-memory.js';
import { allRules } from '../../suites/index.js';
import { expectedOf } from './also-fails/index.js';
import {
  accusedWhenLimited,
  contradictionsIn,
  provenLater,
  selfContradictions,
  type Runs,
} from './later.js';
import { known, wasMeasured } from './failure-signatures/known.js';
import { wronglyObserved } from './observed.js';

export interface Proven {
  readonly name: string;
  readonly failed: readonly string[];
  /** Sentences that name a rule and what was expected of it; empty if everything is as expected. */
  readonly problems: readonly string[];
}

/** Reports only problems with the fault itself; `alsoFailsProblems` reports other rules that fail with it. */
export async function proveFault(fault: Fault, seed: number): Promise<Proven> {
  const report = await runInMemory({ faults: [fault], seed });
  const failed = failedIn(report);
  const missed = failed.includes(fault.rule) ? [] : [missing(fault, fault.rule)];
  const wrong = verdictProblem(report);
  const contradictory = selfContradictions(report).map(
    (complaint) => `the report on the fault ${fault.name} does not hold: ${complaint}`,
  );
  const misjudged =
    wrong === undefined ? [] : [`the verdict on the fault ${fault.name} was ${wrong}`];
  const strange = strangeLine(report);
  const unread = strange === undefined ? [] : [`the kit would not read its own report: ${strange}`];
  const problems = [...missed, ...misjudged, ...contradictory, ...unread];
  return { name: fault.name, failed, problems };
}

/**
 * Whether the rule fails for which the fault is made. It is run alone first, then with a rule whose requests are known
 * to show the fault, and finally with all rules.
 */
export async function isCaught(fault: Fault, seed: number): Promise<boolean> {
  const own = allRules.filter(({ id }) => id === fault.rule);
  for (const rules of [own, [...own, ...senderFor(fault)], allRules]) {
    const report = await runInMemory({ faults: [fault], seed, rules });
    if (failedIn(report).includes(fault.rule)) return true;
  }
  return false;
}

function senderFor(fault: Fault): readonly Rule[] {
  const signatures = known.find((one) => one.fault === fault.name)?.signatures ?? [];
  const signature = signatures.find(({ rule }) => rule === fault.rule);
  const sender = allRules.find(
    ({ id, experiments }) =>
      id !== fault.rule && experiments.some(({ name }) => name === signature?.experiment),
  );
  return sender === undefined ? [] : [sender];
}

/** Rules that fail unexpectedly, and known ones that do not fail. Nothing is known about rules that are newer. */
export function alsoFailsProblems(fault: Fault, failed: readonly string[]): readonly string[] {
  const { fails, mayFail } = expectedOf(fault);
  const missed = fails.filter((id) => id !== fault.rule && !failed.includes(id));
  const accused = failed.filter(
    (id) => wasMeasured(id) && !fails.includes(id) && !mayFail.includes(id),
  );
  return [
    ...missed.map((id) => missing(fault, id)),
    ...accused.map(
      (id) => `${id} failed unexpectedly for the fault ${fault.name} (${fault.sentence})`,
    ),
  ];
}

const missing = ({ name, sentence }: Fault, id: string): string =>
  `${id} was expected to fail for the fault ${name} (${sentence}), but did not`;

/**
 * A server that breaks only implied rules is conformant with warnings; one that breaks a stated rule is not conformant.
 */
export function verdictProblem({ rules, verdict }: Report): string | undefined {
  const stated = rules.some(({ kind, outcome }) => kind === 'stated' && outcome === 'failed');
  const undecided = rules.some(({ kind, outcome }) => kind === 'stated' && outcome === 'cantTell');
  const expected = stated ? 'not-conformant' : undecided ? 'inconclusive' : 'conformant';
  return verdict === expected ? undefined : `${verdict}, not ${expected}`;
}

/**
 * Makes the first run at an empty store, and later ones at the same store, next to odd animals of other people. Only
 * where all are made does the report hold its cases, which are judged again; where not, limited runs are made as well.
 */
export async function proveRuns(
  variants: readonly Variant[],
  seed: number,
  runs: Runs,
): Promise<Proven> {
  const target = prepareInMemory({ variants, seed });
  const keepCases = runs === 'all';
  const first = await startRun({ ...target, salt: 'first', keepCases });
  const proven = await provenLegal(variants, first);
  const { problems, failed } = await provenLater(variants, target, first, runs);
  const accused =
    runs === 'two' ? await accusedWhenLimited(() => prepareInMemory({ variants, seed })) : [];
  const [one, ...others] = variants;
  const observed = others.length > 0 ? [] : wronglyObserved(one, first);
  return {
    ...proven,
    failed: [...new Set([...proven.failed, ...failed])],
    problems: [
      ...proven.problems,
      ...[...problems, ...accused].map((problem) => `${proven.name}, ${problem}`),
      ...observed,
    ],
  };
}

/** Judges the report of a run against a correct server with these choices, and the cases that it holds, if any. */
export async function provenLegal(variants: readonly Variant[], report: Report): Promise<Proven> {
  const name = nameOf(variants);
  const may = new Set(variants.flatMap((variant) => variant.mayFail ?? []));
  const failed = failedIn(report);
  const problems = [
    ...report.rules
      .filter((rule) => rule.outcome === 'failed' && (rule.kind === 'stated' || !may.has(rule.id)))
      .map(
        (rule) =>
          `${rule.id} raised a false alarm for ${name}, which is legal: ${rule.failures[0]?.cause ?? ''}`,
      ),
    ...report.rules
      .filter((rule) => rule.outcome === 'cantTell' && rule.kind === 'stated')
      .map((rule) => `${rule.id} is undecided for ${name}, which is legal: ${rule.reason ?? ''}`),
    ...(await contradictionsIn(report, { certifiable: true })).map(
      (complaint) => `the report on ${name} does not hold: ${complaint}`,
    ),
    ...(report.verdict === 'conformant'
      ? []
      : [`the verdict on ${name} was ${report.verdict}, not conformant`]),
  ];
  return { name, failed, problems };
}

const nameOf = (variants: readonly Variant[]): string =>
  variants.map((variant) => variant.name).join(' + ') || 'the correct server';

export const failedIn = (report: Report): readonly string[] =>
  report.rules.filter((rule) => rule.outcome === 'failed').map((rule) => rule.id);
