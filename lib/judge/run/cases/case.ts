// Performs one case of an experiment and has one rule judge it. Here thrown signals become values; anything else that
// is thrown is a defect of the kit and goes on up.
import { startsOfCase } from '../../../http/asking-again.js';
import type { Exchange } from '../../../http/types.js';
import type { Session } from '../../rules/session.js';
import type { Experiment, Judge } from '../../rules/rule.js';
import {
  Breach,
  Excused,
  isSignal,
  NoAnswer,
  Undecided,
  type Signal,
} from '../../rules/signals.js';
import { isRefusedForSize } from '../../rules/size.js';

export interface Performed {
  readonly value: unknown;
  readonly result?: unknown;
  /** Why there is no result. */
  readonly signal?: Signal;
  readonly exchanges: readonly Exchange[];
}

/** What is lost so often, and never answered, is lost because of what it is. */
const reliably = 3;
/** A target that loses every fifth request, say, would lose the same write each time: up to so many harmless requests go in between. */
const mostBetween = 4;

export async function perform(
  experiment: Experiment<unknown, unknown>,
  value: unknown,
  newSession: () => Session,
  { wasMissing = false }: { readonly wasMissing?: boolean } = {},
): Promise<Performed> {
  const losses = new Losses();
  for (let attempt = 1; ; attempt++) {
    const session = newSession();
    try {
      return { value, result: await experiment.send(value, session), exchanges: session.exchanges };
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      const { exchanges } = session;
      if (!(thrown instanceof NoAnswer) || !experiment.once)
        return { value, signal: thrown, exchanges };
      losses.note(session);
      const { kind, message } = thrown.exchange.noAnswer ?? { kind: 'reset', message: 'lost' };
      if (attempt >= startsOfCase(kind, { wasMissing, onABadLine: session.isOnABadLine }))
        return {
          value,
          signal: losses.areReliable
            ? thrown
            : new Undecided(`answers to writes get lost, now this one, now that one (${message})`),
          exchanges,
        };
      await session.pause(attempt % (mostBetween + 1));
    } finally {
      session.over();
    }
  }
}

/** Which writes of a case got lost, by their places in it, over all attempts. */
class Losses {
  readonly #lost = new Map<number, number>();
  readonly #answered = new Set<number>();
  #attempts = 0;

  note({ exchanges, writes }: Session): void {
    this.#attempts += 1;
    for (const { ask, answer } of exchanges) {
      const place = writes.indexOf(ask);
      if (place < 0) continue;
      if (answer) this.#answered.add(place);
      else this.#lost.set(place, (this.#lost.get(place) ?? 0) + 1);
    }
  }

  get areReliable(): boolean {
    return [...this.#lost].some(
      ([place, count]) => count >= Math.min(reliably, this.#attempts) && !this.#answered.has(place),
    );
  }
}

/**
 * What the rule says of a performed case: undefined when it is fine. That the target gave no answer is a breach of
 * the rule that owns the experiment; for the others it only leaves the case untold.
 */
export function judge(
  performed: Performed,
  judgement: Judge<unknown, unknown>,
  owns: boolean,
): Signal | undefined {
  const { signal } = performed;
  if (signal instanceof NoAnswer)
    return owns ? noAnswerBreach(signal) : new Undecided(noAnswerText(signal));
  if (signal) return unlessForSize(signal, performed);
  try {
    judgement(performed.result, performed.value);
    return undefined;
  } catch (thrown) {
    if (isSignal(thrown)) return unlessForSize(thrown, performed);
    throw thrown;
  }
}

/** What is long may be refused, and then the case shows nothing. */
function unlessForSize(signal: Signal, { exchanges }: Performed): Signal {
  const shown =
    signal instanceof Breach
      ? [signal.finding.exchange]
      : signal instanceof Undecided
        ? exchanges
        : [];
  const refused = shown.find((exchange) => exchange !== undefined && isRefusedForSize(exchange));
  return refused
    ? new Excused(`the target refuses long requests (with ${refused.answer?.status})`)
    : signal;
}

const noAnswerText = ({ exchange }: NoAnswer): string =>
  `no answer came to ${exchange.ask.method} ${exchange.ask.path} (${exchange.noAnswer?.message ?? 'lost'})`;

export function noAnswerBreach(signal: NoAnswer): Breach {
  const { exchange } = signal;
  return new Breach({
    cause: `The target gives no answer to ${exchange.ask.method} ${exchange.ask.path}, also when it is asked again.`,
    expected: 'an answer',
    actual: exchange.noAnswer?.message ?? 'none',
    exchange,
    unanswered: true,
  });
}
