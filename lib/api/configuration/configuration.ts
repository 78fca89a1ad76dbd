// Makes one checked configuration of flags, environment and .env. Every mistake is found here, before anything is sent.
// Starts nothing and sends nothing.
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../contract/files.js';
import type { Scope } from '../../judge/result/report.js';
import { today } from '../today.js';
import { isFull } from '../../judge/result/scope.js';
import type { TlsOptions } from '../../http/sockets/connect.js';
import { categories, type Complete } from '../options/flags.js';
import { addressOf } from '../../http/sockets/connect.js';
import { proxyFor } from '../../http/sockets/proxy.js';
import { type Environment, type Input } from '../environment.js';
import { UsageError } from '../errors.js';
import { isFew } from '../options/run-flags.js';
import { type RunValues, type Table, withDefaults } from '../options/run-table.js';
import type { ReadBaseline } from './baseline.js';
import { expectOwnAddresses, namesAddress, narrowings, takenFromDotenv } from './dotenv.js';
import { folderName } from './address.js';
import { type Keys, readKeys, secretsOf } from './key.js';
import { type Mask, maskOf } from './mask.js';
import { idsInScope } from './only.js';
import {
  embeddedBy,
  expectNoKeyAway,
  type FromProject,
  narrowedBy,
  takenFromProject,
} from './project-file.js';
import { readSettings, variables } from './settings.js';
import { freePort, portOnThisMachine, type Start, startOf } from './start.js';
import { chooseTarget, type TargetChoice } from './target-choice.js';

export interface Configuration {
  /** The options as they were given, by flags or a file of the project, with the defaults of the table. */
  readonly options: Complete<Table>;
  readonly target: TargetChoice;
  /** Null for the reference server: it brings its own fake key. */
  readonly keys: Keys | null;
  /** Masks the keys in what a user typed: in an address, or in the command that starts a candidate. */
  readonly mask: Mask;
  /** The rules that were chosen; null for all. */
  readonly ruleIds: readonly string[] | null;
  readonly scope: Scope;
  readonly seed: number;
  readonly disguised: boolean;
  readonly asOf: string;
  readonly categoryIds: readonly bigint[];
  readonly headers: readonly (readonly [string, string])[];
  readonly tls: TlsOptions;
  /** How a curl in the same folder reaches the target, for the lines in reports. */
  readonly curlFlags: readonly string[];
  readonly timeouts: {
    readonly runMs: number;
    readonly connectMs: number;
    readonly firstByteMs: number;
    readonly wholeMs: number;
    readonly throttleMs: number;
    /** The time limits until the first response of the target, and between two responses. */
    readonly firstAnswerMs: number;
    readonly idleMs: number;
  };
  readonly limits: {
    readonly maxRequests?: number | undefined;
    readonly maxWrites?: number | undefined;
    readonly ratePerSecond?: number | undefined;
    readonly withinMs?: number | undefined;
  };
  /** Known failures, which do not fail the gate; null if there are none. */
  readonly baseline: ReadBaseline | null;
  readonly waitMs: number;
  readonly start: Start | null;
  /** Whether the user wants to write to production, which a person confirms on a terminal. */
  readonly writesToProduction: boolean;
  /** The names of the variables that came from .env. */
  readonly takenFromDotenv: readonly string[];
  /** Warnings, which the report repeats. */
  readonly warnings: readonly string[];
  /** Warnings about this machine alone, which no reader of a report can use. */
  readonly warningsHere: readonly string[];
  /** Notes that are printed once, before the run. */
  readonly notes: readonly string[];
}

export interface Context {
  readonly environment: Environment;
  readonly folder: string;
  readonly stdin: Input;
  /** A mistyped target may be one of them. */
  readonly commands?: readonly { readonly name: string }[];
  /** False if a missing key is not an error, because nothing is sent with it. */
  readonly needsKey?: boolean;
  /** Whether nothing is sent, so that no key can go astray. */
  readonly sendsNothing?: boolean;
  /** The variables that stand for addresses that nobody has typed. */
  readonly from?: TargetChoice['from'];
  /** Options that were not typed, but come from a file of the project. */
  readonly project?: FromProject | undefined;
}

