// The error with which a run ends that has nothing to judge.

/** The target cannot be tested at all: nothing is said about its rules. */
export class CannotTest extends Error {
  override readonly name = 'CannotTest';
  /** The last output of the candidate: several lines, a stack trace perhaps. */
  readonly output: string;
  /** The base address that was most likely meant. */
  readonly meant: string | undefined;
  /** The thing to fix before the next attempt, if it is known. */
  readonly because: 'no response' | 'key refused' | undefined;

  constructor(
    message: string,
    {
      output = '',
      meant,
      because,
    }: { output?: string; meant?: string; because?: CannotTest['because'] } = {},
  ) {
    super(message);
    this.output = output;
    this.meant = meant;
    this.because = because;
  }
}
