// The table of options of a run: what is tested, how hard, over which connection, and what is shown. The flags of the
// command, its help and completion, what programs may pass, what the file of a project may hold and the defaults all
// follow from it. Reads values; decides nothing.
import { requestsAtOnce } from '../../http/pacing/at-once.js';
import { UsageError } from '../errors.js';
import {
  commaSeparated,
  date,
  each,
  categories,
  list,
  megabytes,
  number,
  oneOf,
  quoted,
  rate,
  type Read,
  seconds,
  text,
  toggle,
  value,
  whole,
} from './flags.js';
import { reporter } from './reporter.js';

/** Headers that the kit sets itself: a second one would change the meaning of every request. */
const ownHeaders = new Set([
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
]);

const header: Read<readonly [string, string]> = (given, flag) => {
  const colon = given.indexOf(':');
  const name = given.slice(0, colon).trim();
  const content = given.slice(colon + 1).trim();
  if (colon < 0 || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name))
    throw new UsageError(`${flag} is not a header: write it as 'Name: value'.`);
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(content))
    throw new UsageError(`${flag} ${name} contains a character that is not allowed in a header.`);
  if (name.toLowerCase() === 'authorization')
    throw new UsageError(
      `${flag} cannot set Authorization, and a key is never an argument: set ANIMAL_STORE_API_KEY, or use --key-from FILE.`,
    );
  if (ownHeaders.has(name.toLowerCase()))
    throw new UsageError(`${flag} cannot set ${name}: the kit sets it for each request.`);
  return [name, content];
};

const noComma: Read<string> = (given, flag) => {
  if (given === '')
    throw new UsageError(
      `${flag} contains an empty part: specify rule ids separated by commas, such as list-animals.*.`,
    );
  return given;
};

const shard: Read<{ readonly index: number; readonly of: number }> = (given, flag) => {
  const [index = 0, of = 0] = /^\d{1,3}\/\d{1,3}$/.test(given) ? given.split('/').map(Number) : [];
  if (index < 1 || index > of)
    throw new UsageError(
      `${flag} is ${quoted(given)}: specify the part and the number of parts, from 1/N to N/N, such as 1/4.`,
    );
  return { index, of };
};

const variableName: Read<string> = (given, flag) => {
  if (!/^[A-Za-z_][\w.()-]*$/.test(given))
    throw new UsageError(
      `${flag} takes the name of a variable, without its value: set it in the environment, and specify its name, such as DATABASE_URL.`,
    );
  return given;
};

const quickstart: Read<string> = (given, flag) => text(given, flag);

/** For flags of the command alone: a program gets the report itself, and has no terminal. */
const ofCommand = { forPrograms: false } as const;

/** For flags that decide who gets a key, which certificates are trusted, who the user is, or which files are written. */
const onlyTyped = { inProjectFile: false } as const;

/** For flags of the command that mean something for one run only. */
const ofThisRun = { ...ofCommand, ...onlyTyped } as const;

/** For flags that loosen the judgement whatever their value is. */
const narrows = { narrows: () => true } as const;
/** For flags that loosen it where they exceed their default, such as those that let a target take its time. */
const narrowsAbove = (usual: number) =>
  ({ narrows: (given: unknown) => Number(given) > usual }) as const;

/** The flag for the file that holds what a project always passes. */
export const project = {
  config: value(
    'FILE',
    text,
    'read options from this file (YAML, JavaScript or TypeScript); by default animal-store.config.yaml, and with `none` no file. Flags take precedence',
    ofThisRun,
  ),
};