/** User agents of a disguised run, programs that call such services every day, and the codings that they ask for. */
const agents = [
  ['curl/8.14.1', 'deflate, gzip, br'],
  ['python-requests/2.32.4', 'gzip, deflate'],
  ['okhttp/4.12.0', 'gzip'],
  // It asks for `compress` too, which hardly any server knows, and the kit does not.
  ['axios/1.11.0', 'gzip, deflate, br'],
  ['Go-http-client/1.1', 'gzip'],
  ['PostmanRuntime/7.44.1', 'gzip, deflate, br'],
] as const;

/** The rate in requests per second. */
export const gentleRate = 10;

export async function configure(
  values: RunValues,
  operand: string | undefined,
  context: Context,
): Promise<Configuration> {
  expectNoContradiction(values, operand);
  const settings = await readSettings(context.environment, context.folder);
  const port =
    values.start === undefined ? undefined : (portOnThisMachine(operand) ?? (await freePort()));
  const commandNames = (context.commands ?? []).map(({ name }) => name);
  const chosen = chooseTarget(
    { operand, quickstart: values.quickstart, port, commandNames },
    settings,
  );
  const target = { ...chosen, from: { ...chosen.from, ...context.from } };
  expectNoDebugging(target, context.environment);
  expectUsableProxy(target, context.environment);
  const { only = [], exclude = [], header: headers = [] } = values;
  const ruleIds = only.length + exclude.length === 0 ? null : idsInScope(only, exclude);
  const takesCategories = values['category-ids'] === undefined && target.addresses !== null;
  const categoriesSet = takesCategories ? settings.get('categoryIds') : undefined;
  const categoryIds =
    values['category-ids'] ??
    (categoriesSet === undefined ? [] : categories(categoriesSet, variables.categoryIds));
  const isUnnamed = operand === undefined && target.addresses === null;
  if (isUnnamed && values['key-from'] !== undefined)
    throw new UsageError(
      '--key-from is for a target, and none is named: specify one, or omit it for the embedded server, which has its own key.',
    );
  const trust = await trustOf(values, target, context);
  const keys =
    target.addresses === null
      ? null
      : await readKeys(values['key-from'], settings, {
          ...context,
          startsCandidate: values.start !== undefined,
          besideAddress: namesAddress(target, settings),
        });
  const mask = await maskOf(context, secretsOf(keys));
  expectNoKeyInNames(headers, mask);
  const { project, sendsNothing = false } = context;
  if (keys !== null && !sendsNothing) {
    expectOwnAddresses(target, keys, headers, settings);
    if (project !== undefined) expectNoKeyAway(project, target, keys, headers);
  }
  const options = withDefaults(values);
  const scope = scopeOf(values, target, options);
  const plain: Configuration = {
    options,
    target: { ...target, folder: folderWithoutKeys(target, mask) },
    keys,
    mask,
    ruleIds,
    scope,
    // Shards with different seeds are not parts of one run.
    seed: values.seed ?? (scope.shard === null ? randomInt(2 ** 31 - 1) : 1),
    disguised: false,
    asOf: values['as-of'] ?? today(),
    categoryIds,
    headers,
    tls: trust.tls,
    curlFlags: trust.curlFlags,
    timeouts: timeoutsOf(values, options),
    limits: {
      maxRequests: values['max-requests'],
      maxWrites: values['max-writes'],
      // Production serves real clients as well, so the rate is low unless the user sets another one.
      ratePerSecond: values.rate ?? (target.production ? gentleRate : undefined),
      withinMs: values.within,
    },
    baseline: await baselineOf(values.baseline, mask, context.folder),
    waitMs: values['start-timeout'] ?? (values.start === undefined ? 0 : 30_000),
    start: startOf(values, port, context.environment),
    writesToProduction: target.production && !scope.readOnly,
    takenFromDotenv: takenFromDotenv(target, keys, settings, takesCategories),
    notes: [
      ...(project === undefined ? [] : takenFromProject(project)),
      ...(isUnnamed && mayMeanAnother(context) ? [referenceAlone] : []),
      ...(keys?.notes ?? []),
    ],
    warningsHere: keys === null ? [] : [...settings.warningsHere, ...keys.warningsHere].map(mask),
    warnings: [
      ...(keys === null ? [] : [...settings.warnings, ...keys.warnings]),
      ...target.warnings,
      ...narrowings(target, settings, takesCategories),
      ...(project === undefined
        ? []
        : [...embeddedBy(project, target.addresses === null), ...narrowedBy(project, values)]),
      ...warningOfFewAtOnce(options.concurrency),
      ...warningOfHeaders(headers),
      ...trust.warnings,
    ].map(mask),
  };
  return values.disguise === true ? inDisguise(plain) : plain;
}

