// A made-up target, and runs of made-up rules against it, for the tests of the engine. No rule of the contract is here,
// and no real run uses anything of it.
import type { RuleId } from '../contract/rule-ids.js';
import { EventualConsistency } from '../judge/health/store/eventual-consistency.js';
import { virtualClock, type VirtualClock } from '../http/pacing/clock.js';
import { memoryTransport, type MemoryAnswer } from '../http/memory.js';
import { ReceivedAnswer } from '../http/answer.js';
import {
  TransportError,
  type Answer,
  type Ask,
  type Exchange,
  type Headers,
  type HttpRequest,
  type NoAnswerKind,
} from '../http/types.js';
import { startRun, type RunStart } from '../judge/run/start-run.js';
import { AddedAnimals } from '../judge/rules/added-animals.js';
import { expectStatus } from '../judge/rules/expect.js';
import { Session, type SessionOptions } from '../judge/rules/session.js';
import type { Report, RuleResult } from '../judge/result/report.js';
import { experiment, type Experiment, type Rule } from '../judge/rules/rule.js';
import type { Asks } from '../judge/health/asks.js';

export const madeUpKey = 'fake-key-of-the-engine-tests';
const json = [['Content-Type', 'application/json']] as const;

export const answer = (status: number, body: unknown): MemoryAnswer => ({
  status,
  headers: json,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const refusal = (status: number): MemoryAnswer =>
  answer(status, { code: 'refused', message: 'No.', status });
/** Ends the connection without a response, or fails in a worse way. */
export function lost(kind: NoAnswerKind = 'reset'): never {
  throw new TransportError(kind, `made up: ${kind}`);
}

interface StoredAnimal {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

/** A small correct Animal Store, with enough of the contract for the requests of the engine itself. */
export class MadeUpStore {
  readonly animals: StoredAnimal[] = [];

  readonly handle = (request: HttpRequest): MemoryAnswer => {
    if (keyOf(request) !== `Bearer ${madeUpKey}`) return refusal(401);
    const { pathname, searchParams } = new URL(request.path, 'http://made.up');
    if (pathname === '/quickstart/messages')
      return answer(202, {
        id: 'm1',
        message: 'made up',
        status: 'queued',
        createdAt: '2026-01-01T00:00:00Z',
      });
    if (pathname === '/v1/pets' && request.method === 'GET')
      return this.#list(Number(searchParams.get('limit') ?? 20), searchParams.get('status'));
    if (pathname === '/v1/pets') return this.#add(String(request.body));
    const animal = this.animals.find(({ id }) => pathname === `/v1/pets/${id}`);
    return animal ? answer(200, animal) : refusal(404);
  };

  #list(limit: number, status: string | null): MemoryAnswer {
    return answer(
      200,
      this.animals.filter((animal) => status === null || animal.status === status).slice(0, limit),
    );
  }

  #add(body: string): MemoryAnswer {
    const animal: StoredAnimal = {
      status: 'available',
      ...(JSON.parse(body) as Omit<StoredAnimal, 'id' | 'status'>),
      id: this.animals.length + 1,
    };
    this.animals.push(animal);
    return answer(201, animal);
  }
}

export const keyOf = ({ headers }: HttpRequest): string | undefined =>
  headers.find(([name]) => name === 'Authorization')?.[1];

/** Replaces the store's response; without a result, the store responds. */
export type Script = (
  request: HttpRequest,
  store: MadeUpStore,
) => MemoryAnswer | Promise<MemoryAnswer> | undefined;

export interface MadeUp {
  readonly report: Report;
  /** Every request after those of the preflight, in the order of arrival. */
  readonly seen: readonly HttpRequest[];
  readonly store: MadeUpStore;
}

export type Options = Partial<RunStart> & {
  readonly script?: Script;
  readonly virtual?: VirtualClock;
};

export async function madeUpRun(
  rules: readonly Rule[],
  { script, virtual, ...options }: Options = {},
): Promise<MadeUp> {
  const store = new MadeUpStore();
  const seen: HttpRequest[] = [];
  const clock = virtual ?? virtualClock();
  const report = await startRun({
    kit: { name: 'kit', version: '0.0.0', digest: 'none' },
    rules,
    populating: [],
    target: { name: 'made-up', baseUrl: 'http://made.up/v1', quickstartBaseUrl: null },
    key: madeUpKey,
    transport: memoryTransport((request) => {
      seen.push(request);
      return (seen.length > 1 ? script?.(request, store) : undefined) ?? store.handle(request);
    }),
    clock,
    seed: 7,
    salt: 'made up',
    effort: 'standard',
    scope: { full: true, readOnly: false, only: [], shard: null },
    strict: false,
    settleMs: 1_000,
    categoryIds: [],
    asOf: '2026-01-01',
    warnings: [],
    ...options,
  });
  return { report, seen: seen.slice(1), store };
}

/** Runs one rule and returns its result. */
export async function madeUpResult(rule: Rule, options?: Options): Promise<RuleResult> {
  const { report } = await madeUpRun([rule], options);
  return resultOf(report, rule.id);
}

export function resultOf(report: Report, id: string): RuleResult {
  const result = report.rules.find((one) => one.id === id);
  if (!result) throw new Error(`The report says nothing of ${id}.`);
  return result;
}

/** The simplest judgement. */
export const is200 = (answered: Exchange): void => expectStatus(answered, 200, 'here');

/** The signal that it ends with. */
export const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no signal',
    (signal: unknown) => signal,
  );

