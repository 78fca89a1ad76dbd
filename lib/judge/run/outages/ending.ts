// How a candidate ended, and what is said of it where no request is to blame.

export interface Ending {
  /** "exited with status 1" */
  readonly how: string;
  /** The time since it was started. */
  readonly afterMs: number;
  /** The process ended with status 0, like one that was asked to end or has nothing left to do: that is no crash. */
  readonly isClean: boolean;
  /** The last lines of its output. */
  readonly said: string;
}

type Lived = Pick<Ending, 'how' | 'afterMs'>;

/** "exited with status 1 after 0.3 s" */
export const lived = ({ how, afterMs }: Lived): string =>
  `${how} after ${(afterMs / 1000).toFixed(1)} s`;

/** "exited with status 0 after 0.3 s, by itself" */
export const byItself = (ending: Lived): string => `${lived(ending)}, by itself`;
