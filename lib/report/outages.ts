// The facts that every report gives about a target that stopped responding: the rules that this left undecided, and
// the requests in flight.
import type { Outage, Report, RuleResult } from '../judge/result/report.js';
import { countOfRules } from './words.js';

/** More suspects than this are in report.json alone. */
export const mostSuspects = 24;

/** Outages that no failure explains. */
export const unexplained = ({ run: { outages = [] } }: Report): readonly Outage[] =>
  outages.filter(({ failure }) => failure === null);

/** The outage that left a rule undecided. Reports say the same of all rules that it left undecided. */
export function outageBehind(rule: RuleResult, { run }: Report): Outage | undefined {
  if (rule.outcome !== 'cantTell') return undefined;
  // After every other outage, the run began anew.
  return run.outages?.find(
    ({ undecided, restarted }) => !restarted && undecided?.includes(rule.id) === true,
  );
}

/** The rules that are undecided for a reason of their own. */
export const undecidedAlone = (report: Report): readonly RuleResult[] =>
  report.rules.filter((rule) => rule.outcome === 'cantTell' && !outageBehind(rule, report));

/** "87 rules: the target has stopped answering (nothing listens there)" */
export function outageInWords(outage: Outage, report: Report): string {
  if (outage.restarted)
    return 'the candidate crashed and was started again, and no request crashed it when it was sent alone';
  const lost = report.rules.filter((rule) => outageBehind(rule, report) === outage);
  const what = outage.ending ?? outage.reason;
  return lost.length === 0 ? what : `${countOfRules(lost)}: ${what}`;
}

/** "36 rules: the target has stopped answering, because a request crashed it: see what failed"; nothing where the run went on. */
export const lossesInWords = (report: Report): readonly string[] =>
  (report.run.outages ?? [])
    .filter(({ failure, restarted }) => failure !== null && !restarted)
    .filter((outage) => report.rules.some((rule) => outageBehind(rule, report) === outage))
    .map(
      (outage) => `${outageInWords(outage, report)}, because a request crashed it: see what failed`,
    );

export function suspectsInWords({ ending, suspects: { length } }: Outage): string {
  if (length === 0)
    return ending === undefined ? 'No request was under way then.' : 'No request is to blame.';
  return length === 1
    ? 'One request was under way then, and may have caused it:'
    : `${length} requests were under way then, and any of them may have caused it:`;
}

export function furtherSuspects({ suspects }: Outage, shown = mostSuspects): string {
  const further = suspects.length - shown;
  return further > 0 ? `and ${further} more, in report.json` : '';
}
