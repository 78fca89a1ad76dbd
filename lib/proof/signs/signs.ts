// By what a failing server is known: where it fails, as a report says it. Two servers with the same defect fail in the
// same rules, experiments and cases, whoever wrote them.
import type { Failure, RuleResult } from '../../judge/result/report.js';

/** Where a rule failed: the experiment and, as it is told from others of that, the case. */
export interface Sign {
  readonly rule: string;
  readonly experiment: string;
  /** The name of the case; undefined for one that was made smaller. */
  readonly at: string | undefined;
  /** What was found there, without what is another one in each run. */
  readonly shown: string;
  /** The failure that shows it. */
  readonly failure: string;
}

/** As much of a result as shows where the rule failed. */
export type Failed = Pick<RuleResult, 'id' | 'outcome' | 'failures'>;

export function signsOf({ rules }: { readonly rules: readonly Failed[] }): readonly Sign[] {
  return rules
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ id, failures }) => failures.map((failure) => signOf(id, failure)));
}

function signOf(rule: string, { id, actual, case: { path, name } }: Failure): Sign {
  return {
    rule,
    experiment: path.slice(0, path.lastIndexOf('#')),
    at: name,
    shown: formOf(actual),
    failure: id,
  };
}

const longestForm = 40;

/** A status as it is; of anything else neither numbers nor texts. */
function formOf(actual: string): string {
  const [status] = /^status \d{3}\b/.exec(actual) ?? [];
  const form = actual.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/-?\d+/g, '0');
  return status ?? form.slice(0, longestForm);
}

/** Of what two servers fail at alike, each shows the same of the other. */
export function showTheSame(
  signs: readonly Omit<Sign, 'failure'>[],
  others: readonly Omit<Sign, 'failure'>[],
): boolean {
  const common = signs.flatMap((sign) => {
    const there = others.filter((other) => isAt(sign, other));
    return there.length === 0
      ? []
      : [there.some(({ at, shown }) => at === sign.at && shown === sign.shown)];
  });
  return common.length > 0 && common.every(Boolean);
}

export const isAt = (one: Omit<Sign, 'failure'>, other: Omit<Sign, 'failure'>): boolean =>
  one.rule === other.rule && one.experiment === other.experiment;

/** Coarse to fine: what two servers share counts on each level. */
export function tokensOf({ rule, experiment, at }: Omit<Sign, 'failure'>): readonly string[] {
  const where = `${rule} ${experiment}`;
  return at === undefined ? [rule, where] : [rule, where, `${where}#${at}`];
}
