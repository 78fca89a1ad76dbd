// The error with which a run ends that has nothing to judge.

/** The target cannot be tested at all: nothing is said about its rules. */
export class CannotTest extends Error {
  override readonly name = 'CannotTest';
  /** The last output of the candidate: several lines, a stack trace perhaps. */
  readonly output: string;
  /** The base address that was most likely meant. */
  readonly meant: string | undefined;

  constructor(message: string, { output = '', meant }: { output?: string; meant?: string } = {}) {
    super(message);
    this.output = output;
    this.meant = meant;
  }
}
