// For every member of a report: what `verify` derives it from, or why no file can prove it. The longest matching
// beginning of a member's path applies.

/** A changed value is refused. */
export const derived: Readonly<Record<string, string>> = {
  format: 'the schema',
  kit: 'the kit that verifies',
  contract: 'the contract that the kit has',
  'target.name': 'the address, but for the three names of a configuration',
  'target.baseUrl': 'the addresses of the exchanges',
  'target.quickstartBaseUrl': 'the addresses of the exchanges',
  'target.again': 'a certified run starts no candidate',
  profiles: 'the outcomes',
  'run.seed': 'the requests of the cases',
  'run.salt': 'the marks behind the names of the animals',
  'run.scope': 'its other members: a full run is cut in no way',
  'run.effort': 'the cases: an effort has seeds and numbers of its own; quick is no full run',
  'run.startedAt': 'the day of judgement beside it, and the day on which it is verified',
  'run.created[].rule': 'the ledger',
  'run.strict': 'the counts',
  'run.asOf': 'the start of the run',
  'run.interrupted': 'the verdict',
  'run.bail': 'a certified run is not ended early',
  'run.outages': 'a certified run needs all answers',
  'run.baseline': 'a certified run has none',
  verdict: 'the outcomes',
  summary: 'the outcomes',
  counts: 'the outcomes',
  rules: 'the ledger, and its rules, which judge the recorded cases again',
  // Of a rule that passed, words and values say what else there was: no file proves both together.
  'rules[].reason': 'the values, of which it is made; of a rule that did not pass, the cases',
  'rules[].why': 'the words, which say each of its values',
  'rules[].failures[].sent': 'the exchanges, of which there are fewer',
  'rules[].failures[].cause': 'the headline, which it begins with',
  'rules[].failures[].headline': 'the cause, which begins with it',
  'rules[].failures[].expected': 'the finding, of which it is made',
  'rules[].failures[].actual': 'the finding, of which it is made',
  'rules[].failures[].exchanges[].number': 'one number means one exchange',
  causes: 'the failures, by what is known of the faults of the proof',
  observations: 'the ledger, and the cases that answer the question, where all of them are kept',
  samples:
    'the cases: each exchange belongs to one, is asked for by the seed and judged by the rules',
  'witnesses.commitment': 'the seed, and the cases that its own digest draws',
  witnesses: 'the seed, which gives the cases, and the rules, which judge them',
  'witnesses.setup.twin': 'the exchange in which it was accepted',
  latency: 'the exchanges, and one another',
};

interface Claim {
  /** The reason why no file can prove it. */
  readonly why: string;
  /** A value that is refused all the same. */
  readonly bound?: unknown;
  /** Whether a change is noticed depends on the run: on what its digest draws, or how long its responses took. */
  readonly showsByChance?: true;
}

const clock = 'a clock that nobody else has read; it may not end before its exchanges do';
const accusation = 'it speaks against the vendor who signs it, and only the target could show it';
const server = 'only the target knows what else it has sent: the rules judge what they look at';
const store = 'what the whole store held; the cases that follow from it are judged';

const withinItsBar = 'it lies in the bar of its rank, and the bars are wide';

/** Nobody could notice a small change of these. */
export const claims: Readonly<Record<string, Claim>> = {
  'run.durationMs': { why: clock, bound: 0 },
  'run.exchanges': { why: 'not all are kept; more must have been sent than are there', bound: 10 },
  'run.writes': { why: 'not all are kept; more must have been sent than are there', bound: 0 },
  'run.throttled': { why: 'answers that were asked for again are not kept', bound: 1e9 },
  'run.created': { why: 'adds of cases that are not kept may be left out', bound: [] },
  'run.created[].id': { why: 'the answers to most adds are not kept', showsByChance: true },
  'run.created[].name': {
    why: 'the answers to most adds are not kept; marks are of this run',
    showsByChance: true,
  },
  'run.visibleAfterMs': { why: clock, bound: 1e9 },
  'run.warnings': { why: 'words of the run, which `verify` prints' },
  'rules[].evidence.exchanges': { why: 'not all are kept', bound: 1e9 },
  'rules[].evidence.cases': { why: 'not all are kept; only so many are listed', bound: 1e9 },
  'rules[].durationMs': { why: clock, bound: 1e9 },
  'rules[].failures[].finding': { why: accusation },
  'rules[].failures[].input': { why: accusation },
  'rules[].failures[].difference': { why: accusation },
  'rules[].failures[].confirmed.of': { why: accusation },
  'rules[].failures[].cases.of': { why: accusation },
  'rules[].failures[].cases.inputs': { why: accusation },
  'rules[].failures[].exchanges': { why: accusation },
  'rules[].failures[].curl': { why: accusation },
  'rules[].failures[].case': { why: accusation },
  // The time and the headers are in the digest of a case, so a change is noticed where that case is drawn.
  'samples[].startedMs': { why: clock, bound: 1e9, showsByChance: true },
  'samples[].durationMs': { why: clock, bound: 1e9 },
  'samples[].firstByteMs': { why: clock, bound: 1e9 },
  'samples[].resent': { why: 'what was sent before it is not kept', bound: 1e9 },
  'samples[].response.headers': { why: server, showsByChance: true },
  // A change here gives other values to draw from, which is noticed where the digest draws one of them.
  'witnesses.setup.acceptsAnyCategory': { why: store, showsByChance: true },
  'witnesses.setup.fullest': { why: store, bound: 'x', showsByChance: true },
  'witnesses.experiments[].matching': { why: store },
  'witnesses.experiments[].missing': { why: store },
  'latency[].p50': { why: withinItsBar, bound: 1e9, showsByChance: true },
  'latency[].p90': { why: withinItsBar, bound: 1e9, showsByChance: true },
  'latency[].histogram[].upToMs': { why: 'the bars are wide', bound: 0 },
};
