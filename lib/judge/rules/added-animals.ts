// The animals that a run has added, as far as it received the confirmation. They stay in the store, so the report names
// each of them and the rule that it was for.
import { statuses, type Status } from '../../contract/facts.js';
import { creates } from '../../contract/operations.js';
import type { Exchange } from '../../http/types.js';
import type { CreatedAnimal } from '../result/report.js';
import { animalOf, createdBy } from './expect.js';
import { rememberedText } from '../result/remembered.js';

interface Added {
  /** The status in the response; undefined if that is no valid animal. */
  readonly status: Status | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

export class AddedAnimals {
  /** As the report lists them. */
  readonly created: CreatedAnimal[] = [];
  readonly #redact: (text: string) => string;
  readonly #byId = new Map<string, Added>();
  readonly #first = new Map<Status, Exchange>();
  /** The identifiers that the responses to two adds show. */
  readonly #ofTwo = new Set<string>();

  constructor(redact = (text: string): string => text) {
    this.#redact = redact;
  }

  /** Notes the animal if this is an accepted add. One without a rule was added to prepare the run. */
  note(exchange: Exchange, rule = 'preparation'): void {
    const created = creates(exchange.ask.operation) === 'animal' ? createdBy(exchange) : undefined;
    if (!created) return;
    const id = rememberedText(created.id);
    if (this.has(id)) {
      this.#ofTwo.add(id);
      return;
    }
    const status = statuses.find((one) => one === animalOf(exchange)?.status);
    this.remember(id, exchange, status);
    // Adds under way together are confirmed in any order, but sent in the same one in each run.
    const first = status === undefined ? undefined : this.#first.get(status);
    if (status && (first === undefined || exchange.number < first.number))
      this.#first.set(status, exchange);
    const masked = (text: string): string => rememberedText(this.#redact(text));
    this.created.push({ id: masked(created.id), name: masked(created.name), rule });
  }

  /** Notes an animal of which no more than this is known. */
  remember(
    id: string,
    { startedAt, durationMs }: Pick<Exchange, 'startedAt' | 'durationMs'>,
    status?: Status,
  ): void {
    this.#byId.set(id, { status, startedAt, endedAt: startedAt + durationMs });
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Whether the response to an add shows an animal that the response to another shows as well. */
  showsAnother(exchange: Exchange): boolean {
    const id = animalOf(exchange)?.id;
    return exchange.ask.operation === 'createPet' && id !== undefined && this.#ofTwo.has(id);
  }

  /** The valid ones of a status, or of any. */
  ids(of?: Status): readonly string[] {
    return [...this.#byId].flatMap(([id, { status }]) =>
      status !== undefined && status === (of ?? status) ? [id] : [],
    );
  }

  /** How many valid ones of a status, or of any, there are; asked for so often that no list of them is made. */
  count(of?: Status): number {
    let count = 0;
    for (const { status } of this.#byId.values())
      if (status !== undefined && status === (of ?? status)) count += 1;
    return count;
  }

  /** Whether the first animal was added after the second, so that a list that is too old for this one lacks both. */
  isLater(id: string, than: string): boolean {
    const [one, other] = [this.#byId.get(id), this.#byId.get(than)];
    return one !== undefined && other !== undefined && one.startedAt > other.endedAt;
  }

  /** The animal of each status that was sent first, with the response to its add. */
  get first(): readonly { readonly status: Status; readonly added: Exchange }[] {
    return statuses.flatMap((status) => {
      const added = this.#first.get(status);
      return added === undefined ? [] : [{ status, added }];
    });
  }
}