/** An experiment that requests a list for each limit. */
export function lists(
  limits: readonly number[],
  more: Partial<Experiment<number, Exchange>> = {},
): Experiment<number, Exchange> {
  return experiment<number, Exchange>({
    name: 'made-up lists',
    stage: 'populated',
    cases: () => limits,
    send: (limit, session) => session.list({ limit }),
    describe: (limit) => `limit=${limit}`,
    ...more,
  });
}

/** An experiment that sends a message for each text. */
export function messages(texts: readonly string[]): Experiment<string, Exchange> {
  return experiment<string, Exchange>({
    name: 'made-up messages',
    stage: 'populated',
    needs: ['quickstart', 'writes'],
    cases: () => texts,
    send: (message, session) => session.message({ message }),
    describe: (message) => message,
  });
}

/** An experiment that adds an animal for each name. */
export function adds(
  names: readonly string[],
  more: Partial<Experiment<string, Exchange>> = {},
): Experiment<string, Exchange> {
  return experiment<string, Exchange>({
    name: 'made-up adds',
    stage: 'populated',
    needs: ['writes'],
    cases: () => names,
    send: (name, session) => session.add({ name, categoryId: 1n, status: 'available' }),
    ...more,
  });
}

export const limitOf = ({ path }: HttpRequest): number =>
  Number(new URL(path, 'http://made.up').searchParams.get('limit'));

/** Rows of the ledger for made-up rules: one of each kind, and one of the quickstart. */
export const rows = {
  stated: 'list-animals.answers-200',
  alsoStated: 'add-animal.answers-201',
  implied: 'list-animals.full-pages',
  open: 'list-animals.order',
  quickstart: 'messages.accepted',
} as const;

/** An id that is not in the ledger, for tests that need one. */
export const madeUpId = (id: string): RuleId => id as RuleId;

interface ScriptedSession {
  readonly session: Session;
  readonly asked: readonly Ask[];
  readonly clock: VirtualClock;
}

/**
 * A session whose requests a function answers, by default with status 200 and an empty list. Only with `watch` does
 * anybody notice that the target is gone.
 */
export function scriptedSession(
  reply: (ask: Ask, count: number) => Partial<Exchange> = () => ({}),
  more: Partial<SessionOptions> = {},
  watch: Omit<Asks, 'send'> = {},
): ScriptedSession {
  const asked: Ask[] = [];
  const clock = virtualClock();
  const asks = {
    ...watch,
    send: async (ask: Ask): Promise<Exchange> => {
      asked.push(ask);
      const said = reply(ask, asked.length);
      const request: HttpRequest = { method: ask.method, path: ask.path, headers: [] };
      return {
        number: asked.length,
        ask,
        request,
        startedAt: clock.now(),
        durationMs: 0,
        resent: 0,
        ...(said.noAnswer ? {} : { answer: answered(200, '[]') }),
        ...said,
      };
    },
  };
  let named = 0;
  const session = new Session({
    catalogue: asks,
    quickstart: undefined,
    clock,
    eventualConsistency: new EventualConsistency(1_000),
    added: new AddedAnimals(),
    origin: () => ({ run: 'rrrrr', case: 'ccccc', number: (named += 1) }),
    readOnly: false,
    onExchange: () => {},
    ...more,
  });
  return { session, asked, clock };
}

/** A response in the form that rules see. */
export const answered = (status: number, body: unknown, headers: Headers = json): Answer =>
  new ReceivedAnswer({
    status,
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    truncated: false,
  });

/** A valid read. */
export const asking = (operation: string, path: string): Ask => ({
  operation,
  method: 'GET',
  path,
  validity: 'valid',
  writes: false,
});
