// Performs one case of an experiment and has one rule judge it. Here thrown signals become values; anything else that
// is thrown is a defect of the kit and goes on up.
import type { Exchange } from '../../http/types.js';
import { operationOf } from './expect.js';
import type { Session } from './session.js';
import type { Experiment, Judge } from './rule.js';
import {
  Breach,
  NotApplicable,
  isSignal,
  NoAnswer,
  Undecided,
  withoutAnswer,
  type Signal,
} from '../result/signals.js';

export interface Performed {
  readonly value: unknown;
  readonly result?: unknown;
  /** The reason why there is no result. */
  readonly signal?: Signal;
  readonly exchanges: readonly Exchange[];
  /** Set if its exchanges alone do not say how it went on. */
  readonly leansOnOthers?: boolean;
}

export async function perform(
  experiment: Experiment<unknown, unknown>,
  value: unknown,
  session: Session,
): Promise<Performed> {
  const { exchanges } = session;
  try {
    const result = await experiment.send(value, session);
    return { value, result, exchanges, leansOnOthers: session.leansOnOthers };
  } catch (thrown) {
    if (!isSignal(thrown)) throw thrown;
    return { value, signal: thrown, exchanges };
  } finally {
    session.over();
  }
}

/**
 * Judges a performed case by a rule: undefined if it is fine. A missing response is a violation of the rule that owns
 * the experiment, and leaves the case undecided for the others. If the case itself is about whether there is a
 * response, the rule decides.
 */
export function judge(
  performed: Performed,
  judgement: Judge<unknown, unknown>,
  owns: boolean,
): Signal | undefined {
  const { signal } = performed;
  if (signal instanceof NoAnswer) return owns ? noAnswerBreach(signal) : unanswered(signal);
  if (signal) return unlessForSize(signal, performed);
  try {
    judgement(performed.result, performed.value);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return noAnswerBreach(thrown);
    if (isSignal(thrown)) return unlessForSize(thrown, performed);
    throw thrown;
  }
}

/** A long request may be refused, and then the case shows nothing. */
function unlessForSize(signal: Signal, { exchanges }: Performed): Signal {
  const shown =
    signal instanceof Breach
      ? [signal.finding.exchange]
      : signal instanceof Undecided
        ? exchanges
        : [];
  const refused = shown.find((exchange) => exchange !== undefined && isRefusedForSize(exchange));
  return refused
    ? new NotApplicable(
        { what: 'long requests refused', values: { status: refused.answer?.status ?? 0 } },
        'inapplicable',
        'long requests',
      )
    : signal;
}

/** The contract does not state limits of size. A body, a path or a header of as many bytes is long: no plain request needs them. */
const longFrom: Readonly<Record<number, Readonly<Record<'body' | 'path' | 'header', number>>>> = {
  413: { body: 129, path: 1_000, header: 1_000 },
  414: { body: Infinity, path: 65, header: Infinity },
  431: { body: Infinity, path: 65, header: 65 },
};

function isRefusedForSize({ ask, request, answer }: Exchange): boolean {
  const from = answer && longFrom[answer.status];
  if (from === undefined) return false;
  return (
    Buffer.byteLength(ask.body ?? '') >= from.body ||
    ask.path.length >= from.path ||
    request.headers.some(([, value]) => value.length >= from.header)
  );
}

const unanswered = (signal: NoAnswer): Undecided =>
  withoutAnswer(signal, {
    what: 'no response to',
    values: { request: `${signal.exchange.ask.method} ${signal.exchange.ask.path}` },
  });

export function noAnswerBreach(signal: NoAnswer): Breach {
  const { exchange } = signal;
  return new Breach({
    kind: 'no answer',
    operation: operationOf(exchange),
    problem: exchange.noAnswer?.message ?? 'none',
    values: {
      request: `${exchange.ask.method} ${exchange.ask.path}`,
      ...(exchange.noAnswer?.isBroken && { response: 'broken' }),
    },
    exchange,
  });
}
