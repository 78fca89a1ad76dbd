// The proof that the checks can fail, and that they accuse nobody: each fault must fail exactly the rules named beside
// it, each legal variant none. Gives the outcome as data; tests and the command say it.
import type { Report } from '../judge/result/report.js';
import type { Fault, Variant } from '../reference/index.js';
import { runInMemory } from '../rehearsal/in-memory.js';

export interface Proven {
  readonly name: string;
  readonly failed: readonly string[];
  /** Each a sentence that names the rule, and what was expected. Empty: it is as it should be. */
  readonly problems: readonly string[];
}

export async function proveFault(fault: Fault, seed: number): Promise<Proven> {
  const report = await runInMemory({ faults: [fault], seed });
  const failed = failedIn(report);
  const missed = fault.fails
    .filter((id) => !failed.includes(id))
    .map(
      (id) =>
        `${id} was expected to fail for the fault ${fault.name} (${fault.sentence}), and did not`,
    );
  const accused = failed
    .filter((id) => !fault.fails.includes(id) && !fault.mayFail?.includes(id))
    .map(
      (id) =>
        `${id} failed for the fault ${fault.name} (${fault.sentence}), which does not name it`,
    );
  return {
    name: fault.name,
    failed,
    problems: [...missed, ...accused, ...judgedWrongly(fault, report)],
  };
}

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
  const report = await runInMemory({ variants, seed });
  const name = variants.map((variant) => variant.name).join(' + ') || 'the correct server';
  const may = new Set(variants.flatMap((variant) => variant.mayFail ?? []));
  const failed = failedIn(report);
  const problems = [
    ...report.rules
      .filter((rule) => rule.outcome === 'failed' && (rule.kind === 'stated' || !may.has(rule.id)))
      .map(
        (rule) => `${rule.id} accused ${name}, which is legal: ${rule.failures[0]?.cause ?? ''}`,
      ),
    ...report.rules
      .filter((rule) => rule.outcome === 'cantTell' && rule.kind === 'stated')
      .map(
        (rule) => `${rule.id} could not be told of ${name}, which is legal: ${rule.reason ?? ''}`,
      ),
    ...(report.verdict === 'conformant'
      ? []
      : [`the verdict on ${name} was ${report.verdict}, not conformant`]),
  ];
  return { name, failed, problems };
}

const failedIn = (report: Report): readonly string[] =>
  report.rules.filter((rule) => rule.outcome === 'failed').map((rule) => rule.id);
