// The names of the two sides of a comparison. A reader must never wonder which side a sentence is about.
import { brief } from '../../report/text/inert.js';
import type { Report } from '../../judge/result/report.js';

export type Labels = readonly [a: string, b: string];

/**
 * Names the sides by their targets; if those are equal, as they were typed; and if those are equal too, by their
 * positions.
 */
export function labelsOf(a: Report, b: Report, operands: readonly [string, string]): Labels {
  const choices: readonly Labels[] = [
    [nameOf(a), nameOf(b)],
    [short(operands[0]), short(operands[1])],
  ];
  return (
    choices.find(([one, other]) => one !== other && one !== '' && other !== '') ?? [
      `${nameOf(a)} (first)`,
      `${nameOf(b)} (second)`,
    ]
  );
}

/** The host and path of an address, without the scheme. */
const nameOf = ({ target }: Report): string => short(target.name.replace(/^https?:\/\//, ''));

const longest = 60;
const short = (name: string): string => brief(name, longest);
