// The proof that the checks can fail, and that they accuse nobody: each fault must fail the rule that it is
// made for and those that are known to fail with it, each legal variant none. Gives the outcome as data; tests and the command say it.
import type { Report } from '../judge/result/report.js';
import { withoutWitness, wronglyListed } from '../certify/certificate/provable.js';
import { judgedAgain } from '../judge/witnesses/again.js';
import type { Rule } from '../judge/rules/rule.js';
import type { Fault, Variant } from '../reference/index.js';
import { aim } from '../judge/run/aim.js';
import { aimInMemory, runInMemory } from '../rehearsal/in-memory.js';
import { allRules } from '../../suites/index.js';
import { expectedOf } from './knock-on/index.js';
import { provenLater, selfContradictions } from './later.js';
import { known, wasMeasured } from './signs/known.js';
import { wronglyObserved } from './observed.js';

export interface Proven {
  readonly name: string;
  readonly failed: readonly string[];
  /** Each a sentence that names the rule, and what was expected. Empty: it is as it should be. */
  readonly problems: readonly string[];
}

/** Its problems are the fault's own: that other rules fail with it is for `knockOnProblems`. */
export async function proveFault(fault: Fault, seed: number): Promise<Proven> {
  const report = await runInMemory({ faults: [fault], seed });
  const failed = failedIn(report);
  const missed = failed.includes(fault.rule) ? [] : [missing(fault, fault.rule)];
  const contradictory = selfContradictions(report).map(
    (told) => `the report on the fault ${fault.name} does not hold: ${told}`,
  );
  const problems = [...missed, ...judgedWrongly(fault, report), ...contradictory];
  return { name: fault.name, failed, problems };
}

/**
 * Does the rule fail that it is made for? That rule is asked alone, then with one that sends what is known to show the
 * fault; where it needs the requests of others still, with all of them.
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
  const signs = known.find((one) => one.fault === fault.name)?.signs ?? [];
  const sign = signs.find(({ rule }) => rule === fault.rule);
  const sender = allRules.find(
    ({ id, experiments }) =>
      id !== fault.rule && experiments.some(({ name }) => name === sign?.experiment),
  );
  return sender === undefined ? [] : [sender];
}

/** Rules that fail beside those that are known to, and known ones that do not. Of a rule that came later nothing is known. */
export function knockOnProblems(fault: Fault, failed: readonly string[]): readonly string[] {
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

/** What breaks only implied rules is conformant, with its warnings; what breaks a stated one is not. */
function judgedWrongly(fault: Fault, { rules, verdict }: Report): readonly string[] {
  const stated = rules.some(({ kind, outcome }) => kind === 'stated' && outcome === 'failed');
  const untold = rules.some(({ kind, outcome }) => kind === 'stated' && outcome === 'cantTell');
  const expected = stated ? 'not-conformant' : untold ? 'inconclusive' : 'conformant';
  return verdict === expected
    ? []
    : [`the verdict on the fault ${fault.name} was ${verdict}, not ${expected}`];
}

export async function proveVariants(variants: readonly Variant[], seed: number): Promise<Proven> {
  return provenLegal(variants, await runInMemory({ variants, seed, keepWitnesses: true }));
}

/** The first run at an empty store, and every kind of later run at the same one, beside odd animals of other people. */
export async function proveEveryRun(variants: readonly Variant[], seed: number): Promise<Proven> {
  const target = aimInMemory({ variants, seed });
  const first = await aim({ ...target, salt: 'first', keepWitnesses: true });
  const proven = await provenLegal(variants, first);
  const { problems, failed } = await provenLater(variants, target, first);
  const [one, ...others] = variants;
  const observed = others.length > 0 ? [] : wronglyObserved(one, first);
  return {
    ...proven,
    failed: [...new Set([...proven.failed, ...failed])],
    problems: [
      ...proven.problems,
      ...problems.map((problem) => `${proven.name}, ${problem}`),
      ...observed,
    ],
  };
}

/** What a run against a correct server with these choices says. Its report has kept cases. */
export async function provenLegal(variants: readonly Variant[], report: Report): Promise<Proven> {
  const again = await judgedAgain(report, allRules);
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
    ...wronglyListed(report, again).map((told) => `the report on ${name} does not hold: ${told}`),
    ...selfContradictions(report).map((told) => `the report on ${name} does not hold: ${told}`),
    ...(report.verdict === 'conformant'
      ? []
      : [`the verdict on ${name} was ${report.verdict}, not conformant`]),
    ...withoutWitness(report, again).map(
      (id) => `${id} has no kept case for ${name} that bears it out`,
    ),
    ...again.contradictions.map(
      ({ rule, where, why }) =>
        `${rule} does not hold for ${name} when judged again (${where}): ${why}`,
    ),
  ];
  return { name, failed, problems };
}

const nameOf = (variants: readonly Variant[]): string =>
  variants.map((variant) => variant.name).join(' + ') || 'the correct server';

const failedIn = (report: Report): readonly string[] =>
  report.rules.filter((rule) => rule.outcome === 'failed').map((rule) => rule.id);
