// Clause 4.3 and what clause 9 says of its removal. Rules only.
import {
  animalOf,
  animalsOf,
  answerOf,
  breach,
  differingField,
  excuse,
  expectStatus,
  experiment,
  isRefusal,
  isSuccess,
  maximumLimit,
  observe,
  rule,
  statusOf,
  undecided,
  type Exchange,
  type Fields,
} from '../lib/judge/index.js';
import { adds, namedOddly } from './add-animal.js';
import { fetchWhenThere, type AddedAndFetched } from './animals.js';
import { differsFromCreated } from './as-created.js';
import { mostFrequent, summarised } from './words.js';

const removalDay = '2030-12-05';

const listedAnimals = experiment({
  name: 'listed animals, fetched',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup) => {
    const listed = [...(await setup.before()).values()].flat().slice(0, setup.runs(20));
    return setup.readOnly && listed.length === 0 ? undecided('the store shows no animal, and a read-only run adds none', 'untested') : listed;
  },
  send: async (listed, bench) => {
    const fetched = await bench.get(listed.id);
    const animal = animalOf(fetched);
    // Somebody may have changed it since: then it is what the list says now.
    const now = animal && !differingField(listed, animal) ? listed : animalsOf(await bench.list({ limit: maximumLimit })).find((one) => one.id === listed.id);
    return { expected: now ?? listed, fetched };
  },
  describe: ({ id, name }) => `${name}, id ${id}`,
});

const knownAnimal = experiment({
  name: 'an animal that is known',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup) => [await setup.knownAnimal()],
  send: ({ id }, bench) => fetchWhenThere(id, bench),
  describe: ({ id }) => `id ${id}`,
});

export const unknownIds = experiment({
  name: 'identifiers that no animal should have',
  stage: 'populated',
  needs: ['getPet'],
  cases: (setup) => ['0', '-1', '9223372036854775807', '-9223372036854775808', ...Array.from({ length: setup.runs(4) }, (_, index) => String(6_917_529_027_641_081_857n + 1_000_003n * BigInt(index)))],
  send: (id, bench) => bench.get(id),
  describe: (id) => `id ${id}`,
});

const noIntegers = experiment({
  name: 'identifiers that are no integer',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup) => {
    const { id } = await setup.knownAnimal();
    return ['abc', 'null', 'NaN', 'undefined', '1a', '1.5', '0x1', '1e0', '%D9%A1', '1%2C2', '%20', `${id}abc`, `${id}.5`, `${id}%20`, '9223372036854775808', '99999999999999999999999999'];
  },
  send: (id, bench) => bench.get(id, { validity: 'invalid' }),
  describe: (id) => `petId ${decodeURIComponent(id)}`,
});

type Fetched = AddedAndFetched | { readonly expected: Fields & { readonly id: string }; readonly fetched: Exchange };

export const rules = [
  rule('get-animal.until-removal', knownAnimal, (fetched, { id }) => expectStatus(fetched, 200, `of the animal ${id}, which is there,`)),

  rule<unknown, Fetched>('get-animal.exact-animal', [...adds, ...namedOddly, listedAnimals], (result) => {
    if ('sent' in result && isRefusal(result.added)) return excuse('the target refuses some odd names');
    const id = 'sent' in result ? animalOf(result.added)?.id : result.expected.id;
    const { fetched } = result;
    if (id === undefined || !fetched || statusOf(fetched) !== 200) return undecided('there was no animal to fetch, or it was not fetched');
    const animal = animalOf(fetched);
    if (!animal) return breach({ cause: `Fetching the animal ${id} is answered with something that is no animal.`, expected: 'a Pet', actual: answerOf(fetched).text.slice(0, 200), exchange: fetched });
    const difference =
      animal.id !== id ? { field: 'id', expected: id, actual: animal.id } : 'sent' in result ? differsFromCreated(result.sent, result.added, animal) : differingField(result.expected, animal);
    if (difference) breach({ cause: `Fetching the animal ${id} yields another ${difference.field}.`, expected: `${difference.field} ${difference.expected}`, actual: `${difference.field} ${difference.actual}`, exchange: fetched });
  }),

  rule('get-animal.unknown-id', unknownIds, (fetched, id) => {
    // Nothing proves that an identifier is free: a server that shows that very animal may be right.
    if (isSuccess(fetched) && animalOf(fetched)?.id === id) excuse(`an animal with the identifier ${id} exists on this target, or the target makes it up`, 'cantTell');
    expectStatus(fetched, 404, `with the identifier ${id}, which no animal has,`);
  }),

  rule<unknown, Exchange>('get-animal.sunset', [knownAnimal, unknownIds], (fetched) => {
    const sunset = answerOf(fetched).header('sunset') ?? excuse('the target sends no Sunset header');
    const day = Number.isNaN(Date.parse(sunset)) ? 'no date' : new Date(sunset).toISOString().slice(0, 10);
    if (day !== removalDay) breach({ cause: `The Sunset header names another day than that of the removal.`, expected: `a date on ${removalDay}`, actual: `${sunset} (${day})`, exchange: fetched });
  }),

  rule('get-animal.no-integer', noIntegers, (fetched, id) => {
    if (!isSuccess(fetched) || !animalOf(fetched)) return;
    breach({ cause: `The petId ${decodeURIComponent(id)}, which is no int64 integer, yields the animal ${animalOf(fetched)?.id}.`, expected: 'no animal', actual: `status ${statusOf(fetched)} with an animal`, exchange: fetched });
  }),

  observe('get-animal.no-integer-answer', noIntegers, (cases) => summarised(cases, ({ value }) => decodeURIComponent(value), ({ result }) => String(statusOf(result)))),

  observe('get-animal.deprecation', knownAnimal, (cases) => {
    const headers = cases.flatMap(({ result }) => ['deprecation', 'sunset'].flatMap((name) => (answerOf(result).header(name) === undefined ? [] : [`${name}: ${answerOf(result).header(name)}`])));
    return headers.length > 0 ? mostFrequent([headers.join(', ')]) : 'no';
  }),
];
