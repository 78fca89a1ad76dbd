// Clause 4.3 and what clause 9 says of its removal. Rules only.
import { maximumLimit, removalDay } from '../lib/contract/facts.js';
import {
  animalOf,
  animalsOf,
  answerOf,
  aside,
  breach,
  differingField,
  excuse,
  expectSchema,
  expectStatus,
  experiment,
  isRefusal,
  isSuccess,
  observe,
  rule,
  statusOf,
  undecided,
  type Bench,
  type Exchange,
  type Fields,
} from '../lib/judge/rules/index.js';
import { adds, addsWithoutStatus, namedOddly } from './add-animal/adds.js';
import { fetchWhenThere } from './animals.js';
import { differsFromCreated } from './as-created.js';
import { summarised } from './words.js';

const hour = 3_600_000;
/** The contract names a day and no time zone: somewhere on Earth it is that day from here on, and until then. */
const dayBegins = Date.parse(removalDay) - 14 * hour;
const dayEnds = Date.parse(removalDay) + 36 * hour;

const listedAnimals = experiment({
  name: 'listed animals, fetched',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup) => {
    const listed = [...(await setup.before()).values()].flat().slice(0, setup.runs(20));
    return setup.readOnly && listed.length === 0
      ? undecided('the store shows no animal, and a read-only run adds none', 'untested')
      : listed;
  },
  send: async (listed, bench) => {
    let expected: Fields & { readonly id: string } = listed;
    let before: ReturnType<typeof animalOf>;
    // Somebody may have changed it since, or taken it away: then it is what the list says now. It may change again meanwhile.
    for (let [turn, steady] = [1, 0]; ; turn++) {
      const fetched = await bench.get(listed.id);
      const animal = animalOf(fetched);
      if (animal && (animal.id !== expected.id || !differingField(expected, animal)))
        return { expected, fetched };
      const now = animalsOf(await bench.list({ limit: maximumLimit })).find(
        (one) => one.id === listed.id,
      );
      if (!now && statusOf(fetched) === 404)
        excuse('animals that were there before leave the store while the kit looks', 'cantTell');
      const isSame =
        animal !== undefined &&
        before !== undefined &&
        !differingField(before, animal) &&
        !differingField(expected, now ?? expected);
      steady = isSame || !animal ? steady + 1 : 0;
      if (steady === 4) return { expected: now ?? expected, fetched };
      if (turn === 8)
        return excuse('animals that were there before change while the kit looks', 'cantTell');
      [expected, before] = [now ?? expected, animal];
    }
  },
  describe: ({ id, name }) => `${name}, id ${id}`,
});

const knownAnimal = experiment({
  name: 'an animal that is known',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup) => {
    const animal = await setup.knownAnimal();
    // What others have added may change between a list and a get.
    const expected = setup.readOnly ? undefined : animal;
    return Array.from({ length: setup.runs(20) }, () => ({ id: animal.id, expected }));
  },
  send: async ({ id, expected }, bench) => {
    const { fetched, seen } = await fetchAgain(id, 5, bench);
    if (!seen || statusOf(fetched) !== 404) return { expected, fetched };
    // Of several replicas one may be late. Once the time to settle is over, none is.
    await bench.settled();
    return { expected, fetched: (await fetchAgain(id, 30, bench)).fetched };
  },
  describe: ({ id }) => `id ${id}`,
});

/** Again and again: reading an animal must not use it up, and what was seen once must be found every time. */
async function fetchAgain(
  id: string,
  times: number,
  bench: Bench,
): Promise<{ readonly fetched: Exchange; readonly seen: boolean }> {
  let fetched = await fetchWhenThere(id, bench);
  const seen = isSuccess(fetched);
  for (let again = 0; again < times && isSuccess(fetched); again++) fetched = await bench.get(id);
  return { fetched, seen };
}

const leastImprobable = 6_917_529_027_641_081_856n;
const greatest = 2n ** 63n - 1n;
/** No store is so full that it holds one of these by chance. */
const improbableIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    String(leastImprobable + 1n + 1_000_003n * BigInt(index)),
  );

export const unknownIds = experiment({
  name: 'identifiers that no animal should have',
  stage: 'populated',
  needs: ['getPet'],
  cases: (setup) => [
    '999983',
    '1999999973',
    '8999999999999989',
    '9223372036854775807',
    ...improbableIds(setup.runs(4)),
  ],
  send: (id, bench) => bench.get(id),
  describe: (id) => `id ${id}`,
});

/** 0 and negative ones: many services assign none of them, and may well call them invalid. */
const impossibleIds = experiment({
  name: 'identifiers that no service should assign',
  stage: 'populated',
  needs: ['getPet'],
  cases: () => ['0', '-1', '-9223372036854775808'],
  send: (id, bench) => bench.get(id),
  describe: (id) => `id ${id}`,
});

