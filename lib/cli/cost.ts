// About what a run will send, fast enough to be said before every run: whole runs by heart, others found out in memory.
import type { Effort } from '../judge/report.js';
import type { Cost } from '../proof/dry-run.js';
import type { Configuration } from './configuration.js';

type Kind = 'read-only' | 'catalogue' | 'catalogue and quickstart';

/** Of whole runs, as `plan` finds them out. A test holds them to that. */
export const wholeRuns: Readonly<Record<Effort, Readonly<Record<Kind, Cost>>>> = {
  quick: { 'read-only': { requests: 70, writes: 0 }, catalogue: { requests: 260, writes: 120 }, 'catalogue and quickstart': { requests: 310, writes: 160 } },
  standard: { 'read-only': { requests: 1120, writes: 0 }, catalogue: { requests: 2710, writes: 950 }, 'catalogue and quickstart': { requests: 2970, writes: 1200 } },
  thorough: { 'read-only': { requests: 2230, writes: 0 }, catalogue: { requests: 5000, writes: 1320 }, 'catalogue and quickstart': { requests: 5520, writes: 1840 } },
};

export async function usualCost(configuration: Configuration): Promise<Cost> {
  const { ruleIds, scope, effort, target } = configuration;
  if (ruleIds !== null || scope.shard !== null) return (await import('./plan-and-tell.js')).planOf(configuration);
  const quickstart = target.addresses === null || target.addresses.quickstartBaseUrl !== null;
  return wholeRuns[effort][scope.readOnly ? 'read-only' : quickstart ? 'catalogue and quickstart' : 'catalogue'];
}

/** "about 2,460 requests, 910 of them writes" */
export function aboutSo({ requests, writes }: Cost, { limits: { maxRequests = Infinity, maxWrites = Infinity } }: Pick<Configuration, 'limits'>): string {
  const cut = [requests >= maxRequests ? '--max-requests' : '', writes > 0 && writes >= maxWrites ? '--max-writes' : ''].filter((flag) => flag !== '');
  const bound = cut.length === 0 ? '' : `, as ${cut.join(' and ')} ${cut.length === 1 ? 'allows' : 'allow'}: what is cut off cannot be told`;
  const least = Math.min(writes, maxWrites, maxRequests);
  return `about ${count(rounded(Math.min(requests, maxRequests)), 'request')}, ${least === 0 ? 'none' : number(rounded(least))} of them ${least === 1 ? 'a write' : 'writes'}${bound}`;
}

const rounded = (exact: number): number => (exact < 100 ? exact : Math.round(exact / 10) * 10);
export const number = (value: number): string => value.toLocaleString('en-US');
const count = (value: number, noun: string): string => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
