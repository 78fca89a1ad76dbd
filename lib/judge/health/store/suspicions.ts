// Which violations somebody else may have caused: a status that was changed, an animal that was removed. This finds the
// animals in question; whether they were changed is seen by looking again.
import { defaultLimit, maximumLimit, statuses, type Status } from '../../../contract/facts.js';
import { operations } from '../../../contract/operations.js';
import { animalsIn, type Animal } from '../../../contract/values/animals.js';
import type { Ask, Exchange } from '../../../http/types.js';
import type { Breach } from '../../result/signals.js';
import type { Sentence } from '../../result/sentences.js';

/** What has become of an animal. */
export type Now = Status | 'gone';

/** A violation that may come from a change: of one animal, or of any animal that a list of its status, or of all, lacks. */
export interface Suspicion {
  readonly id: string | undefined;
  readonly from: Status | undefined;
  readonly exchange: Exchange;
  /** Whether the violation is that a list lacks the animal, or animals of the status. */
  readonly isOfMissing: boolean;
}

/** The accusations that a list lacks animals. */
const ofMissing: ReadonlySet<string> = new Set<Sentence>([
  'none of a status that many have',
  'fewer than the limit',
  'fewer of a status than the limit',
  'never shows what was added',
]);
/** The accusations that such a list lacks one animal, or that it is not found. */
const ofOneMissing: ReadonlySet<string> = new Set<Sentence>([
  'not listed',
  'an earlier one not listed',
  'not listed by its status',
  'an earlier one not listed by its status',
  'an animal of the sequence lost',
]);

export function suspicionOf({ wrong, finding }: Breach): Suspicion | undefined {
  const { exchange } = finding;
  if (wrong === undefined || exchange === undefined || !isRead(exchange)) return undefined;
  const { id, status } = wrong.values ?? {};
  const ofOne = id === undefined ? undefined : String(id);
  if (wrong.kind === 'field' && wrong.field === 'status') {
    const [from, now] = [statusIn(wrong.expected), statusIn(wrong.actual)];
    return from && now && ofOne ? { id: ofOne, from, exchange, isOfMissing: false } : undefined;
  }
  if (wrong.kind === 'status' || wrong.kind === 'kind of status') {
    const isMissing = wrong.expected === 200 && wrong.actual === 404;
    const isGet = exchange.ask.operation === operations.getPet.id;
    return isMissing && isGet && ofOne
      ? { id: ofOne, from: undefined, exchange, isOfMissing: true }
      : undefined;
  }
  if (wrong.kind !== 'other') return undefined;
  const filter = status ?? queryOf(exchange.ask).get('status') ?? undefined;
  const from = statuses.find((one) => one === filter);
  if (from === undefined && filter !== undefined) return undefined;
  const missing = { from, exchange, isOfMissing: true };
  if (ofOneMissing.has(wrong.what)) return ofOne ? { id: ofOne, ...missing } : undefined;
  return ofMissing.has(wrong.what) ? { id: undefined, ...missing } : undefined;
}

const isRead = (exchange: Exchange): boolean =>
  isList(exchange.ask) || exchange.ask.operation === operations.getPet.id;

/** A list is one in whatever way its query is written, also where a rule sends it as a path of its own. */
export const isList = ({ method, path }: Ask): boolean =>
  method === operations.listPets.method && path.split('?')[0] === operations.listPets.path;

/** The finding holds the status in quotes. */
const statusIn = (text: string): Status | undefined =>
  statuses.find((status) => JSON.stringify(status) === text);

export const queryOf = ({ path }: Ask): URLSearchParams =>
  new URLSearchParams(path.split('?').slice(1).join('?'));

export function animalsOf(exchange: Exchange): readonly Animal[] {
  const { answer } = exchange;
  return (isList(exchange.ask) && answer?.status === 200 && animalsIn(answer.json)) || [];
}

export const isReadable = ({ answer }: Exchange): boolean =>
  answer?.status !== 200 || animalsIn(answer.json) !== undefined;

export const statusesIn = (list: Exchange, id: string): readonly (Status | undefined)[] =>
  animalsOf(list).flatMap((animal) => (animal.id === id ? [animal.status] : []));

/**
 * How many animals a page of this target holds, if the list of all is much shorter than those of each status together:
 * then pages are shorter than their limit, and a list that is no longer than this one is full.
 */
export function longestPage([all, ...ofStatuses]: readonly Exchange[]): number {
  const length = all === undefined ? 0 : animalsOf(all).length;
  const together = ofStatuses.reduce((sum, list) => sum + animalsOf(list).length, 0);
  // Animals may come and go between the lists.
  const isPage = length > 0 && together > length + Math.max(5, length / 4);
  return isPage ? length : maximumLimit;
}

/** Whether a list, of all animals or of those of this status, has room for another and does not show this one. */
export function leavesOut(
  list: Exchange,
  id: string,
  of: Status | undefined,
  now: Now,
  page: number,
): boolean {
  const { answer } = list;
  if (!isList(list.ask) || answer?.status !== 200) return false;
  const query = queryOf(list.ask);
  const animals = animalsIn(answer.json);
  const filter = query.get('status');
  // One whose status was changed is left out of no list of all animals.
  const shouldShow = filter === null ? now === 'gone' : filter === of;
  if (!shouldShow || animals === undefined) return false;
  const limit = Math.min(Number(query.get('limit') ?? defaultLimit), page);
  return animals.length < limit && !animals.some((animal) => animal.id === id);
}