const noIntegers = experiment({
  name: 'identifiers that are no integer',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup) => {
    const { id } = await setup.knownAnimal();
    // Made from an identifier that is there, so that a lax reader finds something.
    const near = {
      'ID and letters': `${id}abc`,
      'ID.5': `${id}.5`,
      'ID with an exponent': `${id}e0`,
      'ID and a space': `${id}%20`,
      'a space and ID': `%20${id}`,
      'ID and a line feed': `${id}%0A`,
      'ID and a NUL': `${id}%00`,
      'ID twice': `${id}%2C${id}`,
      'ID in hexadecimal': `0x${BigInt(id).toString(16)}`,
      'ID and 2 to the 64th': `${BigInt(id) + 2n ** 64n}`,
    };
    const words = [
      'abc',
      'null',
      'NaN',
      'undefined',
      '__proto__',
      '%D9%A1',
      '%20',
      '9223372036854775808',
      '9'.repeat(40),
      '9'.repeat(400),
    ];
    return [
      ...words.map((word) => ({ label: decodeURIComponent(word), petId: word })),
      ...Object.entries(near).map(([label, petId]) => ({ label, petId })),
    ];
  },
  send: ({ petId }, bench) => bench.get(petId, { validity: 'invalid' }),
  describe: ({ label }) => `petId ${label}`,
});

export const rules = [
  rule('get-animal.until-removal', knownAnimal, ({ fetched }, { id }) =>
    expectStatus(fetched, 200, `of the animal ${id}, which is there,`),
  ),

  rule(
    'get-animal.exact-animal',
    [...adds, addsWithoutStatus, ...namedOddly, listedAnimals, knownAnimal],
    (result) => {
      if ('sent' in result && isRefusal(result.added))
        return excuse('the target refuses some odd names');
      const expected = 'sent' in result ? animalOf(result.added) : (result.expected ?? aside());
      const id = expected?.id;
      const { fetched } = result;
      if ('sent' in result && id !== undefined && !fetched)
        excuse('GET /pets/{petId} is no longer served');
      if (id === undefined || !fetched || statusOf(fetched) !== 200)
        return undecided('there was no animal to fetch, or it was not fetched');
      expectSchema(fetched, 'Pet', 'The answer to a get');
      const animal = animalOf(fetched) ?? undecided('what was fetched cannot be read');
      const difference =
        animal.id !== id
          ? { field: 'id', expected: id, actual: animal.id }
          : 'sent' in result
            ? differsFromCreated(result.sent, result.added, animal)
            : differingField(expected ?? {}, animal);
      if (difference)
        breach({
          cause: `Fetching the animal ${id} yields another ${difference.field}.`,
          expected: `${difference.field} ${difference.expected}`,
          actual: `${difference.field} ${difference.actual}`,
          exchange: fetched,
        });
    },
  ),

  rule('get-animal.unknown-id', [unknownIds, impossibleIds], (fetched, id) => {
    // Nothing proves that an identifier is free: a server that shows that very animal may be right.
    if (isSuccess(fetched) && animalOf(fetched)?.id === id) {
      const reason = `an animal with the identifier ${id} exists on this target, or the target makes it up`;
      if (BigInt(id) > leastImprobable && BigInt(id) !== greatest) undecided(reason);
      excuse(reason, 'cantTell');
    }
    if (BigInt(id) <= 0n && statusOf(fetched) === 400) return aside();
    expectStatus(fetched, 404, `with the identifier ${id}, which no animal has,`);
  }),

  rule('get-animal.impossible-id', impossibleIds, (fetched, id) => {
    if (statusOf(fetched) === 400) expectStatus(fetched, 404, `with the identifier ${id}`);
  }),

  rule('get-animal.sunset', [knownAnimal, unknownIds], (result) => {
    const fetched = 'fetched' in result ? result.fetched : result;
    const sunset =
      answerOf(fetched).header('sunset') ?? excuse('the target sends no Sunset header');
    const moment = Date.parse(sunset);
    if (moment >= dayBegins && moment <= dayEnds) return;
    breach({
      cause: 'The Sunset header names another day than that of the removal.',
      expected: `a date on ${removalDay}, in any time zone`,
      actual: Number.isNaN(moment) ? `${sunset} (no date)` : sunset,
      exchange: fetched,
    });
  }),

  rule('get-animal.no-integer', noIntegers, (fetched, { petId }) => {
    if (!isSuccess(fetched)) return;
    const yielded = animalOf(fetched);
    breach({
      cause: `The petId ${JSON.stringify(decodeURIComponent(petId))}, which is no int64 integer, is answered with ${statusOf(fetched)}${yielded ? ` and the animal ${yielded.id}` : ''}.`,
      expected: 'a refusal',
      actual: `status ${statusOf(fetched)}`,
      exchange: fetched,
    });
  }),

  observe('get-animal.no-integer-answer', noIntegers, (cases) =>
    summarised(
      cases,
      ({ value }) => value.label,
      ({ result }) => String(statusOf(result)),
    ),
  ),

  observe('get-animal.deprecation', knownAnimal, (cases) => {
    const headers = cases.flatMap(({ result }) =>
      ['deprecation', 'sunset'].flatMap((name) =>
        answerOf(result.fetched).header(name) === undefined
          ? []
          : [`${name}: ${answerOf(result.fetched).header(name)}`],
      ),
    );
    return headers.length > 0 ? [...new Set(headers)].join(', ') : 'no';
  }),
];
