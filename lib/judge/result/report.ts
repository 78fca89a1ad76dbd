// The one typed result of a run. Everything that is printed or written is made from this value alone.
// Field names are an interface: other people's programs read them. Strings only where numbers could lose digits.

import type { FoundInstead } from '../../contract/found-instead.js';

export type Kind = 'stated' | 'implied' | 'open';
export type Outcome = 'passed' | 'failed' | 'cantTell' | 'inapplicable' | 'untested' | 'observed';
export type Verdict = 'conformant' | 'not-conformant' | 'inconclusive' | 'no-violation-found';
export type Effort = 'quick' | 'standard' | 'thorough';

export interface Report {
  /** The version of this format. In 1, which older kits wrote, `counts.failed` includes the warnings. */
  readonly format: 1 | 2;
  readonly kit: { readonly name: string; readonly version: string; readonly digest: string };
  readonly contract: { readonly title: string; readonly version: string; readonly digest: string };
  readonly target: TargetFacts;
  /** The verdict of each profile; quickstart is null when no quickstart address was given. */
  readonly profiles: { readonly catalogue: Verdict; readonly quickstart: Verdict | null };
  readonly run: RunFacts;
  readonly verdict: Verdict;
  /** The verdict in one sentence for people. */
  readonly summary: string;
  readonly counts: Counts;
  /** The results in the order of the ledger. */
  readonly rules: readonly RuleResult[];
  /** What explains the failures, the worst first; there where any rule failed. */
  readonly causes?: readonly Cause[];
  readonly observations: readonly Observation[];
  /** A bounded sample of exchanges of rules that did not fail; those of failures are with their failure. */
  readonly samples: readonly RecordedExchange[];
  /** Whole cases, so that anybody can have the rules judge them again; only where a certificate was asked for. */
  readonly witnesses?: ReportedCases;
  readonly latency: readonly OperationLatency[];
}

export interface TargetFacts {
  readonly name: string;
  readonly baseUrl: string;
  readonly quickstartBaseUrl: string | null;
  /** The words that reach the target again if its addresses alone do not, because a candidate was started for the run or a variable named the quickstart. */
  readonly again?: readonly string[];
}

export interface RunFacts {
  readonly seed: number;
  /**
   * The marks in the names of added animals follow from it: nobody without the report can recognise a run or a case by
   * them.
   */
  readonly salt?: string;
  readonly scope: Scope;
  readonly effort: Effort;
  readonly startedAt: string; // ISO 8601
  readonly durationMs: number;
  /** Requests that were sent, those sent again included. */
  readonly exchanges: number;
  /** Requests among them that could write. */
  readonly writes: number;
  /** How often the target asked to slow down (429, or 503 with Retry-After). */
  readonly throttled: number;
  readonly created: readonly CreatedAnimal[];
  /** Milliseconds from an add until the animal was listed, the longest seen; null when it was not measured. */
  readonly visibleAfterMs: number | null;
  readonly strict: boolean;
  readonly asOf: string; // YYYY-MM-DD
  readonly interrupted: boolean;
  /** The run was ended after this many distinct failures (--bail). */
  readonly bail?: number;
  /** What a reader should know: "certificates were not checked (--insecure)". */
  readonly warnings: readonly string[];
  /** When the target stopped answering; left out where it never did. */
  readonly outages?: readonly Outage[];
  /** The known failures that the gate was set for (--baseline). */
  readonly baseline?: AppliedBaseline;
}

/** Whether a pipeline may go on: known failures do not stop it. It is no verdict, and never changes one. */
export type Gate = 'passed' | 'failed' | 'undecided';

/** A file of known failures, as it was applied to a run. */
export interface AppliedBaseline {
  readonly file: string;
  /** The digest of the text: baselines with equal digests let the same failures pass. */
  readonly digest: string;
  /**
   * The day on which it was applied, YYYY-MM-DD in UTC: failures whose entry expired before it are not known any more.
   */
  readonly day: string;
  /** How many it holds. */
  readonly entries: number;
  readonly gate: Gate;
  /** Entries whose rule passed in this run: they should be removed from the file. */
  readonly noLongerFailing: readonly KnownFailure[];
}

