// Takes a first look at a target before a run: whether it responds, accepts the key, and looks like an Animal Store.
// The catalogue is only read. The quickstart offers nothing to read, so it gets a body that is not JSON, which it
// cannot store. Judges nothing.
import { operations } from '../../contract/operations.js';
import type { Ask, Exchange } from '../../http/types.js';
import { AddedAnimals } from '../rules/added-animals.js';
import { Session } from '../rules/session.js';
import { type Connecting, connect, withoutSecrets } from './start-run.js';
import { looksOf, storeElsewhere } from '../health/other-bases.js';
import { EventualConsistency } from '../health/store/eventual-consistency.js';
import { preflightWithin, probe } from './preflight.js';

export interface Looking extends Connecting {
  /** Unless it is set, only requests that need no key are sent. */
  readonly hasKey: boolean;
  readonly hasQuickstartKey: boolean;
  readonly firstAnswerMs: number;
}

export interface FirstLook {
  /** The shortest time that an answer took, in whole milliseconds. */
  readonly fastestMs: number;
  /** Statuses of GET /pets with the key, and without one. */
  readonly withKey: number | null;
  readonly withoutKey: number;
  /** Whether it lists what may be animals, or refuses a missing key as an Animal Store does. */
  readonly looksRight: boolean;
  /** Whether the list is empty: a run that only reads decides little there. */
  readonly isEmpty: boolean;
  /** Another address, at which a list of animals was found. */
  readonly meant: string | undefined;
}

export interface QuickstartLook {
  readonly fastestMs: number;
  /** Statuses of POST /messages; null for what was not sent. */
  readonly withKey: number | null;
  readonly withoutKey: number | null;
  /** The reason why there is no status. */
  readonly idleTimeout: string | undefined;
}

/** Rejects with `CannotTest`, as a run would. */
export async function firstLook(looking: Looking): Promise<FirstLook> {
  const { catalogue, redact } = connect(looking);
  const { clock, hasKey, target } = looking;
  const session = new Session({
    catalogue,
    quickstart: undefined,
    clock,
    eventualConsistency: new EventualConsistency(0),
    added: new AddedAnimals(),
    // Set if the run may only read.
    origin: () => ({ run: '', case: '', number: 0 }),
    readOnly: true,
    onExchange() {},
  });
  // Without a key, the placeholder for it is not sent.
  const send = (ask: Ask): Promise<Exchange> =>
    catalogue.send(hasKey ? ask : { ...ask, key: 'none' });
  try {
    const seen = await lookAtCatalogue(looking, session, () =>
      storeElsewhere({ send }, target.baseUrl),
    );
    return { ...seen, fastestMs: fastestOf(session.exchanges) };
  } catch (thrown) {
    throw withoutSecrets(thrown, redact);
  }
}

/** Null without a quickstart. */
export async function firstLookAtQuickstart(looking: Looking): Promise<QuickstartLook | null> {
  const { quickstart } = connect(looking);
  return quickstart === undefined
    ? null
    : lookAtQuickstart((ask) => quickstart.send(ask), looking.hasQuickstartKey);
}

async function lookAtCatalogue(
  { hasKey, firstAnswerMs, clock, target: { baseUrl } }: Looking,
  session: Session,
  elsewhere: () => Promise<string | undefined>,
): Promise<Omit<FirstLook, 'fastestMs'>> {
  if (hasKey)
    await preflightWithin(
      { firstAnswerMs },
      { session, baseUrl, clock, storeElsewhere: elsewhere },
    );
  const without = await probe(() => session.list({ limit: 1 }, { key: 'none' }), session, baseUrl);
  // The second request is timed: its connection is open already, so that only the target takes time.
  const list = hasKey ? await probe(() => session.list({ limit: 1 }), session, baseUrl) : without;
  const looksRight = looksOf(list) !== undefined;
  return {
    withKey: hasKey ? statusOf(list) : null,
    withoutKey: statusOf(without) ?? 0,
    looksRight,
    isEmpty: looksRight && list.answer?.text.trim() === '[]',
    meant: looksRight || isBusy(list) ? undefined : await elsewhere(),
  };
}

/** The body is cut off, so that it is not a message by any reading. */
const noMessage = '{"message":';

async function lookAtQuickstart(
  send: (ask: Ask) => Promise<Exchange>,
  hasKey: boolean,
): Promise<QuickstartLook> {
  const { id, method, path } = operations.sendMessage;
  const ask: Ask = {
    operation: id,
    method,
    path,
    body: noMessage,
    validity: 'invalid',
    writes: true,
  };
  const without = await send({ ...ask, key: 'none' });
  // A target that accepts even that accepts anything: nothing more is sent there.
  const goesOn = hasKey && isRefusal(without);
  const withKey = goesOn ? await send(ask) : undefined;
  return {
    fastestMs: fastestOf([without, ...(withKey === undefined ? [] : [withKey])]),
    withKey: withKey === undefined ? null : statusOf(withKey),
    withoutKey: statusOf(without),
    idleTimeout: (without.noAnswer ?? withKey?.noAnswer)?.message,
  };
}

const isRefusal = (exchange: Exchange): boolean => {
  const status = statusOf(exchange);
  return status === 401 || status === 403;
};

/** Statuses that show that a target is there, but not what it has. */
const isBusy = (list: Exchange): boolean => {
  const status = statusOf(list) ?? 0;
  return [401, 403, 429].includes(status) || status >= 500;
};

const statusOf = ({ answer }: Exchange): number | null => answer?.status ?? null;
const fastestOf = (exchanges: readonly Exchange[]): number =>
  Math.ceil(Math.min(...exchanges.map(({ durationMs }) => durationMs)));
