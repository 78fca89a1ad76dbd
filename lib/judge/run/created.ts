// Lists the animals that a run has added: they stay in the store, so the report names each of them and the rule that it
// was for.
import { animalOf, createdBy } from '../rules/expect.js';
import type { AddedAnimals } from '../rules/added-animals.js';
import { rememberedText } from '../rules/remembered.js';
import type { CreatedAnimal } from '../result/report.js';
import type { Recorder } from '../result/recorder.js';
import type { EventualConsistency } from '../health/store/eventual-consistency.js';
import type { ChangesByOthers } from '../health/store/changes-by-others.js';
import type { Exchange } from '../../http/types.js';

interface CreatedOptions {
  readonly recorder: Recorder;
  readonly eventualConsistency: EventualConsistency;
  readonly changesByOthers: ChangesByOthers;
  readonly added: AddedAnimals;
}

export class Created {
  readonly #options: CreatedOptions;
  readonly #ids = new Set<string>();
  readonly #all: CreatedAnimal[] = [];

  constructor(options: CreatedOptions) {
    this.#options = options;
  }

  get all(): readonly CreatedAnimal[] {
    return this.#all;
  }

  /** Notes an add. An animal without a rule was added to prepare the run. */
  note(exchange: Exchange, rule = 'preparation'): void {
    const created = createdBy(exchange);
    if (!created) return;
    const id = rememberedText(created.id);
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    const { recorder, eventualConsistency, changesByOthers, added } = this.#options;
    const animal = animalOf(exchange);
    eventualConsistency.noteAdded(id, exchange);
    changesByOthers.noteAdded(id, animal?.status);
    if (animal) added.note(animal, exchange);
    const masked = (text: string): string => rememberedText(recorder.redact(text));
    this.#all.push({ id: masked(created.id), name: masked(created.name), rule });
  }
}