export interface Known {
  readonly reason: string;
  /** The last day on which it is known, YYYY-MM-DD in UTC. */
  readonly expires: string;
  readonly link?: string | undefined;
}

/** An entry of a baseline. */
export interface KnownFailure extends Known {
  /** The id of the rule that fails. */
  readonly rule: string;
  /** The id of the one failure that is known; left out, all failures of the rule are. */
  readonly case?: string | undefined;
}

/** The target stopped answering before the run was over. */
export interface Outage {
  /** "the target has stopped answering (nothing listens there)" */
  readonly reason: string;
  /** The rules that it left undecided; left out where the run began anew. */
  readonly undecided?: readonly string[];
  /** If no request is to blame, how the target ended: "the candidate exited with status 0 after 0.3 s, by itself". */
  readonly ending?: string;
  /** What was under way then, the most unusual request first; nothing where no request is to blame. */
  readonly suspects: readonly {
    /** The request in one line: "POST /pets {"name": "Rex"}". */
    readonly request: string;
    readonly curl: string | null;
  }[];
  /** The id of the failure of the suspect that crashed the candidate when it was sent alone; null where none did. */
  readonly failure: string | null;
  /** The candidate was started again, and the run began anew. */
  readonly restarted: boolean;
  /** The last lines that the candidate printed; null where the kit has not started it. */
  readonly output: string | null;
}

export interface Scope {
  /** Everything that the contract asks was in scope. Only then can a verdict be `conformant`. */
  readonly full: boolean;
  readonly readOnly: boolean;
  readonly only: readonly string[];
  /** Rules that were left out, as they were written behind --exclude. */
  readonly exclude?: readonly string[];
  readonly shard: { readonly index: number; readonly of: number } | null;
  /** Few wrong keys were tried. */
  readonly fewKeys?: true;
  /** What the run was allowed to spend, as far as that left something out. */
  readonly budget?: {
    readonly maxRequests?: number;
    readonly maxWrites?: number;
    readonly withinSeconds?: number;
  };
}

/** One entry for each created animal. The id is a string, as an int64 may not fit a JavaScript number. */
export interface CreatedAnimal {
  readonly id: string;
  readonly name: string;
  readonly rule: string;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly cantTell: number;
  readonly inapplicable: number;
  readonly untested: number;
  readonly observed: number;
  /** Failed rules of kind implied: warnings, unless strict. They are among `failed` too. */
  readonly warnings: number;
  /** Failed rules all of whose failures are known, where a baseline was applied. They are among `failed` too. */
  readonly known?: number;
}

/**
 * What keeps a rule from being judged. Every list is full, so that nothing new need show; every status has animals, so
 * that no list is empty; too few animals are there, and the run adds none; or the target refuses long requests.
 */
export type Because = 'full lists' | 'no empty list' | 'few animals' | 'long requests';

/** A reason as a report has it: `what` is a key, and other versions of the kit may have other keys. */
export interface ReportedReason {
  readonly what: string;
  readonly values?: Values;
  /** The reason behind it. */
  readonly why?: ReportedReason;
}

export interface RuleResult {
  readonly id: string;
  readonly clause: string;
  readonly kind: Kind;
  readonly statement: string;
  readonly profile: 'catalogue' | 'quickstart';
  readonly outcome: Outcome;
  /** cases: judged cases that could have refuted the rule. exchanges: the requests behind them. */
  readonly evidence: { readonly cases: number; readonly exchanges: number };
  /** Why it is not simply passed or failed; null where there is nothing to explain. */
  readonly reason: string | null;
  /** The reason as values, of which its words are made; left out if there is none, and in reports of earlier versions. */
  readonly why?: ReportedReason;
  /** The reason why it is not judged, if it is one of these. */
  readonly because?: Because;
  readonly failures: readonly Failure[];
  readonly durationMs: number;
}