export const tested = {
  quickstart: value(
    'URL',
    quickstart,
    'the base address of the quickstart, without /messages; `none` leaves messages untested',
    { narrows: (url: unknown) => url === 'none' },
  ),
  'read-only': toggle('send only GET requests; rules that need writes are untested', narrows),
  'allow-writes': toggle(
    'write to `production` too; the animals added there are not removed',
    onlyTyped,
  ),
  only: list(
    'GLOB',
    commaSeparated(noComma),
    'only these rules: ids (with * as a wildcard), suites, or clauses such as 4.1; repeatable',
    narrows,
  ),
  exclude: list(
    'GLOB',
    commaSeparated(noComma),
    'leave these rules out; written as for --only, and may be combined with it',
    narrows,
  ),
  'rerun-failed': value(
    'REPORT',
    text,
    'only the rules that failed in this report.json, with the same seed and effort, and, if the run was yours, on the same target',
    ofThisRun,
  ),
  'last-failed': toggle('the same for the newest report in reports/', ofThisRun),
  'category-ids': value(
    'IDS',
    categories,
    'categories that the target accepts, such as 1,2; by default, the kit finds one',
    narrows,
  ),
  'as-of': value(
    'DATE',
    date,
    'judge as of this date, YYYY-MM-DD (from its removal date, GET /pets/{petId} may be gone)',
    narrows,
  ),
  shard: value(
    'I/N',
    shard,
    'only part I of N, to split a run over N machines; `merge` combines the reports. Without --seed, the seed is 1',
    onlyTyped,
  ),
  disguise: toggle(
    'make requests look like those of another client: different User-Agent and animal names, without the word `conformance`',
  ),
  strict: toggle(
    'treat a broken implied rule as a failure, not a warning; with --baseline, also fail if a known failure has been fixed but is still listed',
  ),
};

/** Defects that show only under load stay unseen if fewer requests are in flight than by default. */
export const isFew = (concurrency: unknown): boolean =>
  typeof concurrency === 'number' && concurrency < requestsAtOnce.near;

export const effort = {
  effort: value(
    'LEVEL',
    oneOf('quick', 'standard', 'thorough'),
    'how much is sent: quick, standard (the default) or thorough',
    { default: 'standard', narrows: (level: unknown) => level === 'quick' },
  ),
  seed: value(
    'N',
    whole(0, 2 ** 31 - 1),
    'the same seed sends the same requests; by default, a new one each time',
    // A server whose author also wrote the file may be right for the requests of this seed alone.
    narrows,
  ),
  settle: value(
    'SECONDS',
    seconds(0, 600),
    'how long a new animal may take to appear; default 2. The first missing one gets up to 25 times as long (at most 45 s), in case it is only late',
    { default: 2_000, ...narrowsAbove(2_000) },
  ),
  'max-time': value(
    'SECONDS',
    seconds(0.001, 86_400),
    'time limit for the whole run; default 600',
    {
      default: 600_000,
      formerly: 'timeout',
    },
  ),
  within: value(
    'SECONDS',
    seconds(0.1, 86_400),
    'stop sending after this time; the most revealing cases go first, the rest is untested',
    narrows,
  ),
  'max-requests': value(
    'N',
    whole(1, 100_000_000),
    'send at most this many requests, the most revealing first; the rest is untested',
    narrows,
  ),
  'max-writes': value(
    'N',
    whole(0, 100_000_000),
    'send at most this many requests that could write; what needs more is untested',
    narrows,
  ),
  rate: value(
    'N',
    rate,
    'send at most this many requests per second; default for production 10, otherwise as many as the target can handle',
    narrows,
  ),
  'wrong-keys': value(
    'few|all',
    oneOf('few', 'all'),
    'how many wrong keys are tried: few or all; the default for production is few, because some services lock out clients that try many',
    narrows,
  ),
  concurrency: value(
    'N',
    whole(1, 256),
    'how many requests are in flight at once; default 16 (thorough: 32), up to 64 if the target is far away',
    { narrows: (given: unknown) => isFew(given) },
  ),
};

/** The failures that a pipeline lets through. */
export const gate = {
  baseline: value(
    'FILE',
    text,
    'known failures, such as known-failures.yaml, do not fail the run until they expire; `baseline` writes the file',
    narrows,
  ),
};

/** How many warnings a pipeline lets through. */
export const warned = {
  'max-warnings': value(
    'N',
    whole(0, 10_000),
    'exit with 1 if there are more than N warnings; the verdict stays what it is',
    ofCommand,
  ),
};

