// The flags of a run: what is tested, how hard, over which connection, and what is shown. Reads values; decides nothing.
import { UsageError } from '../io.js';
import {
  commaSeparated,
  date,
  each,
  type Flag,
  int64,
  list,
  megabytes,
  oneOf,
  quoted,
  rate,
  type Read,
  seconds,
  text,
  toggle,
  value,
  type Values,
  whole,
} from './flags.js';

/** These belong to the kit: a second one would make every request another request. */
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
    throw new UsageError(`${flag} is no header: write it as 'Name: value'.`);
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(content))
    throw new UsageError(`${flag} ${name} holds a character that no header can carry.`);
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
      `${flag} holds an empty part: give rule ids, such as list-animals.*, with commas between them.`,
    );
  return given;
};

const shard: Read<{ readonly index: number; readonly of: number }> = (given, flag) => {
  const [index = 0, of = 0] = /^\d{1,3}\/\d{1,3}$/.test(given) ? given.split('/').map(Number) : [];
  if (index < 1 || index > of)
    throw new UsageError(
      `${flag} is ${quoted(given)}: give the part and the number of parts, from 1/N to N/N, such as 1/4.`,
    );
  return { index, of };
};

const quickstart: Read<string> = (given, flag) => text(given, flag);

export const tested = {
  quickstart: value(
    'URL',
    quickstart,
    'the base address of the quickstart, below which /messages lies; `none` tests without it',
  ),
  'read-only': toggle('send only GET requests; rules that need writes are untested'),
  'allow-writes': toggle('write to `production` too; what is added stays there'),
  only: list(
    'GLOB',
    commaSeparated(noComma),
    'only these rules: ids with * in them, suites, or clauses such as 4.1; may be given again',
  ),
  exclude: list(
    'GLOB',
    commaSeparated(noComma),
    'leave these rules out; written as for --only, and may be combined with it',
  ),
  'rerun-failed': value(
    'REPORT',
    text,
    'only the rules that failed in this report.json, with its seed and effort',
  ),
  'category-ids': value(
    'IDS',
    commaSeparated(int64),
    'categories that the target knows, such as 1,2; else the kit finds one',
  ),
  'as-of': value(
    'DATE',
    date,
    'judge as if it were this day, YYYY-MM-DD (from the day of its removal on, GET /pets/{petId} may be gone)',
  ),
  shard: value(
    'I/N',
    shard,
    'only part I of N, for N machines; `merge` makes one report of all parts. Without --seed the seed is 1',
  ),
  strict: toggle('a broken implied rule is a failure, not a warning'),
};

export const effort = {
  effort: value(
    'HOW',
    oneOf('quick', 'standard', 'thorough'),
    'quick, standard (the default) or thorough',
  ),
  seed: value(
    'N',
    whole(0, 2 ** 31 - 1),
    'the same seed sends the same requests; else a new one each time',
  ),
  settle: value(
    'SECONDS',
    seconds(0, 600),
    'how long an added animal may take to appear; default 2. Two and a half times as long the first time that one does not',
  ),
  timeout: value('SECONDS', seconds(0.001, 86_400), 'for the whole run; default 600'),
  within: value(
    'SECONDS',
    seconds(0.1, 86_400),
    'send cases for so long only, the most telling ones first; what is left out cannot be told',
  ),
  'max-requests': value(
    'N',
    whole(1, 100_000_000),
    'send at most this many requests, those of the most telling cases',
  ),
  'max-writes': value(
    'N',
    whole(0, 100_000_000),
    'send at most this many requests that could write',
  ),
  rate: value(
    'N',
    rate,
    'send at most this many requests a second; default for production 10, else as many as the target bears',
  ),
  'wrong-keys': value(
    'HOW-MANY',
    oneOf('few', 'all'),
    'few or all; the default for production is few, as some services lock out who tries many',
  ),
  concurrency: value(
    'N',
    whole(1, 256),
    'how many requests are under way at once; default 16, thorough 32, up to 64 where the target is far away',
  ),
};

/** When a run ends, and when it begins again. */
export const course = {
  bail: value('N', whole(1, 10_000), 'end the run, with exit status 1, once N rules have failed'),
  watch: toggle(
    'with --start: run again whenever a file below the working directory changes, what failed last time first',
  ),
};

export const connection = {
  header: list(
    "'NAME: VALUE'",
    each(header),
    'sent with every request, for a gateway; may be given again',
  ),
  'key-from': value('FILE', text, 'read the key from this file, or from the standard input with -'),
  ca: value('FILE', text, 'trust this authority (PEM) besides the usual ones'),
  cert: value('FILE', text, 'the client certificate (PEM) for mutual TLS'),
  'key-file': value('FILE', text, 'the private key (PEM) of --cert'),
  insecure: toggle('check no certificates; the report says so'),
  'connect-timeout': value(
    'SECONDS',
    seconds(0.001, 3600),
    'for setting up a connection; default 5',
  ),
  'first-byte-timeout': value(
    'SECONDS',
    seconds(0.001, 3600),
    'until an answer begins; default 10',
  ),
  'answer-timeout': value('SECONDS', seconds(0.001, 3600), 'until an answer is whole; default 30'),
  'throttle-wait': value(
    'SECONDS',
    seconds(0, 3600),
    'for a target that asks to slow down (429, or 503 with Retry-After); default 60',
  ),
  'max-body': value('MEGABYTES', megabytes, 'read at most so much of an answer; default 8'),
  wait: value(
    'SECONDS',
    seconds(0, 3600),
    'wait up to so long until the target answers; with --start the default is 30',
  ),
  start: value(
    "'COMMAND'",
    text,
    'start this candidate with PORT in its environment, test http://127.0.0.1:$PORT/v1 (or TARGET, in which $PORT stands for the port), and stop it',
  ),
};

export const shownFlags = {
  'report-dir': value('DIR', text, 'where the reports go; default reports/NAME'),
  'vitest-test': value(
    'FILE',
    text,
    'write a test for each failure to this file, for vitest and your own project: it needs nothing of the kit',
  ),
  open: toggle('open report.html in the browser afterwards'),
  json: toggle('print the report as JSON, and nothing else, to the standard output'),
  verbose: toggle('print every rule and every observation as well'),
  quiet: toggle('print only the causes of failures and the verdict'),
};

const everyFlag = {
  ...tested,
  ...effort,
  ...course,
  ...connection,
  ...shownFlags,
} satisfies Record<string, Flag>;

export type RunValues = Values<typeof everyFlag>;
