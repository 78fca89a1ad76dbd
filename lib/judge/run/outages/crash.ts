// A request that crashed the candidate, as a failure: in words, and of the rule that it breaks, as a valid request must be
// answered even after an invalid one.
import { createHash } from 'node:crypto';
import { profileOf } from '../../../contract/operations.js';
import { withoutMarks } from '../../../contract/values/values.js';
import type { Ask, Exchange } from '../../../http/types.js';
import type { Rule } from '../../rules/rule.js';
import { ownerOf } from '../../evidence/rule-state.js';
import type { LostRequest } from './in-flight.js';
import { ruleNamed } from '../../../contract/ledger.js';
import type { Failure, Outage, ReportedReason, RuleResult } from '../../result/report.js';
import { seedOf } from '../../evidence/chosen.js';
import type { RunOptions } from '../options.js';
import type { CrashingRequest } from './retried-alone.js';
import { inWords, nameIn } from '../../failures/failure.js';
import type { ReasonKey } from '../../result/reasons.js';
import { causeOf } from '../../result/finding-in-words.js';
import type { Recorder } from '../../result/recorder.js';

export interface Named extends CrashingRequest {
  /** "`POST /pets` with `"name": null`" */
  readonly named: string;
}

export function crashFailure(
  { recorder, replayWith = '', seed }: RunOptions,
  ruleId: string,
  { suspect, exchange, named, ending: { how, said } }: Named,
): Failure {
  const { experiment, at } = suspect.occasion;
  const place = `${experiment?.name ?? ''}#${at.path}`;
  const input = recorder.redact(inWords(exchange));
  // One case may send many requests, each of which may crash the candidate.
  const id = createHash('sha256')
    .update(`${ruleId} ${place} crash ${withoutMarks(recorder.redact(sentIn(exchange)))}`)
    .digest('hex')
    .slice(0, 8);
  const came = exchange.answer
    ? `a response with ${exchange.answer.status}, but then the candidate ${how}`
    : `no response: the candidate ${how}`;
  return {
    id,
    ...causeOf(
      `${named} crashed the candidate. Sent alone, it got ${came}. ${after(exchange.ask)}`,
      ruleId,
      recorder.redact,
    ),
    expected: 'a response, to this and to the next request',
    actual: recorder.redact(came),
    input,
    difference: null,
    confirmed: { held: 1, of: 1 },
    cases: { failed: 1, of: 1, inputs: [input] },
    exchanges: [recorder.record(exchange, ruleId)],
    curl: recorder.curl(exchange),
    output: recorder.redact(said),
    replay: `npx animal-store-conformance replay ${id}${replayWith}`,
    case: {
      seed: experiment ? seedOf(seed + at.stream, experiment.name) : seed,
      path: place,
      ...nameIn(at),
    },
  };
}

/** The whole request: where a long body is cut, a part of its mark would stay. */
function sentIn({ ask: { method, path, body = '' } }: Exchange): string {
  return `${method} ${path} ${typeof body === 'string' ? body : Buffer.from(body).toString('latin1')}`;
}

/** Says why a crash concerns valid requests, whichever request caused it. */
const after = ({ validity }: Ask): string =>
  validity === 'valid'
    ? 'No valid request gets a response after that.'
    : 'The request is invalid, but a crash also leaves valid requests of other clients without a response.';

export const suspected = (exchange: Exchange, recorder: Recorder): Outage['suspects'][number] => ({
  request: recorder.redact(inWords(exchange)),
  curl: recorder.curl(exchange),
});

/** Undefined where neither the rule that a valid request is answered is in scope, nor one that sends this request. */
export function failedRule(
  { exchange, occasion }: LostRequest,
  rules: readonly Rule[],
): Rule | undefined {
  const { experiment } = occasion;
  const overAll = answeredRule(rules);
  const subscribers = rules
    .filter(({ experiments }) => experiment !== undefined && experiments.includes(experiment))
    .map((rule) => ({ rule }));
  const owner = ownerOf(subscribers)?.rule;
  // The rule belongs to the profile of the request: messages have rules of their own.
  return profileOf(exchange.ask.operation) === 'quickstart'
    ? (owner ?? overAll)
    : (overAll ?? owner);
}

/** The reasons by which a rule says that a case was left out because a request crashed the candidate. */
const forTheCrash: readonly string[] = [
  'left out, crashed',
  'left out, one like it crashed',
] satisfies readonly ReasonKey[];

/**
 * The rule that fails by a crash, once the run is over: a stated one that left a case out for it fails rather than an
 * implied one, which happened to send the request first. A full run charges a stated rule too.
 */
export function brokenBy(request: string, rule: string, results: readonly RuleResult[]): string {
  if (ruleNamed(rule).kind === 'stated') return rule;
  const isLeftOut = (why?: ReportedReason): boolean =>
    why !== undefined &&
    ((forTheCrash.includes(why.what) && why.values?.['request'] === request) || isLeftOut(why.why));
  return results.find(({ kind, why }) => kind === 'stated' && isLeftOut(why))?.id ?? rule;
}

/** The rule that a valid request is answered. */
export const answeredRule = (rules: readonly Rule[]): Rule | undefined =>
  rules.find((rule) => rule.form === 'exchanges' && rule.answered);
