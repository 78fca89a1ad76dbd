// Fills the lists: chooses the experiments that add the animals, adds others if the target did not accept all of them, and
// waits until they are listed.
import { lastStatus, maximumLimit, statuses, type Status } from '../../../contract/facts.js';
import { animalsOf, isSuccess } from '../../rules/expect.js';
import type { AnyExperiment } from '../../rules/rule.js';
import type { Session } from '../../rules/session.js';
import type { Setup } from '../../rules/setup.js';
import { isSignal, NoAnswer, Undecided, type Signal } from '../../result/signals.js';
import type { Sessions } from '../sessions.js';
import type { RunOptions } from '../options.js';
import type { RuleStates } from '../rule-states.js';
import type { Performed } from '../../rules/case.js';

interface PopulationOptions {
  readonly run: RunOptions;
  readonly setup: Setup;
  readonly sessions: Sessions;
  readonly ruleStates: RuleStates;
}

export class Population {
  readonly #options: PopulationOptions;
  /** The reason why one of the animals that fill the lists was not added. */
  #notAdded: Undecided | NoAnswer | undefined;
  /** Whether the target did not accept each of these animals. */
  #someRefused = false;

  constructor(options: PopulationOptions) {
    this.#options = options;
  }

  /**
   * Experiments whose adds come before all else, in groups, one after the other: whatever the first add helps to fill
   * the lists, and those that fill them bring only what is missing then.
   */
  bringing(experiments: readonly AnyExperiment[]): readonly (readonly AnyExperiment[])[] {
    const { run, setup, ruleStates } = this.#options;
    const { populateAlways = false, populating } = run;
    const isNeeded = populateAlways || experiments.some((one) => one.needs?.includes('population'));
    const writing = experiments.filter(writesMore);
    if (setup.isBrief) return ruleStates.ranking.animals > 0 && isNeeded ? [writing] : [];
    const filling =
      !run.scope.readOnly && isNeeded ? populating : experiments.filter((one) => one.populates);
    return filling.length === 0 ? [] : [writing.filter((one) => !one.populates), filling];
  }

  /** Notes the result of a case of these experiments. */
  note({ exchanges, signal }: Pick<Performed, 'exchanges' | 'signal'>): void {
    const isRefused = exchanges.some((one) => one.ask.writes && one.answer && !isSuccess(one));
    if (isRefused) this.#someRefused = true;
    if (signal) this.noteMissing(signal);
  }

  noteMissing(signal: Signal): void {
    if (signal instanceof Undecided || signal instanceof NoAnswer) this.#notAdded ??= signal;
  }

  /** Called after the experiments that fill the store: adds what is missing, and waits until everything shows. */
  async complete(): Promise<void> {
    const { setup, sessions } = this.#options;
    if (this.#someRefused || setup.isBrief) await this.#fillUp();
    await untilListed(sessions.preparing('until the animals are listed'), setup);
  }

  /** Lists that should be full, and are not because adds were lost or cut off, prove less than they would. */
  async noteShortage(): Promise<void> {
    if (!this.#notAdded || (await this.#isComplete())) return;
    for (const ruleState of this.#options.ruleStates.all)
      if (ruleState.experiments.some((one) => one.needs?.includes('population')))
        ruleState.note(this.#notAdded);
  }

  async #isComplete(): Promise<boolean> {
    try {
      const missing = await this.#options.setup.missingOfEach();
      return [...missing.values()].every((count) => count === 0);
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      return false;
    }
  }

  /** Plain animals take the places of those that were refused. */
  async #fillUp(): Promise<void> {
    const { setup, sessions } = this.#options;
    const session = sessions.preparing('plain animals for full lists');
    const add = async (status: Status, index: number): Promise<boolean> => {
      const categoryId = await setup.category();
      const animal = session.marked({ name: `Pet${index}`, categoryId, status });
      return isSuccess(await session.add(animal));
    };
    try {
      for (const [status, missing] of await setup.missingOfEach()) {
        if (!setup.isBrief && setup.accepted(status) === 0) continue;
        // One animal is sent first, because a server that refuses it would refuse all of them.
        if (missing > 0 && (await add(status, 1)))
          await Promise.all(
            Array.from({ length: missing - 1 }, (_, index) => add(status, index + 2)),
          );
      }
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
    }
  }
}

const writesMore = ({ needs = [], leavesMuch = false }: AnyExperiment): boolean =>
  needs.includes('writes') && !needs.includes('population') && !leavesMuch;

/** Lists are read this many times more, because one replica may not show yet what another shows. */
const moreLooks = 3;

/** A run with few requests to spare reads two of the three lists once more, which is all that it can afford. */
const looksAgain = (status: Status, { isBrief }: Setup): number =>
  isBrief ? (status === lastStatus ? 0 : 1) : moreLooks;

/** Animals may appear with a delay, so full lists are read once they are full, or once waiting is over. */
async function untilListed(session: Session, setup: Setup): Promise<void> {
  const startedAt = session.now;
  try {
    await Promise.all(statuses.map((status) => untilFull(status, session, setup)));
    // A cache may hold each list for itself, by its query.
    await session.listsCaughtUp(startedAt);
  } catch (thrown) {
    if (!isSignal(thrown)) throw thrown;
  }
}

async function untilFull(status: Status, session: Session, setup: Setup): Promise<void> {
  const expected = Math.min(await setup.matching(status), maximumLimit);
  let last = '';
  let isAsBefore = false;
  const isFull = async (): Promise<boolean> => {
    const list = await session.list({ limit: maximumLimit, status });
    const own = animalsOf(list).flatMap(({ id }) => (session.wasAdded(id) ? [id] : []));
    isAsBefore = own.length > 0 && last === own.join();
    last = own.join();
    const { json } = list.answer ?? {};
    return !json?.ok || !Array.isArray(json.value) || json.value.length >= expected;
  };
  const look = async (): Promise<true | undefined> => {
    if (!(await isFull())) return undefined;
    const again = Array.from({ length: looksAgain(status, setup) }, isFull);
    return (await Promise.all(again)).every(Boolean) || undefined;
  };
  // Where cases have looked for single animals before, it is known how late lists are. Otherwise they may be very late, but
  // not where they show some of the new animals, and then no others.
  await session.eventually(
    'lists',
    look,
    session.knowsDelay('lists')
      ? { learns: false }
      : { learns: 'if found', mostMs: () => (isAsBefore ? 0 : Infinity) },
  );
}
