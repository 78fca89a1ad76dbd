// The exit codes of the command, and the code for each report.
import type { Gate, Report, Verdict } from '../judge/result/report.js';

export const exitCodes = {
  /** Conformant, or no violation found. */
  fine: 0,
  notConformant: 1,
  /** Two compared runs differ. */
  different: 1,
  /** Wrong usage or configuration: nothing was sent. */
  usage: 2,
  inconclusive: 3,
  cannotTest: 4,
  /** The target is fine, but its reports could not be written: a full disk, for example. */
  cannotWrite: 74,
  /** The kit itself failed. */
  ours: 70,
  /** A user ended it. Shells use this code for Ctrl-C. */
  interrupted: 130,
} as const;

const ofVerdict: Readonly<Record<Verdict, number>> = {
  conformant: exitCodes.fine,
  'no-violation-found': exitCodes.fine,
  'not-conformant': exitCodes.notConformant,
  inconclusive: exitCodes.inconclusive,
};

/** With a baseline, the exit code follows the gate: known failures do not fail it. */
const ofGate: Readonly<Record<Gate, number>> = {
  passed: exitCodes.fine,
  failed: exitCodes.notConformant,
  undecided: exitCodes.inconclusive,
};

/**
 * The exit code of the command with this report: 0, 1 or 3. An interrupted command exits with 130, and one with more
 * warnings than --max-warnings allows with 1 (lib/cli/output/result.ts).
 */
export const exitCodeOf = ({ verdict, run: { baseline } }: Report): number =>
  baseline === undefined ? ofVerdict[verdict] : ofGate[baseline.gate];
