// What the two sides of a comparison are called. A reader must never wonder which of them a sentence is about.
import { brief } from '../../report/inert.js';
import type { Report } from '../../judge/result/report.js';

export type Labels = readonly [a: string, b: string];

/** By their targets; where both have the same one, as they were typed; and at last by their places. */
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

/** An address is told by its host and path; the scheme is left out. */
const nameOf = ({ target }: Report): string => short(target.name.replace(/^https?:\/\//, ''));

const longest = 60;
const short = (name: string): string => brief(name, longest);