function expectNoContradiction(values: RunValues, operand: string | undefined): void {
  if (values['read-only'] && values['allow-writes'])
    throw new UsageError('--read-only and --allow-writes contradict each other: omit one of them.');
  const getsFreePort = operand === undefined || hasFreePort(operand);
  if (values.shard !== undefined && values.start !== undefined && getsFreePort)
    throw new UsageError(
      "--shard with --start needs the same address in every part, such as --start 'PORT=8080 node server.js' http://127.0.0.1:8080/v1: parts with different addresses cannot be merged.",
    );
}

/** Production is only read, and gets few wrong keys, unless the user says otherwise. */
function scopeOf(
  values: RunValues,
  { production }: TargetChoice,
  { effort }: Complete<Table>,
): Scope {
  const { only = [], exclude = [], shard = null } = values;
  const fewKeys = (values['wrong-keys'] ?? (production ? 'few' : 'all')) === 'few';
  const cut = {
    readOnly: values['read-only'] === true || (production && values['allow-writes'] !== true),
    only,
    ...(exclude.length === 0 ? {} : { exclude }),
    shard,
    ...(fewKeys ? { fewKeys } : {}),
  };
  return { full: isFull(cut, effort), ...cut };
}

/** Which certificates count, here and for curl, and what to say of it. */
async function trustOf(
  values: RunValues,
  target: TargetChoice,
  { environment, folder }: Context,
): Promise<{
  readonly tls: TlsOptions;
  readonly curlFlags: readonly string[];
  readonly warnings: readonly string[];
}> {
  const { ca, cert, 'cert-key': keyFile } = values;
  // With this variable, Node would check no certificates.
  const isUnchecked = environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
  const insecure =
    values.insecure === true || (isUnchecked && ca === undefined && isEncrypted(target));
  if (!insecure && [ca, cert, keyFile].every((file) => file === undefined))
    return { tls: {}, curlFlags: [], warnings: [] };
  const { readTls, curlFlags } = await import('./tls.js');
  const files = { ca, cert, keyFile, insecure };
  const cause = values.insecure === true ? '--insecure' : 'NODE_TLS_REJECT_UNAUTHORIZED=0';
  return {
    tls: readTls(files, folder),
    curlFlags: curlFlags(files),
    warnings: insecure
      ? [
          `Certificates were not checked (${cause}): somebody in between could have responded, and could have read the key.`,
        ]
      : [],
  };
}

function warningOfFewAtOnce(concurrency: Complete<Table>['concurrency']): readonly string[] {
  if (!isFew(concurrency)) return [];
  const requests = concurrency === 1 ? 'request was' : 'requests were';
  return [
    `No more than ${concurrency} ${requests} in flight at once (--concurrency): what breaks only under more load was not seen.`,
  ];
}

/** The value of a header is masked, but its name is shown. */
function expectNoKeyInNames(
  headers: readonly (readonly [name: string, value: string])[],
  mask: Mask,
): void {
  if (headers.some(([name]) => mask(name) !== name))
    throw new UsageError(
      "The name of a --header contains the key: write it as 'Name: value'. The key itself is sent without it.",
    );
}

/** A target may know such requests by it. The value may be a secret. */
function warningOfHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  const names = [...new Set(headers.map(([name]) => name))];
  const [plural, pronoun] = names.length > 1 ? ['s', 'them'] : ['', 'it'];
  return names.length === 0
    ? []
    : [
        `Every request bore the header${plural} ${names.join(', ')} (--header): what clients without ${pronoun} get was not seen.`,
      ];
}