export interface Failure {
  /** The argument of `replay`: short, and stable for the same rule and minimal case. */
  readonly id: string;
  /** One sentence that says what is wrong. */
  readonly cause: string;
  /** The cause without the readings of its rule; left out where it has none. */
  readonly headline?: string;
  readonly expected: string;
  readonly actual: string;
  /** The same as values; left out if it exists only in words, and in reports of earlier versions. */
  readonly finding?: Finding;
  /** The minimal case in words or JSON: "limit=37, status=sold". */
  readonly input: string;
  /** What differs from the twin that was accepted: "categoryId: a fraction (1.5 instead of 1)". */
  readonly difference: string | null;
  /** The minimal case was sent again `of` times; the breach showed `held` times. */
  readonly confirmed: { readonly held: number; readonly of: number };
  /** How many of the rule's cases broke it, and the first few of them in words. */
  readonly cases: {
    readonly failed: number;
    readonly of: number;
    readonly inputs: readonly string[];
  };
  /** The exchanges of the minimal case, in order; the last one shows the breach. */
  readonly exchanges: readonly RecordedExchange[];
  /** How many requests the minimal case sent, where the exchanges are not all of them. */
  readonly sent?: number;
  /** Runs as it is in a POSIX shell that has $ANIMAL_STORE_API_KEY; null where no single request shows the breach. */
  readonly curl: string | null;
  /** The last lines that the candidate printed, where this crashed it: its stack trace, say. */
  readonly output?: string;
  /** The command that sends the minimal case again. */
  readonly replay: string;
  /** What `replay` needs: the experiment's seed, and the path of fast-check or the index of the case. */
  readonly case: {
    readonly seed: number;
    readonly path: string;
    /**
     * The name by which the case is known in every run and version, whichever other cases there are; left out for a
     * case that was made smaller.
     */
    readonly name?: string;
  };
  /** The baseline knows it: it does not fail the gate. */
  readonly known?: Known;
  /** The baseline knew it until its entry expired: it fails the gate again. */
  readonly wasKnown?: Known;
}

/** When a breach shows that does not show each time: it was seen and never again, or comes only then. */
export type Circumstance = 'seen once' | 'several requests under way' | 'fresh connection';

/** Values that follow from the case and not from the server: an identifier, a limit, a name. */
export type Values = Readonly<Record<string, string | number>>;

/** A status, or those that would do. */
export type ExpectedStatus =
  | number
  | '2xx'
  | '4xx'
  | 'no 5xx'
  | 'neither 401 nor 403'
  | 'the name, or 4xx';

/**
 * What is wrong, as values. `when` and `what` are templates: "{id}" in them stands for the value of that name. Two servers
 * that break a rule in the same way differ in `values` alone.
 */
export type Wrong = { readonly values?: Values } & (
  | {
      readonly kind: 'status';
      readonly operation: string;
      readonly when: string;
      readonly expected: number;
      readonly actual: number;
    }
  | {
      readonly kind: 'not refused';
      readonly operation: string;
      readonly when: string;
      readonly actual: number;
    }
  | {
      readonly kind: 'kind of status';
      readonly operation: string;
      readonly what: string;
      readonly expected: ExpectedStatus;
      readonly actual: number;
    }
  | {
      readonly kind: 'schema';
      readonly operation: string;
      readonly schema: string;
      readonly pointer: string;
      readonly problem: string;
      /** What is there instead: reports of older kits do not say. */
      readonly found?: FoundInstead;
      readonly actual: number;
    }
  | {
      readonly kind: 'field';
      readonly operation: string;
      readonly what: string;
      readonly field: string;
      readonly expected: string;
      readonly actual: string;
    }
  | { readonly kind: 'no answer'; readonly operation: string; readonly problem: string }
  /** What one rule alone says: `what` is a key. */
  | {
      readonly kind: 'other';
      readonly operation: string;
      readonly what: string;
      readonly field?: string;
      readonly label?: string;
      readonly expected?: number;
      readonly actual?: number;
    }
);

