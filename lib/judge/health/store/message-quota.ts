// Finds out whether the quickstart takes only a limited number of messages: nothing describes a quota of them, so one
// that has accepted several, and then refuses each further one with the same status, breaks no rule.
import { operations } from '../../../contract/operations.js';
import type { Ask, Exchange } from '../../../http/types.js';
import type { Reason } from '../../result/reasons.js';
import { isSignal, OutsideBudget, Undecided } from '../../result/signals.js';
import type { Asks } from '../asks.js';
import { asksAfter, isRefused, isSuccess, usedUp } from './quota.js';
import { refusedWith, Unexamined } from './unexamined.js';

/** A quickstart that refuses the very first messages has no quota of them. */
const fewestAccepted = 3;
/** As many messages in a row, each like one that was accepted, are refused if there is no room for more. */
const refusedInRow = 3;
const mostLooks = 3;

export class MessageQuota {
  /** The reason why messages are no longer judged. */
  reason: Reason | undefined;
  readonly #asks: Asks;
  #accepted = 0;
  /** The last message that was accepted. */
  #taken: Ask | undefined;
  #status = 0;
  readonly #unexamined = new Unexamined();
  #looks = 0;
  #underWay: Promise<void> | undefined;

  constructor(asks: Asks) {
    this.#asks = asks;
  }

  /** Why this refusal is no evidence, if it is none. */
  whyCovered(exchange: Exchange): Undecided | undefined {
    if (!isMessage(exchange.ask)) return undefined;
    if (this.reason !== undefined && isRefused(exchange, this.#status))
      return new Undecided(this.reason);
    return this.#unexamined.whyCovered(exchange);
  }

  /** Why this message is not worth sending any more, if it is not. */
  whyForbidden(ask: Ask): Reason | undefined {
    return isMessage(ask) ? this.reason : undefined;
  }

  /** Must be called with every exchange. */
  note(exchange: Exchange): void {
    if (!isMessage(exchange.ask)) return;
    this.#unexamined.note(exchange);
    if (!isSuccess(exchange)) return;
    this.#accepted += 1;
    this.#taken = exchange.ask;
  }

  /** Looks whether messages are refused whatever they are, before a refusal is held against the target. */
  async suspect(exchange: Exchange): Promise<void> {
    const status = refusedWith(exchange);
    if (this.reason !== undefined || status === undefined || !isMessage(exchange.ask)) return;
    if (this.#accepted < fewestAccepted || !usedUp.has(status)) return;
    if (this.#underWay === undefined && this.#looks < mostLooks) {
      this.#looks += 1;
      this.#underWay = this.#look(status, asksAfter(exchange, this.#asks)).finally(
        () => (this.#underWay = undefined),
      );
    }
    await this.#underWay;
  }

  async #look(status: number, asks: Asks): Promise<void> {
    const accepted = this.#accepted;
    if (this.#taken === undefined) return;
    try {
      for (let turn = 0; turn < refusedInRow; turn += 1) {
        const exchange = await asks.send(this.#taken);
        this.note(exchange);
        if (exchange.answer?.status !== status) return;
      }
      if (this.#accepted > accepted) return;
      this.reason = { what: 'messages used up', values: { accepted, status } };
      this.#status = status;
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      if (thrown instanceof OutsideBudget) this.#unexamined.add(status, thrown);
    }
  }
}

const isMessage = ({ operation, key = 'valid' }: Ask): boolean =>
  operation === operations.sendMessage.id && key === 'valid';
