// The options of `run` for a program. Each is an option of the command too, with the same name and the same limits
// (`option-values.ts`).
import type { Effort } from '../../judge/result/report.js';
import type { Environment } from '../environment.js';

type Int64 = number | bigint | string;

export interface RunOptions {
  /** `reference` (the embedded server, the default), `production`, `staging`, or a base address. */
  readonly target?: string;
  /** The base address of the quickstart, without /messages; `none` tests without it. */
  readonly quickstart?: string;
  /** The key; by default ANIMAL_STORE_API_KEY, from `environment` or from .env in `folder`. */
  readonly key?: string;
  /** The key of the quickstart; by default the same. */
  readonly quickstartKey?: string;
  /** Reads the key from this file. */
  readonly keyFrom?: string;
  /** Starts this candidate with PORT in its environment, tests http://127.0.0.1:$PORT/v1, and stops it. */
  readonly start?: string;
  /** Variables that are handed on to the candidate, besides PATH, HOME, TMPDIR, LANG, PORT and the keys. */
  readonly candidateEnv?: readonly string[];
  /** How many seconds to wait for the target to become ready; with `start`, 30. */
  readonly startTimeout?: number;
  /** @deprecated It is now called `startTimeout`. */
  readonly wait?: number;

  /** Sends only GET requests. */
  readonly readOnly?: boolean;
  /** Writes to `production` too. What is added there remains: the API has no delete. */
  readonly allowWrites?: boolean;
  /** Only these rules: ids (with * as a wildcard), suites, or clauses such as 4.1. */
  readonly only?: readonly string[];
  /** Rules that are left out. */
  readonly exclude?: readonly string[];
  /** A part of the run, such as 1/4. */
  readonly shard?: string;
  /** A broken implied rule is a failure, and no warning. */
  readonly strict?: boolean;
  /** Known failures, such as known-failures.yaml: `assertConformant` lets them pass until they expire. */
  readonly baseline?: string;
  /** Categories that the target accepts; by default, the kit finds one. */
  readonly categoryIds?: readonly Int64[];
  /** Judges as of this day, YYYY-MM-DD. */
  readonly asOf?: string;

  /** Another User-Agent, and animals with other names, without the kit's mark. */
  readonly disguise?: boolean;

  /** Default: standard. */
  readonly effort?: Effort;
  /** The same seed sends the same requests; by default, a new one each time. */
  readonly seed?: number;
  /** How many seconds a new animal may take to appear; default 2. */
  readonly settle?: number;
  /** Seconds for the whole run; default 600. */
  readonly maxTime?: number;
  /** @deprecated It is now called `maxTime`. */
  readonly timeout?: number;
  /** Sends cases for this many seconds only, the most revealing first. */
  readonly within?: number;
  readonly maxRequests?: number;
  /** At most this many requests that could write. */
  readonly maxWrites?: number;
  /** Requests per second; for production, 10. */
  readonly rate?: number;
  /** How many wrong keys are tried; for production, few. */
  readonly wrongKeys?: 'few' | 'all';
  /** How many requests are in flight at once. */
  readonly concurrency?: number;
  /** Ends the run after this many distinct failures. */
  readonly bail?: number;

  /** Sent with every request, for a gateway. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Paths of PEM files: a certificate authority, and the certificate and private key of the client. */
  readonly ca?: string;
  readonly cert?: string;
  readonly certKey?: string;
  /** @deprecated It is now called `certKey`. */
  readonly keyFile?: string;
  /** Does not check certificates; the report says so. */
  readonly insecure?: boolean;
  /** Seconds. */
  readonly connectTimeout?: number;
  readonly firstByteTimeout?: number;
  readonly answerTimeout?: number;
  /** How many seconds to wait for a target that throttles. */
  readonly throttleWait?: number;
  /** Megabytes of a response that are read. */
  readonly maxBody?: number;

  /** Writes the reports to this folder; `true` to reports/NAME, as the command does. By default, nothing is written. */
  readonly output?: string | boolean;
  /** @deprecated It is now called `output`. */
  readonly reportDir?: string | boolean;
  /** Ends the run: what was found until then is its report, and what was not is undecided. */
  readonly signal?: AbortSignal;
  /** Variables and proxies, and what `candidateEnv` names; default: process.env. */
  readonly environment?: Environment;
  /** Paths begin here, and .env is looked for here; default: the working directory. */
  readonly folder?: string;
}
