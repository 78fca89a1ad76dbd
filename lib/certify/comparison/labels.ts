// The names of the two sides of a comparison. A reader must never wonder which side a sentence is about.
import { brief } from '../../report/text/inert.js';
import type { Report } from '../../judge/result/report.js';

export type Labels = readonly [a: string, b: string];

/**
 * Names the sides by their targets; if those are equal or say no more than a port of this machine, as they were typed;
 * and if those are equal too, by their positions.
 */
export function labelsOf(a: Report, b: Report, operands: readonly [string, string]): Labels {
  const targets: Labels = [nameOf(a), nameOf(b)];
  const typed: Labels = [short(operands[0]), short(operands[1])];
  const choices = targets.every((name) => ofThisMachine.test(name))
    ? [typed, targets]
    : [targets, typed];
  return (
    choices.find(([one, other]) => one !== other && one !== '' && other !== '') ?? [
      `${nameOf(a)} (first)`,
      `${nameOf(b)} (second)`,
    ]
  );
}

/** A kit that starts a candidate gives it any free port. */
const ofThisMachine = /^(?:127\.0\.0\.1|localhost|\[::1\]):\d+/;

/** The host and path of an address, without the scheme. */
const nameOf = ({ target }: Report): string => short(target.name.replace(/^https?:\/\//, ''));

const longest = 60;
const short = (name: string): string => brief(name, longest);
