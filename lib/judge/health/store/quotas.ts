// The quotas of both services: how many animals there is room for, and how many messages are taken.
import type { Ask, Exchange } from '../../../http/types.js';
import { reasonInWords, type Reason } from '../../result/reasons.js';
import type { Undecided } from '../../result/signals.js';
import type { MessageQuota } from './message-quota.js';
import type { Quota } from './quota.js';

export class Quotas {
  readonly #animals: Quota;
  readonly #messages: MessageQuota | undefined;

  constructor(animals: Quota, messages: MessageQuota | undefined) {
    this.#animals = animals;
    this.#messages = messages;
  }

  whyCovered(exchange: Exchange): Undecided | undefined {
    return this.#animals.whyCovered(exchange) ?? this.#messages?.whyCovered(exchange);
  }

  whyForbidden(ask: Ask): Reason | undefined {
    return this.#animals.whyForbidden(ask) ?? this.#messages?.whyForbidden(ask);
  }

  note(exchange: Exchange): void {
    this.#animals.note(exchange);
    this.#messages?.note(exchange);
  }

  async suspect(exchange: Exchange): Promise<void> {
    await this.#animals.suspect(exchange);
    await this.#messages?.suspect(exchange);
  }

  get remarks(): readonly string[] {
    const full = (what: string, reason: Reason | undefined): readonly string[] =>
      reason === undefined ? [] : [`The target accepts no more ${what}: ${reasonInWords(reason)}.`];
    return [...full('animals', this.#animals.reason), ...full('messages', this.#messages?.reason)];
  }
}
