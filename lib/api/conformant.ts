// Turns a verdict into what a test needs: nothing if the gate is open, and otherwise an error that says what to fix.
import type { Report } from '../judge/result/report.js';
import { renderReasons } from '../report/terminal/terminal.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';
import { expectReport } from './expect-report.js';
import { clausesFrom } from './reports/clauses.js';

/**
 * The error of a failed test. Its message is the output of the command: each cause with its request, and the commands
 * to see it again.
 */
export class NotConformant extends Error {
  override readonly name = 'NotConformant';
  declare readonly report: Report;

  constructor(report: Report) {
    const context = { clauses: clausesFrom(process.cwd()) };
    super(renderReasons(report, context, { colour: false, width: 100, whole: true }));
    // The report is for code that catches the error; printing the error does not print it.
    Object.defineProperty(this, 'report', { value: report, enumerable: false });
    // The target failed, so a stack trace of this code explains nothing.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** Throws where the command would exit with 1 or 3: something failed that is not known, or a stated rule is undecided. */
export function assertConformant(report: Report): void {
  expectReport(report, 'assertConformant');
  if (exitCodeOf(report) !== exitCodes.fine) throw new NotConformant(report);
}
