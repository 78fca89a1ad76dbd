// Says what limits the comparison of two reports, each in a sentence. They are compared all the same.
import type { Report } from '../../judge/result/report.js';
import { count, scopeOf } from '../../report/words.js';
import type { Labels } from './labels.js';
import { sameLoad } from './latency.js';

export function notesOn(a: Report, b: Report, [nameA, nameB]: Labels): readonly string[] {
  const pair = (ofA: string | number, ofB: string | number): string =>
    `${nameA}: ${ofA}; ${nameB}: ${ofB}`;
  const versions = (key: 'kit' | 'contract'): string => {
    const [one, other] = [a[key].version, b[key].version];
    return one === other ? `both ${one}, with different contents` : pair(one, other);
  };
  const [scopeA, scopeB] = [scopeOf(a), scopeOf(b)];
  const said: readonly (readonly [boolean, string])[] = [
    [JSON.stringify(a) === JSON.stringify(b), 'Both are one and the same report.'],
    [
      a.contract.digest !== b.contract.digest,
      `The reports are about different versions of the contract (${versions('contract')}): a rule may not mean the same in both.`,
    ],
    [
      a.kit.digest !== b.kit.digest,
      `The reports were made by different versions of the kit (${versions('kit')}): a difference may be one between the kits.`,
    ],
    [
      scopeA !== scopeB,
      `The runs had different scopes (${pair(scopeA, scopeB)}): only what both tested is compared.`,
    ],
    [
      a.run.effort !== b.run.effort,
      `The runs made different efforts (${pair(a.run.effort, b.run.effort)}): the greater one may have found what the other did not look for.`,
    ],
    [
      a.run.seed !== b.run.seed,
      `The runs had different seeds (${pair(a.run.seed, b.run.seed)}) and sent different values: where both break a rule, how they break it is not compared.`,
    ],
    [
      !sameLoad(a, b),
      'Response times are shown but not compared: the runs put different loads on their targets.',
    ],
  ];
  return [
    ...throttling(a, b, nameA, nameB),
    ...said.flatMap(([isSo, sentence]) => (isSo ? [sentence] : [])),
    ...a.run.warnings.map((warning) => `${nameA}: ${warning}`),
    ...b.run.warnings.map((warning) => `${nameB}: ${warning}`),
  ];
}

/**
 * Notes different throttling without counting it as a difference, because the rate of requests depends on the moment.
 */
function throttling(a: Report, b: Report, nameA: string, nameB: string): readonly string[] {
  const [one, other] = [a.run.throttled, b.run.throttled];
  if (one > 0 === other > 0) return [];
  const [slows, times, never] = one > 0 ? [nameA, one, nameB] : [nameB, other, nameA];
  return [
    `${slows} asked the kit ${count(times, 'time')} to slow down (429, or 503 with Retry-After), and ${never} never did.`,
  ];
}
