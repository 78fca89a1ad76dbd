// Compares two reports: which rules had another outcome, which observations differ, which operations became slower or
// faster, and what limits the comparison. It takes reports and returns a Comparison.
import type { Report } from '../../judge/result/report.js';
import { brief } from '../../report/text/inert.js';
import { count, scopeOf } from '../../report/words.js';
import type { Comparison, Labels, Side } from './comparison.js';
import { compareLatency, sameLoad } from './latency.js';
import { compareObservations } from './observations.js';
import { compareRules } from './rules.js';

/** What a comparison needs to know besides the reports. */
export interface Named {
  /** What a person typed for each report. */
  readonly operands: readonly [string, string];
  /** What must be said before anything else, for example that both runs were read-only. */
  readonly notes?: readonly string[];
}

export function compareReports(a: Report, b: Report, named: Named): Comparison {
  const labels = labelsOf(a, b, named.operands);
  const rules = compareRules(a, b, labels);
  const observations = compareObservations(a, b, labels);
  const latency = compareLatency(a, b, labels);
  return {
    format: 1,
    a: sideOf(a, labels[0]),
    b: sideOf(b, labels[1]),
    notes: [...(named.notes ?? []), ...notesOn(a, b, labels)],
    different: {
      outcomes: rules.different.length,
      observations: observations.different.length,
      latency: latency.filter(({ change }) => change !== null).length,
    },
    outcomes: rules.different,
    observations: observations.different,
    onlyInOne: [...rules.onlyInOne, ...observations.onlyInOne],
    latency,
    same: { rules: rules.same, observations: observations.same },
    neither: [...rules.neither, ...observations.neither],
  };
}

function sideOf(report: Report, label: string): Side {
  const { target, verdict, summary, run, kit, contract } = report;
  return {
    label,
    target,
    verdict,
    summary,
    startedAt: run.startedAt,
    seed: run.seed,
    effort: run.effort,
    scope: scopeOf(report),
    requests: run.exchanges,
    kit,
    contract,
  };
}

/**
 * Names the sides by their targets; if those are equal or say no more than a port of this machine, as they were typed;
 * and if those are equal too, by their positions.
 */
function labelsOf(a: Report, b: Report, operands: readonly [string, string]): Labels {
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

/** What limits the comparison, each in a sentence. They are compared all the same. */
function notesOn(a: Report, b: Report, [nameA, nameB]: Labels): readonly string[] {
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
