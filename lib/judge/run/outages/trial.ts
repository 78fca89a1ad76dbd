// What was under way when the candidate crashed, sent again, one request after another: does one of them crash it alone?
import { creates, profileOf } from '../../../contract/operations.js';
import { ofGoneTargets } from '../../../http/asking-again.js';
import type { Ask, Exchange } from '../../../http/types.js';
import type { CreatedAnimal } from '../../result/report.js';
import { createdBy } from '../../rules/expect.js';
import type { Revivable, RunOptions } from '../options.js';
import { controls } from '../watching/watch.js';
import type { Suspect } from './suspects.js';

/** What crashes a candidate may do so only after the answer. */
const graceMs = 50;
/** The suspect, and whether the candidate is there after it. */
const requestsEach = 2;

/** A request that crashed the candidate although nothing else was under way. */
export interface Culprit {
  readonly suspect: Suspect;
  readonly exchange: Exchange;
  readonly lastWords: LastWords;
}

export type LastWords = NonNullable<Awaited<ReturnType<Revivable['lastWords']>>>;

export interface Tried {
  readonly culprit?: Culprit;
  /** It crashed after so many requests that it may have been their number. */
  readonly unsure?: Suspect;
  /** Whether the candidate answers after all this. */
  readonly isThere: boolean;
  readonly created: readonly CreatedAnimal[];
}

/** `bore`: how many requests the candidate answered until it crashed. */
export async function tryAlone(
  options: RunOptions,
  suspects: readonly Suspect[],
  bore: number,
): Promise<Tried> {
  const created: CreatedAnimal[] = [];
  for (const [at, suspect] of suspects.entries()) {
    const exchange = await sendOnce(options, suspect.exchange.ask);
    created.push(...leftBehind(exchange, options));
    await options.clock.sleep(graceMs);
    if (await isThere(options)) continue;
    const lastWords = await options.revivable?.lastWords();
    // Some crash after a number of requests, whichever these are: the crash has to come much earlier than in the run.
    const isToBlame = at === 0 || requestsEach * (at + 1) <= bore / 2;
    const told = { isThere: false, created };
    if (!lastWords) return told;
    return isToBlame
      ? { ...told, culprit: { suspect, exchange, lastWords } }
      : { ...told, unsure: suspect };
  }
  return { isThere: true, created };
}

async function isThere(options: RunOptions): Promise<boolean> {
  const { noAnswer } = await sendOnce(options, controls.catalogue);
  return noAnswer === undefined || !ofGoneTargets.has(noAnswer.kind);
}

function sendOnce({ catalogue, quickstart }: RunOptions, ask: Ask): Promise<Exchange> {
  const { connection: _own, ahead: _ahead, ...plain } = ask;
  const endpoint = profileOf(ask.operation) === 'quickstart' ? quickstart : catalogue;
  return (endpoint ?? catalogue).send({ ...plain, again: 'on a fresh connection' });
}

function leftBehind(exchange: Exchange, { recorder }: RunOptions): readonly CreatedAnimal[] {
  const created = creates(exchange.ask.operation) === 'animal' ? createdBy(exchange) : undefined;
  if (!created) return [];
  const { id, name } = created;
  return [{ id: recorder.redact(id), name: recorder.redact(name), rule: 'preparation' }];
}