/** The words that a reader sees. */
export type Words = Pick<Failure, 'cause' | 'expected' | 'actual'>;

/** A finding as a report has it. */
export type Finding = Wrong & { readonly circumstance?: Circumstance };

/** Failures that one defect explains. */
export interface Cause {
  /** The rules that it breaks, the most specific one first. */
  readonly rules: readonly string[];
  /** The ids of the failures that it explains; the first is to be read first. */
  readonly failures: readonly string[];
  /** Servers that are known to fail just like this. */
  readonly like: readonly KnownFault[];
}

/** A fault of the reference server: `reference --fault NAME`. */
export interface KnownFault {
  readonly fault: string;
  /** What is wrong with a server that has it. */
  readonly sentence: string;
}

/**
 * The recorded cases: whole cases with everything that their rules looked at. The numbers of exchanges are those of the
 * samples.
 */
export interface ReportedCases {
  readonly setup: SharedSetup;
  readonly experiments: readonly ReportedExperiment[];
  /** All cases of the run, each with a digest: stream, path, digest; `-` for one that cannot be kept. */
  readonly commitment?: readonly { readonly name: string; readonly cases: readonly string[] }[];
}

/** What a run had learned about the target before it chose its cases. */
export interface SharedSetup {
  /** Categories that the target accepts. */
  readonly categories: readonly string[];
  readonly acceptsAnyCategory: boolean | null;
  /** The valid animal that invalid ones differ from, and the answer to it. */
  readonly twin: {
    readonly name: string;
    readonly categoryId: string;
    readonly status: string;
    readonly exchange: number;
  } | null;
  readonly messageTwin: number | null;
  /** An earlier run has used the store, so that cases to which its animals testify are not sent again. */
  readonly known?: true;
  /** The status that most animals of the store have: the run fills lists of this status. */
  readonly fullest?: string;
}

/** What a run had learned about the store when it chose the cases of an experiment. */
export interface ExperimentSetup {
  /** The least number of animals that matched, by status or `any`. */
  readonly matching: Readonly<Record<string, number>>;
  readonly missing: Readonly<Record<string, number>>;
  readonly firstAdded: readonly { readonly status: string; readonly exchange: number }[];
}

export interface ReportedExperiment extends ExperimentSetup {
  readonly name: string;
  readonly cases: readonly ReportedCase[];
}

export interface ReportedCase {
  readonly stream: number;
  readonly path: string;
  /** The numbers of its exchanges, in the order of the requests. */
  readonly exchanges: readonly number[];
  /** The rules that it does not break, and the open ones that it helps to answer. */
  readonly rules: readonly string[];
  /** Rules that do not apply to the target, as this case shows. */
  readonly excuses: readonly string[];
  /** Rules for which the digest of the run has drawn it: it does not break them. */
  readonly drawn?: readonly string[];
}

export interface Observation {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** An exchange as it is kept: the key is masked, bodies are cut to a bound, text is inert. */
export interface RecordedExchange {
  readonly number: number;
  readonly operation: string;
  readonly rule: string | null;
  /** Milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly durationMs: number;
  readonly firstByteMs: number | null;
  readonly resent: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: RecordedBody | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: RecordedBody;
  } | null;
  readonly noAnswer: { readonly kind: string; readonly message: string } | null;
}

export interface RecordedBody {
  /** The text, or base64 of bytes that are not UTF-8. */
  readonly text: string;
  readonly encoding: 'utf-8' | 'base64';
  /** The size of the whole body in bytes; `text` may hold less. */
  readonly size: number;
  readonly truncated: boolean;
}

/** How long one operation took. Milliseconds; `histogram` counts answers up to and including each bound. */
export interface OperationLatency {
  readonly operation: string;
  readonly count: number;
  readonly min: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
  readonly histogram: readonly { readonly upToMs: number; readonly count: number }[];
}
