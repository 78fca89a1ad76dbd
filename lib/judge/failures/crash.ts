// What is said of a request that crashed the candidate, and of those that may have.
import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/types.js';
import type { Failure, Outage } from '../result/report.js';
import { seedOf } from '../run/cases/seed.js';
import type { Recorder, RunOptions } from '../run/options.js';
import type { Culprit } from '../run/outages/trial.js';
import { bothReadings, inWords } from './failure.js';

export function crashFailure(
  { recorder, replayWith = '', seed }: RunOptions,
  ruleId: string,
  { suspect, exchange, lastWords: { how, said } }: Culprit,
): Failure {
  const { experiment, at } = suspect.occasion;
  const place = `${experiment?.name ?? ''}#${at.path}`;
  const id = createHash('sha256').update(`${ruleId} ${place} crash`).digest('hex').slice(0, 8);
  const input = recorder.redact(inWords(exchange));
  const { method, path } = exchange.ask;
  const came = exchange.answer
    ? `an answer with ${exchange.answer.status}, but then the candidate ${how}`
    : `no answer, as the candidate ${how}`;
  return {
    id,
    cause: recorder.redact(
      `\`${method} ${path}\` crashed the candidate. Sent alone, it got ${came}, and no valid request is answered after that.${bothReadings(ruleId)}`,
    ),
    expected: 'an answer, to this and to the next request',
    actual: recorder.redact(came),
    input,
    difference: null,
    confirmed: { held: 1, of: 1 },
    cases: { failed: 1, of: 1, inputs: [input] },
    exchanges: [recorder.record(exchange, ruleId)],
    curl: recorder.curl(exchange),
    output: recorder.redact(said),
    replay: `npx animal-store-conformance replay ${id}${replayWith}`,
    case: { seed: experiment ? seedOf(seed + at.stream, experiment.name) : seed, path: place },
  };
}

export const suspected = (exchange: Exchange, recorder: Recorder): Outage['suspects'][number] => ({
  request: recorder.redact(inWords(exchange)),
  curl: recorder.curl(exchange),
});
