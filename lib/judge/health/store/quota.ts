// Finds out whether the target takes only a limited number of animals. Quotas are not visible, so a target that has
// taken many, in this run or before it, and then refuses every further one with the same status breaks no rule: adds
// are no evidence from then on.
import { operations } from '../../../contract/operations.js';
import { firstStatus } from '../../../contract/facts.js';
import { jsonText, type NewAnimal } from '../../../contract/values/values.js';
import { integerText } from '../../../http/json/exact.js';
import type { Ask, Exchange } from '../../../http/types.js';
import type { Reason } from '../../result/reasons.js';
import { isSignal, OutsideBudget, Undecided } from '../../result/signals.js';
import { type Asks, urgently } from '../asks.js';
import { refusedWith, Unexamined } from './unexamined.js';

/** A target that refuses the very first animals is not full, unless the status of the refusal says nothing of the animal. */
const fewestAccepted = 3;
/** How often the store is examined because of refusals with the same status. */
const mostLooks = 3;
/** A category that no store defines. */
const unlikelyCategory = 800_000_017n;
/** Statuses that have another meaning than a full store. */
const otherMeanings = new Set([401, 404, 405]);
const outOfRoom = new Set([503, 507, 509]);
/** Statuses that say nothing of the animal: a target that lists some may have been full before the run. */
export const usedUp = new Set([402, 403, 409, 423, 429, 507, 509]);

interface QuotaOptions {
  readonly asks: Asks;
  readonly control: Ask;
  /** The animal under a name that no other has. */
  readonly marked: (animal: NewAnimal) => NewAnimal;
  readonly onExchange: (exchange: Exchange) => void;
}

export class Quota {
  /** The reason why adds are no longer judged. */
  reason: Reason | undefined;
  readonly #options: QuotaOptions;
  #accepted = 0;
  /** The last animal that was accepted: one like it would be accepted again, if there were room. */
  #taken: Pick<NewAnimal, 'status'> = { status: firstStatus };
  /** The first category that the target has taken an animal in. */
  #category: bigint | undefined;
  #status = 0;
  readonly #unexamined = new Unexamined();
  readonly #looks = new Map<number, number>();
  readonly #underWay = new Map<number, Promise<void>>();

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  /** Why this refusal is no evidence, if it is none. */
  whyCovered(exchange: Exchange): Undecided | undefined {
    if (!isAdd(exchange.ask)) return undefined;
    if (this.reason !== undefined && isRefused(exchange, this.#status))
      return new Undecided(this.reason);
    return this.#unexamined.whyCovered(exchange);
  }

  /** Why this add is not worth sending any more, if it is not. */
  whyForbidden(ask: Ask): Reason | undefined {
    return isAdd(ask) ? this.reason : undefined;
  }

  /** Must be called with every exchange. */
  note(exchange: Exchange): void {
    if (!isAdd(exchange.ask)) return;
    this.#unexamined.note(exchange);
    if (!isSuccess(exchange)) return;
    this.#accepted += 1;
    this.#taken = statusIn(exchange.ask);
    this.#category ??= categoryIn(exchange.ask);
  }

  /** Looks whether the store is full before a refusal is held against the target. */
  async suspect(exchange: Exchange): Promise<void> {
    const status = refusedWith(exchange);
    if (this.reason !== undefined || status === undefined || !isAdd(exchange.ask)) return;
    if (!this.#mayMeanFull(status)) return;
    // An invalid animal is refused like this in any case.
    if (status === 400 && exchange.ask.validity !== 'valid') return;
    // Refusals that come together are looked into together.
    const underWay = this.#underWay.get(status);
    if (underWay) return underWay;
    const looks = this.#looks.get(status) ?? 0;
    if (looks >= mostLooks) return;
    this.#looks.set(status, looks + 1);
    const look = this.#look(status, asksAfter(exchange, this.#options.asks)).finally(() =>
      this.#underWay.delete(status),
    );
    this.#underWay.set(status, look);
    await look;
  }

  /** Whether such a refusal may say that there is no more room, and not that something is wrong with the animal. */
  #mayMeanFull(status: number): boolean {
    if (usedUp.has(status)) return true;
    if (this.#accepted < fewestAccepted || status < 400) return false;
    return status < 500 ? !otherMeanings.has(status) : outOfRoom.has(status);
  }

  /** Checks whether lists are still answered while animals like those accepted before are refused, in any category. */
  async #look(status: number, asks: Asks): Promise<void> {
    const taken = this.#accepted;
    try {
      const list = await asks.send(this.#options.control);
      if (!list.answer || !isSuccess(list)) return;
      const category = taken === 0 ? listedCategory(list) : this.#category;
      if (category === undefined) return;
      const same = await this.#add(category, asks);
      if (same.answer?.status !== status) return;
      const elsewhere = await this.#add(unlikelyCategory, asks);
      if (!elsewhere.answer || isSuccess(elsewhere) || this.#accepted !== taken) return;
      this.reason =
        taken === 0
          ? { what: 'full from the start', values: { status } }
          : { what: 'full', values: { accepted: taken, status } };
      this.#status = status;
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      if (thrown instanceof OutsideBudget && usedUp.has(status))
        this.#unexamined.add(status, thrown);
    }
  }

  async #add(categoryId: bigint, asks: Asks): Promise<Exchange> {
    const { id, method, path } = operations.createPet;
    const one = { name: 'Room', categoryId, ...this.#taken };
    const body = jsonText(this.#options.marked(one));
    const exchange = await asks.send({
      operation: id,
      method,
      path,
      validity: 'valid',
      writes: true,
      body,
    });
    this.#options.onExchange(exchange);
    return exchange;
  }
}

export const isSuccess = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300;

/** Whatever the pace, if waiting was of no use. */
export const asksAfter = ({ noAnswer }: Exchange, asks: Asks): Asks =>
  noAnswer === undefined ? asks : urgently(asks);

/** Whether it was refused with this status, or given up while the target asked to slow down. */
export const isRefused = ({ answer, noAnswer }: Exchange, status: number): boolean =>
  answer ? answer.status === status : noAnswer?.kind === 'throttled';

const isAdd = ({ operation, key = 'valid' }: Ask): boolean =>
  operation === operations.createPet.id && key === 'valid';

/** The status in the request; nothing if it has none. */
function statusIn({ body }: Ask): Pick<NewAnimal, 'status'> {
  const [, status] = /"status"\s*:\s*"(\w+)"/.exec(typeof body === 'string' ? body : '') ?? [];
  return status === undefined ? {} : { status };
}

function categoryIn({ body }: Ask): bigint | undefined {
  const [, id] = /"categoryId"\s*:\s*(-?\d+)\b/.exec(typeof body === 'string' ? body : '') ?? [];
  return id === undefined ? undefined : BigInt(id);
}

/** The category of the first listed animal: the target has taken one in it, whenever that was. */
function listedCategory({ answer }: Exchange): bigint | undefined {
  if (!answer?.json.ok || !Array.isArray(answer.json.value)) return undefined;
  const [first] = answer.json.value as readonly ({ readonly categoryId?: unknown } | null)[];
  const text = integerText(answer.json, '/0/categoryId', first?.categoryId);
  return text === undefined ? undefined : BigInt(text);
}
