// Do the observations say of a legal server just what they should? Of the plain one every answer is written down, of each
// legal variant those answers that tell it from the plain one.
import type { Report } from '../judge/result/report.js';
import type { Variant } from '../reference/index.js';
import written from './answers.json' with { type: 'json' };

export type Answers = Readonly<Record<string, string>>;

export const plainServer = 'the plain server';

/** By the names of the variants. */
export const answersOf: Readonly<Record<string, Answers>> = written;

/** Of a server with one choice, or none. What it could not be asked is nothing wrong, unless that should tell it. */
export function wronglyObserved(
  variant: Variant | undefined,
  { observations }: Report,
): readonly string[] {
  const name = variant?.name ?? plainServer;
  const telling = answersOf[name] ?? {};
  const expected: Answers = { ...answersOf[plainServer], ...telling };
  const found = new Map(observations.map(({ id, answer }) => [id as string, answer]));
  return Object.entries(expected).flatMap(([id, answer]) => {
    const actual = found.get(id);
    if (actual === answer || (actual === undefined && !(id in telling))) return [];
    return [`${id} says of ${name}: ${actual ?? 'nothing'}; expected: ${answer}`];
  });
}

/** What is said of a variant, and not of the plain server: its row as it should be written. */
export function rowOf({ observations }: Report): Answers {
  const plain = answersOf[plainServer] ?? {};
  return Object.fromEntries(
    observations
      .filter(({ id, answer }) => plain[id] !== answer)
      .map(({ id, answer }) => [id, answer] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
