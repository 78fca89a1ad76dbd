// The whole of clauses 1 to 4.3 as a model: random sequences of adds, lists and gets, some of them at once, and what a
// plain store would say to them. A broken sequence shrinks to the shortest that does not agree. Rules only.
import {
  minimumLimit,
  defaultLimit,
  statuses,
  type Status,
  maximumLimit,
} from '../lib/contract/facts.js';
import fc from 'fast-check';
import { type NewAnimal } from '../lib/contract/values/values.js';
import {
  animalOf,
  animalsOf,
  breach,
  experiment,
  rule,
  statusOf,
  undecided,
  type Bench,
  type Exchange,
} from '../lib/judge/rules/index.js';
import { fetchWhenThere } from './animals.js';
import { differsFromCreated } from './as-created.js';

type Step =
  | { readonly do: 'add'; readonly status: Status; readonly copies: number }
  | { readonly do: 'get'; readonly which: number }
  | { readonly do: 'list'; readonly limit: number; readonly status: Status | undefined };

/** What one step sent and what came back. */
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
      copies: fc.integer({ min: 1, max: 3 }),
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
        .map((chosen): Sequence => ({ categoryId, fetch, steps: chosen })),
      runs: setup.runs(12),
    };
  },
  send: async ({ steps: chosen, categoryId, fetch }, bench) => {
    const happened: Happened[] = [];
    for (const step of chosen)
      happened.push(...(await perform(step, categoryId, fetch, happened, bench)));
    return happened;
  },
  describe: ({ steps: chosen }) => chosen.map(inWords).join(', then '),
});

const inWords = (step: Step): string => {
  if (step.do === 'add')
    return step.copies === 1
      ? `add one ${step.status}`
      : `add ${step.copies} ${step.status} at once`;
  if (step.do === 'get') return `get the animal added as number ${step.which + 1} (counted round)`;
  return `list ${step.status ?? 'all'} with limit ${step.limit}`;
};

async function perform(
  step: Step,
  categoryId: bigint,
  fetch: boolean,
  before: readonly Happened[],
  bench: Bench,
): Promise<readonly Happened[]> {
  if (step.do === 'add') {
    const number = before.filter((one) => one.step === 'add').length;
    const animals = Array.from({ length: step.copies }, (_, index): NewAnimal => ({
      name: `${bench.run} step ${number + index}`,
      categoryId,
      status: step.status,
    }));
    return Promise.all(
      animals.map(async (sent) => ({
        step: 'add' as const,
        sent,
        answered: await bench.add(sent),
      })),
    );
  }
  if (step.do === 'list')
    return [
      {
        step: 'list',
        limit: step.limit,
        status: step.status,
        answered: await bench.list({ limit: step.limit, status: step.status }),
      },
    ];
  const added = before.flatMap((one) =>
    one.step === 'add' ? (animalOf(one.answered)?.id ?? []) : [],
  );
  const id = added[step.which % added.length];
  return id === undefined || !fetch
    ? []
    : [{ step: 'get', id, answered: await fetchWhenThere(id, bench) }];
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

/** What was sent and answered, by the identifier that it got. */
type Model = Map<string, { readonly sent: NewAnimal; readonly added: Exchange }>;

function expectNew(sent: NewAnimal, answered: Exchange, model: Model): void {
  const animal = animalOf(answered);
  if (!animal)
    return undecided(
      `an add was not answered with an animal (its status was ${statusOf(answered)})`,
    );
  if (model.has(animal.id))
    breach({
      cause: `An add got the identifier ${animal.id}, which an earlier animal of the sequence has.`,
      expected: 'a new identifier',
      actual: animal.id,
      exchange: answered,
    });
  model.set(animal.id, { sent, added: answered });
}

function expectStored(id: string, answered: Exchange, model: Model): void {
  const animal = animalOf(answered);
  if (!animal)
    return breach({
      cause: `The animal ${id} of the sequence cannot be fetched.`,
      expected: 'status 200 with the animal',
      actual: `status ${statusOf(answered)}`,
      exchange: answered,
    });
  const known = model.get(id);
  const difference =
    animal.id === id
      ? known && differsFromCreated(known.sent, known.added, animal)
      : { field: 'id', expected: id, actual: animal.id };
  if (difference)
    breach({
      cause: `The animal ${id} of the sequence is fetched with another ${difference.field}.`,
      expected: `${difference.field} ${difference.expected}`,
      actual: `${difference.field} ${difference.actual}`,
      exchange: answered,
    });
}

function expectConsistent(
  answered: Exchange,
  limit: number,
  status: Status | undefined,
  model: Model,
): void {
  const animals = animalsOf(answered);
  if (animals.length > limit)
    breach({
      cause: `A list with limit=${limit} holds ${animals.length} animals.`,
      expected: `at most ${limit}`,
      actual: String(animals.length),
      exchange: answered,
    });
  for (const animal of animals) {
    if (status !== undefined && animal.status !== status)
      breach({
        cause: `A list with status=${status} holds the animal ${animal.id} with the status ${animal.status}.`,
        expected: status,
        actual: animal.status ?? 'none',
        exchange: answered,
      });
    const known = model.get(animal.id);
    const difference = known && differsFromCreated(known.sent, known.added, animal);
    if (difference)
      breach({
        cause: `The animal ${animal.id} of the sequence is listed with another ${difference.field}.`,
        expected: `${difference.field} ${difference.expected}`,
        actual: `${difference.field} ${difference.actual}`,
        exchange: answered,
      });
  }
}
