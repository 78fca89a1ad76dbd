// Clauses 1 to 4.3 as a model: random sequences of adds, lists and gets, some of them concurrent, and what a plain
// store would answer. A failing sequence shrinks to the shortest that disagrees.
import fc from 'fast-check';
import {
  defaultLimit,
  maximumLimit,
  minimumLimit,
  statuses,
  type Status,
} from '../lib/contract/facts.js';
import type { Animal } from '../lib/contract/values/animals.js';
import type { NewAnimal } from '../lib/contract/values/values.js';
import {
  addedAnimal,
  animalOf,
  animalsOf,
  accuse,
  experiment,
  expectSame,
  rule,
  statusOf,
  type Session,
  type Exchange,
} from '../lib/judge/rules/index.js';
import { fetchWhenThere, queryOf } from './animals.js';
import { asShown, differsFromKnown, type Known } from './known.js';

type Step =
  | { readonly do: 'add'; readonly status: Status; readonly copies: number }
  | { readonly do: 'get'; readonly which: number }
  | { readonly do: 'list'; readonly limit: number; readonly status: Status | undefined };

/** The request of one step, with its response. */
type Happened =
  | { readonly step: 'add'; readonly sent: NewAnimal; readonly answered: Exchange }
  | { readonly step: 'get'; readonly id: string; readonly answered: Exchange }
  | {
      readonly step: 'list';
      readonly limit: number;
      readonly status: Status | undefined;
      readonly answered: Exchange;
    };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      status: fc.constantFrom(...statuses),
      copies: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('get' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      limit: fc.constantFrom(minimumLimit, 2, defaultLimit, maximumLimit),
      status: fc.constantFrom(undefined, ...statuses),
    }),
  },
);

interface Sequence {
  readonly categoryId: bigint;
  readonly fetch: boolean;
  readonly steps: readonly Step[];
}

const sequences = experiment({
  name: 'random sequences of adds, lists and gets',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const categoryId = await setup.category();
    const fetch = setup.servesGetPet;
    return {
      arbitrary: fc
        .array(steps, { minLength: 1, maxLength: 12 })
        .filter(sendsSomething)
        .map((chosen): Sequence => ({ categoryId, fetch, steps: chosen })),
      runs: setup.runs((await setup.isKnown()) ? 1 : 5),
    };
  },
  send: async (sequence, session) => {
    const happened: Happened[] = [];
    for (const step of sequence.steps)
      happened.push(...(await perform(step, sequence, happened, session)));
    return happened;
  },
  describe: ({ steps: chosen }) => chosen.map(inWords).join(', then '),
});

/** A get before the first add would send nothing, so such a sequence reveals nothing. */
const sendsSomething = (chosen: readonly Step[]): boolean =>
  chosen.some((step) => step.do !== 'get');

const inWords = (step: Step): string => {
  if (step.do === 'add')
    return step.copies === 1
      ? `add one ${step.status}`
      : `add ${step.copies} ${step.status} at once`;
  if (step.do === 'get') return `get added animal ${step.which + 1} (wrapping around)`;
  return `list ${step.status ?? 'all'} with limit ${step.limit}`;
};

async function perform(
  step: Step,
  { categoryId, fetch }: Sequence,
  before: readonly Happened[],
  session: Session,
): Promise<readonly Happened[]> {
  const added = before.filter((one) => one.step === 'add');
  if (step.do === 'add')
    return addAtOnce(step.copies, { categoryId, status: step.status }, added.length, session);
  if (step.do === 'list') {
    const { limit, status } = step;
    return [{ step: 'list', limit, status, answered: await session.list({ limit, status }) }];
  }
  const ids = added.flatMap(({ answered }) => animalOf(answered)?.id ?? []);
  const id = ids[step.which % ids.length];
  if (id === undefined || !fetch) return [];
  return [{ step: 'get', id, answered: await fetchWhenThere(id, session) }];
}

function addAtOnce(
  copies: number,
  kind: Omit<NewAnimal, 'name'>,
  from: number,
  session: Session,
): Promise<readonly Happened[]> {
  const animals = Array.from({ length: copies }, (_, index) =>
    session.marked<NewAnimal>({ name: `Do ${from + index}`, ...kind }),
  );
  return Promise.all(
    animals.map(async (sent) => ({
      step: 'add' as const,
      sent,
      answered: await session.add(sent),
    })),
  );
}

export const rules = [
  rule('sequences.model', sequences, (happened) => {
    const model: Model = new Map();
    for (const one of happened) {
      if (one.step === 'add') expectNew(one.sent, one.answered, model);
      else if (one.step === 'get') expectStored(one.id, one.answered, model);
      else expectConsistent(one.answered, one.limit, one.status, model);
    }
  }),
];

/** What is known about the animals of the sequence, by their identifiers. */
type Model = Map<string, Known>;

function expectNew(sent: NewAnimal, answered: Exchange, model: Model): void {
  const animal = addedAnimal(answered);
  if (model.has(animal.id))
    accuse('an identifier of the sequence again', answered, { values: { id: animal.id } });
  model.set(animal.id, { id: animal.id, sent, shown: asShown(animal) });
}

function expectStored(id: string, answered: Exchange, model: Model): void {
  const animal = animalOf(answered);
  if (!animal)
    return accuse('an animal of the sequence lost', answered, {
      expected: 200,
      actual: statusOf(answered),
      values: { id },
    });
  expectKnown(model.get(id), animal, answered, 'fetched');
}

function expectConsistent(
  answered: Exchange,
  limit: number,
  status: Status | undefined,
  model: Model,
): void {
  const animals = animalsOf(answered);
  if (animals.length > limit)
    accuse('more than the limit, in a sequence', answered, {
      values: { query: queryOf(answered), limit, length: animals.length },
    });
  for (const animal of animals) {
    if (status !== undefined) expectStatusOf(animal, status, answered);
    expectKnown(model.get(animal.id), animal, answered, 'listed');
  }
}

function expectStatusOf(animal: Animal, status: Status, answered: Exchange): void {
  if (animal.status === status) return;
  const values = { query: queryOf(answered), status, id: animal.id };
  if (animal.status === undefined) accuse('no status listed, in a sequence', answered, { values });
  accuse('another status listed, in a sequence', answered, {
    values: { ...values, other: animal.status },
  });
}

/** Ignores animals from outside the sequence: they may be listed too, but nothing is known about them. */
function expectKnown(
  known: Known | undefined,
  animal: Animal,
  answered: Exchange,
  shown: 'fetched' | 'listed',
): void {
  if (!known) return;
  expectSame(differsFromKnown(known, animal), answered, {
    text: `Animal {id} of the sequence is ${shown}`,
    values: { id: known.id },
  });
}
