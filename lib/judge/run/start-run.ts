// Aims the rules at a target: from an address, a key and a transport to a run. Here the key is turned into the
// credentials that rules send; rules themselves never see it.
import { scryptSync } from 'node:crypto';
import { profileOf } from '../../contract/operations.js';
import type { BudgetLimits } from '../../http/budget.js';
import { curlLine } from '../../http/curl.js';
import { requestsAtOnce } from '../../http/pacing/at-once.js';
import { recordExchange } from '../../http/record.js';
import { redactor } from '../../http/secrets/redact.js';
import { Target } from '../../http/target.js';
import type { Exchange, Headers, Transport } from '../../http/types.js';
import type { Effort, Report } from '../result/report.js';
import { credentialsOf, fewOf, madeFromKey } from '../rules/credentials.js';
import type { RunOptions } from './options.js';
import type { Budget } from './cases/order.js';
import { controls } from '../health/health.js';
import { mostWritten } from '../recorded-cases/recorded-cases.js';
import { runThroughOutages } from './outages/through-outages.js';

export interface RunStart extends Omit<
  RunOptions,
  | 'catalogue'
  | 'quickstart'
  | 'credentials'
  | 'recorder'
  | 'startedAt'
  | 'budget'
  | 'salt'
  | 'onOutage'
> {
  readonly key: string;
  readonly quickstartKey?: string | undefined;
  /** Defaults to a text that follows from the seed and the key. */
  readonly salt?: string | undefined;
  readonly transport: Transport;
  /** The transport of a quickstart that has an origin of its own. */
  readonly quickstartTransport?: Transport | undefined;
  readonly headers?: Headers | undefined;
  /** How curl reaches the target: words for a shell. */
  readonly curlFlags?: readonly string[] | undefined;
  readonly concurrency?: number | undefined;
  readonly limits?: BudgetLimits & { readonly ratePerSecond?: number | undefined };
  readonly throttleBudgetMs?: number | undefined;
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

const nearAtOnce: Record<Effort, number> = {
  quick: requestsAtOnce.near,
  standard: requestsAtOnce.near,
  thorough: requestsAtOnce.nearInALongRun,
};

/** The options without which no request can be sent. */
export type Connecting = Pick<
  RunStart,
  | 'kit'
  | 'target'
  | 'key'
  | 'quickstartKey'
  | 'transport'
  | 'quickstartTransport'
  | 'headers'
  | 'concurrency'
  | 'limits'
  | 'throttleBudgetMs'
  | 'onExchange'
  | 'signal'
  | 'clock'
  | 'effort'
> &
  Partial<Pick<RunStart, 'scope'>>;

const hostOf = (baseUrl: string): string => new URL(baseUrl).hostname;

/** The target and its quickstart, and what masks their keys. */
export function connect(options: Connecting) {
  const { key, quickstartKey = key, target } = options;
  const redact = redactor(
    [key, { secret: quickstartKey, variable: 'ANIMAL_STORE_QUICKSTART_API_KEY' }],
    // A path may hold the key, or a part of it.
    { open: [target.baseUrl, target.quickstartBaseUrl ?? target.baseUrl].map(hostOf) },
  );
  const { clock, headers, concurrency, limits, throttleBudgetMs, onExchange, signal } = options;
  const common = {
    clock,
    redactor: redact,
    version: options.kit.version,
    nearAtOnce: nearAtOnce[options.effort],
    // Both addresses draw on one budget.
    spent: { requests: 0, writes: 0 },
    headers,
    concurrency,
    limits,
    throttleBudgetMs,
    sendsManyWrongKeys: options.scope?.fewKeys !== true,
    onExchange,
    signal,
  };
  const catalogue = new Target({
    ...common,
    baseUrl: target.baseUrl,
    key,
    transport: options.transport,
    control: controls.catalogue,
  });
  const quickstart =
    target.quickstartBaseUrl === null
      ? undefined
      : new Target({
          ...common,
          baseUrl: target.quickstartBaseUrl,
          key: quickstartKey,
          transport: options.quickstartTransport ?? options.transport,
          control: controls.quickstart,
          neighbour: catalogue,
        });
  return { catalogue, quickstart, redact };
}

export async function startRun(options: RunStart): Promise<Report> {
  const { key, quickstartKey = key, clock, target } = options;
  const { catalogue, quickstart, redact } = connect(options);
  const startedAt = clock.now();
  const baseOf = (exchange: Exchange): string =>
    profileOf(exchange.ask.operation) === 'quickstart'
      ? (target.quickstartBaseUrl ?? target.baseUrl)
      : target.baseUrl;
  const recorded = (
    exchange: Exchange,
    how: { readonly rule: string | null; readonly bodyLimit?: number },
  ) => recordExchange(exchange, { redact, startedAt, baseUrl: baseOf(exchange), ...how });
  const all = credentialsOf(key, quickstartKey);
  const credentials = options.scope.fewKeys ? fewOf(all) : all;
  // A text has to be masked alike throughout the run: the digest of a case is made long before the report.
  for (const secret of new Set([key, quickstartKey]))
    for (const wrong of madeFromKey(secret)) redact.learn(wrong, secret);
  const report = runThroughOutages({
    ...options,
    startedAt,
    budget: budgetOf(options),
    salt: options.salt ?? saltOf(options),
    catalogue,
    quickstart,
    credentials,
    recorder: {
      redact,
      record: (exchange, rule) => recorded(exchange, { rule }),
      recordWhole: (exchange, rule) => recorded(exchange, { rule, bodyLimit: mostWritten }),
      curl: (exchange, before = []) =>
        curlLine(exchange, {
          baseUrl: baseOf(exchange),
          redact,
          flags: options.curlFlags ?? [],
          before,
        }),
    },
  });
  return report.catch((thrown: unknown) => {
    throw withoutSecrets(thrown, redact);
  });
}

/**
 * The salt is the same for the same run, and nobody who does not know the key can guess it. Reports show it, so that it
 * must be dear to try keys until one yields it.
 */
const saltOf = ({ seed, key }: Pick<RunStart, 'seed' | 'key'>): string =>
  scryptSync(key, `${seed}`, 8).toString('hex');

/** A quick run sends about this number of requests. */
const quickRequests = 345;

const budgetOf = ({ effort, limits = {} }: RunStart): Budget => ({
  limits,
  ...(effort === 'quick' && {
    ofEffort: {
      requests: quickRequests,
      reason: { what: 'quick effort' },
    },
  }),
});

/** The reason why a target cannot be tested may be in the target's words, and the target knows the key. */
export function withoutSecrets(thrown: unknown, redact: (text: string) => string): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { message, stack } = thrown;
  // Defined, not assigned: some errors of the platform have a message that cannot be set.
  Object.defineProperty(thrown, 'message', { value: redact(message) });
  if (stack !== undefined) Object.defineProperty(thrown, 'stack', { value: redact(stack) });
  return thrown;
}
