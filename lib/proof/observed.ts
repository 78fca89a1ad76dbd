// Checks that the observations say exactly what they should about a legal server. For the plain server every answer is
// recorded, and for each legal variant the answers that distinguish it.
import type { Report } from '../judge/result/report.js';
import type { Variant } from '../reference/index.js';
import written from './answers.json' with { type: 'json' };

export type Answers = Readonly<Record<string, string>>;

export const plainServer = 'the plain server';

/** The answers by the names of the variants. */
export const answersOf: Readonly<Record<string, Answers>> = written;

/**
 * Checks a server with one choice, or none. It is no problem if a question could not be asked, unless its answer should
 * distinguish the server.
 */
export function wronglyObserved(
  variant: Variant | undefined,
  { observations }: Report,
): readonly string[] {
  const name = variant?.name ?? plainServer;
  const ofVariant = answersOf[name] ?? {};
  const expected: Answers = { ...answersOf[plainServer], ...ofVariant };
  const found = new Map(observations.map(({ id, answer }) => [id as string, answer]));
  return Object.entries(expected).flatMap(([id, answer]) => {
    const actual = found.get(id);
    if (actual === answer || (actual === undefined && !(id in ofVariant))) return [];
    return [`${id} says of ${name}: ${actual ?? 'nothing'}; expected: ${answer}`];
  });
}

/** The answers that differ from those of the plain server: the row of a variant, as it should be recorded. */
export function rowOf({ observations }: Report): Answers {
  const plain = answersOf[plainServer] ?? {};
  return Object.fromEntries(
    observations
      .filter(({ id, answer }) => plain[id] !== answer)
      .map(({ id, answer }) => [id, answer] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