/** Changes what would show that the requests come from the kit. */
export function inDisguise(plain: Configuration): Configuration {
  const isAgent = ([name]: readonly [string, string]): boolean =>
    name.toLowerCase() === 'user-agent';
  const own = plain.headers.find(isAgent);
  const [usual = '', codings = ''] = agents[plain.seed % agents.length] ?? [];
  const agent = own?.[1] ?? usual;
  return {
    ...plain,
    disguised: true,
    headers: [
      ...(own === undefined ? [['Accept-Encoding', codings] as const] : []),
      ...plain.headers.filter((one) => !isAgent(one)),
      ['User-Agent', agent],
    ],
    warnings: [
      ...plain.warnings,
      `The run was disguised as ${agent}: the names of its animals bear no mark of the kit, and created.json lists them.`,
    ],
  };
}

async function baselineOf(
  path: string | undefined,
  mask: Mask,
  folder: string,
): Promise<ReadBaseline | null> {
  if (path === undefined) return null;
  const { readBaseline } = await import('./baseline.js');
  return readBaseline(path, { folder, mask });
}

const folderWithoutKeys = ({ name, folder }: TargetChoice, mask: Mask): string =>
  mask(name) === name ? folder : folderName(mask(name));

const isEncrypted = ({ addresses }: TargetChoice): boolean =>
  [addresses?.baseUrl, addresses?.quickstartBaseUrl].some((url) => url?.startsWith('https:'));

/** The HTTP client prints whole addresses then, with keys that are tried in queries: past every mask. */
function expectNoDebugging({ addresses }: TargetChoice, environment: Environment): void {
  const areas = (environment['NODE_DEBUG'] ?? '').split(',').map((area) => area.trim());
  const prints = (area: string): boolean =>
    area !== '' &&
    ['undici', 'fetch', 'websocket'].some((name) =>
      new RegExp(`^${area.replace(/[^\w*]/g, '').replaceAll('*', '.*')}$`, 'i').test(name),
    );
  if (addresses !== null && areas.some(prints))
    throw new UsageError(
      'NODE_DEBUG makes the HTTP client print requests that contain keys: unset it, or remove undici and fetch from it.',
    );
}

/** An unusable proxy would otherwise be noticed only when something is sent. */
function expectUsableProxy({ addresses }: TargetChoice, environment: Environment): void {
  if (addresses === null || !Object.keys(environment).some((name) => /_proxy$/i.test(name))) return;
  for (const address of [addresses.baseUrl, addresses.quickstartBaseUrl]) {
    try {
      if (address !== null) proxyFor(addressOf(address), environment);
    } catch (thrown) {
      throw new UsageError(`${(thrown as Error).message}.`);
    }
  }
}

/** A target as a whole gets no less time than a single request. */
function timeoutsOf(values: RunValues, options: Complete<Table>): Configuration['timeouts'] {
  const {
    'max-time': runMs,
    'connect-timeout': connectMs,
    'first-byte-timeout': firstByteMs = options.effort === 'quick' ? 5_000 : 10_000,
    'answer-timeout': wholeMs,
    'throttle-wait': throttleMs,
  } = options;
  const asked = Math.max(values['answer-timeout'] ?? 0, values['throttle-wait'] ?? 0, firstByteMs);
  return {
    runMs,
    connectMs,
    firstByteMs,
    wholeMs,
    throttleMs,
    firstAnswerMs: Math.max(25_000, asked + 5_000),
    idleMs: Math.max(throttleMs, 2 * wholeMs) + 15_000,
  };
}

/** Files that show that a folder belongs to a server. */
const marksOfProjects = ['package.json', 'Dockerfile', 'go.mod', 'pyproject.toml', 'pom.xml'];
const isInPipeline = (environment: Environment): boolean =>
  ['1', 'true'].includes(environment['CI'] ?? '');
/**
 * In the kit's own folder, testing the embedded server is the usual case. A pipeline whose variable for the target is
 * empty passes on it, and nobody reads why.
 */
const mayMeanAnother = ({ folder, environment }: Context): boolean =>
  folder !== packageRoot() &&
  (isInPipeline(environment) || marksOfProjects.some((name) => existsSync(join(folder, name))));
export const referenceAlone =
  "No target is named, so the embedded reference server is tested: to test yours, add --start 'COMMAND', or its address.";

const hasFreePort = (address: string): boolean => /\$(PORT\b|\{PORT\})/.test(address);
