// Estimates what a run will send, fast enough for every run: the costs of whole runs are stored, others are found out
// in memory.
import type { Effort } from '../../judge/result/report.js';
import type { WholeCost } from '../../in-memory/dry-run.js';
import type { Configuration } from '../../api/configuration/configuration.js';

type Kind = 'read-only' | 'catalogue' | 'catalogue and quickstart';

/** The costs of whole runs, as `plan` measures them. A test compares them. */
export const wholeRuns: Readonly<Record<Effort, Readonly<Record<Kind, WholeCost>>>> = {
  quick: {
    'read-only': { requests: 248, writes: 0, animals: 0 },
    catalogue: { requests: 347, writes: 162, animals: 104 },
    'catalogue and quickstart': { requests: 348, writes: 171, animals: 104 },
  },
  standard: {
    'read-only': { requests: 1234, writes: 0, animals: 0 },
    catalogue: { requests: 2235, writes: 777, animals: 185 },
    'catalogue and quickstart': { requests: 2490, writes: 1032, animals: 185 },
  },
  thorough: {
    'read-only': { requests: 2710, writes: 0, animals: 0 },
    catalogue: { requests: 3798, writes: 865, animals: 249 },
    'catalogue and quickstart': { requests: 4309, writes: 1376, animals: 249 },
  },
};

export async function usualCost(configuration: Configuration): Promise<WholeCost> {
  const { ruleIds, scope, options, target } = configuration;
  // The embedded server has no animals, of which a read-only run makes more.
  const isEmpty = scope.readOnly && target.addresses === null;
  if (ruleIds !== null || scope.shard !== null || scope.fewKeys === true || isEmpty)
    return (await import('./planned.js')).planOf(configuration);
  const quickstart = target.addresses === null || target.addresses.quickstartBaseUrl !== null;
  return wholeRuns[options.effort][
    scope.readOnly ? 'read-only' : quickstart ? 'catalogue and quickstart' : 'catalogue'
  ];
}

/** "about 2,460 requests, 910 of them writes; up to about 530 animals will remain, more if rules fail" */
export function aboutSo(
  { requests, writes, animals }: WholeCost,
  { limits: { maxRequests = Infinity, maxWrites = Infinity } }: Limited,
): string {
  const least = Math.min(writes, maxWrites, maxRequests);
  const isCut = {
    requests: requests >= maxRequests,
    writes: writes > 0 && writes >= maxWrites && maxWrites < maxRequests,
  };
  const sent = isCut.requests
    ? `at most ${count(maxRequests, 'request')} (--max-requests)`
    : `about ${count(rounded(requests), 'request')}`;
  const written = `${least === 0 ? 'none' : number(isCut.writes ? least : rounded(least))} of them ${least === 1 ? 'a write' : 'writes'}`;
  const ofThem = isCut.writes
    ? `, at most ${written} (--max-writes)`
    : least >= maxRequests
      ? ''
      : `, ${isCut.requests && least > 0 ? 'up to ' : ''}${written}`;
  const rest = isCut.requests || isCut.writes ? '; the rest is untested' : '';
  return `${sent}${ofThem}${remaining(animals, least, isCut.writes)}${rest}`;
}

type Limited = Pick<Configuration, 'limits'>;

/** "about 1,040 requests, none of them writes. At most 10 requests per second (--rate), so the run takes about 2 min." */
export const costInWords = (cost: WholeCost, limited: Limited): string =>
  `${aboutSo(cost, limited)}.${paceOf(cost, limited)}`;

export const expectedRequests = (
  { requests }: Pick<WholeCost, 'requests'>,
  { limits: { maxRequests = Infinity } }: Limited,
): number => rounded(Math.min(requests, maxRequests));

/** Nothing where no rate holds the run back. */
function paceOf(cost: WholeCost, limited: Limited): string {
  const { ratePerSecond } = limited.limits;
  if (ratePerSecond === undefined) return '';
  const seconds = Math.ceil(expectedRequests(cost, limited) / ratePerSecond);
  const time = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return ` At most ${count(ratePerSecond, 'request')} per second (--rate), so the run takes about ${time}.`;
}

/** The number of animals that remain after so many writes; requests that only read leave nothing behind. */
function remaining(animals: number, writes: number, isCut: boolean): string {
  if (writes === 0) return '';
  if (animals > writes || (isCut && animals === writes))
    return `; at most ${count(writes, 'animal')} will remain`;
  if (animals === 0) return '; no animals will remain';
  // What failed is sent again, and what should be refused may be added.
  return `; up to about ${count(rounded(animals), 'animal')} will remain, more if rules fail`;
}

const rounded = (exact: number): number => (exact < 100 ? exact : Math.round(exact / 10) * 10);
/** Formats without Intl, whose first use takes ten milliseconds. */
export const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
const count = (value: number, noun: string): string =>
  `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
