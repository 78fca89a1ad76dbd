// The setup as a run found it, read from its report. It sends nothing.
import { firstStatus, statuses, type Status } from '../../contract/facts.js';
import type { NewAnimal } from '../../contract/values/values.js';
import type { Exchange } from '../../http/types.js';
import type { ReportedExperiment, SharedSetup } from '../result/report.js';
import { Setup, type Filter, type SetupOptions, type Twin } from '../rules/setup.js';
import { undecided } from '../result/signals.js';

interface RecordedFacts {
  readonly shared: SharedSetup;
  /** Undefined for an experiment without recorded cases. */
  readonly experiment: ReportedExperiment | undefined;
  /** An exchange of the report by its number, as the answer to such a request. */
  readonly exchange: (number: number, operation: 'createPet' | 'sendMessage') => Exchange;
}

export class RecordedSetup extends Setup {
  readonly #recorded: RecordedFacts;

  constructor(options: Omit<SetupOptions, 'session'>, recorded: RecordedFacts) {
    super({ ...options, session: unknown });
    this.#recorded = recorded;
  }

  override async categories(): Promise<readonly bigint[]> {
    return this.#recorded.shared.categories.map(BigInt);
  }

  override async isKnown(): Promise<boolean> {
    return this.#recorded.shared.known === true;
  }

  override async fullest(): Promise<Status> {
    const { fullest } = this.#recorded.shared;
    return statuses.find((one) => one === fullest) ?? firstStatus;
  }

  override async acceptsAnyCategory(): Promise<boolean> {
    return this.#recorded.shared.acceptsAnyCategory ?? super.acceptsAnyCategory();
  }

  override async acceptedTwin(): Promise<Twin> {
    const { shared, exchange } = this.#recorded;
    if (shared.twin === null) return super.acceptedTwin();
    const { name, categoryId, status, exchange: number } = shared.twin;
    const animal: NewAnimal = { name, categoryId: BigInt(categoryId), status };
    return { animal, exchange: exchange(number, 'createPet') };
  }

  override async plainTwin(): Promise<Twin> {
    return this.acceptedTwin();
  }

  override async messageTwin(body: object): Promise<Exchange> {
    const { messageTwin } = this.#recorded.shared;
    if (messageTwin === null) return super.messageTwin(body);
    return this.#recorded.exchange(messageTwin, 'sendMessage');
  }

  override async oneOfEachStatus(): Promise<void> {}

  override async matching(status: Filter): Promise<number> {
    return this.#recorded.experiment?.matching[status ?? 'any'] ?? super.matching(status);
  }

  override async missing(status: Status): Promise<number> {
    return this.#recorded.experiment?.missing[status] ?? super.missing(status);
  }

  override firstAdded(): ReturnType<Setup['firstAdded']> {
    const { experiment = unknown(), exchange: recorded } = this.#recorded;
    return experiment.firstAdded.map(({ status, exchange }) => ({
      status: status as Status,
      added: recorded(exchange, 'createPet'),
    }));
  }
}

const unknown = (): never => undecided('not in report');