/** When a run ends, and when it begins again. */
export const lifecycle = {
  bail: number(
    'N',
    whole(1, 10_000),
    'end the run, with exit status 1, after N distinct failures; without N, after the first; requests under way may add more',
    1,
  ),
  watch: toggle(
    'with --start: run again whenever a file below the working directory changes, what failed last time first',
    ofThisRun,
  ),
};

export const connection = {
  header: list(
    "'NAME: VALUE'",
    each(header),
    'send this header with every request, for a gateway; repeatable',
    { forPrograms: 'headers', ...onlyTyped },
  ),
  'key-from': value(
    'FILE',
    text,
    'read the key from this file, or from standard input with -',
    onlyTyped,
  ),
  ca: value(
    'FILE',
    text,
    'trust this certificate authority (PEM) in addition to the usual ones',
    onlyTyped,
  ),
  cert: value('FILE', text, 'the client certificate (PEM) for mutual TLS', onlyTyped),
  'cert-key': value('FILE', text, 'the private key (PEM) of --cert', {
    formerly: 'key-file',
    ...onlyTyped,
  }),
  insecure: toggle('do not check certificates; the report says so', onlyTyped),
  'connect-timeout': value(
    'SECONDS',
    seconds(0.001, 3600),
    'time limit for opening a connection; default 5',
    { default: 5_000 },
  ),
  'first-byte-timeout': value(
    'SECONDS',
    seconds(0.001, 3600),
    'time limit until a response begins; default 10, or 5 with --effort quick',
    narrowsAbove(10_000),
  ),
  'answer-timeout': value(
    'SECONDS',
    seconds(0.001, 3600),
    'time limit until a response is complete; default 30',
    { default: 30_000, ...narrowsAbove(30_000) },
  ),
  'throttle-wait': value(
    'SECONDS',
    seconds(0, 3600),
    'how long to wait for a target that throttles (429, or 5xx under load); default 60',
    { default: 60_000 },
  ),
  'max-body': value('MEGABYTES', megabytes, 'read at most this much of a response; default 8', {
    default: 8 * 1024 * 1024,
  }),
  'start-timeout': value(
    'SECONDS',
    seconds(0, 3600),
    'wait this long for the target to become ready; with --start, the default is 30',
    { formerly: 'wait' },
  ),
  start: value(
    "'COMMAND'",
    text,
    'start this server with PORT set, test it at http://127.0.0.1:$PORT/v1, and stop it; to test another address, give TARGET: $PORT in it, and in --quickstart, is replaced',
  ),
  'candidate-env': list(
    'NAME',
    each(variableName),
    'with --start: pass this environment variable to the candidate, which otherwise gets only PATH, HOME, TMPDIR, LANG, PORT and the keys; repeatable',
    onlyTyped,
  ),
};

export const shownFlags = {
  output: value('DIR', text, 'write the reports to this folder; default reports/NAME', {
    formerly: 'report-dir',
  }),
  reporter: list(
    'NAME[=FILE]',
    commaSeparated(reporter),
    'default, dot, json, junit, github or tap, to standard output or to a file, such as junit=reports/junit.xml; repeatable',
    ofCommand,
  ),
  'vitest-test': value(
    'FILE',
    text,
    'write a vitest test for each failure to this file, for your own project: it does not depend on the kit',
    ofCommand,
  ),
  open: toggle('open report.html in the browser afterwards', ofThisRun),
  json: toggle('print only the report, as JSON, to standard output', ofThisRun),
  verbose: toggle('print every rule, every observation, and all details of failures', ofCommand),
  quiet: toggle('print only the causes of failures and the verdict', ofCommand),
};

/** The groups of the help. */
export const groups = {
  Scope: tested,
  'Effort and limits': effort,
  'Known failures and warnings': { ...gate, ...warned },
  'When it ends': lifecycle,
  'Key and connection': connection,
  Output: { ...shownFlags, ...project },
};
