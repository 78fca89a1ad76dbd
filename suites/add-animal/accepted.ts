// Clause 4.2, with what clauses 2 and 7 say of an added animal and of a refused one. Rules only.
import { secondStatus, thirdStatus, statuses } from '../../lib/contract/facts.js';
import {
  int64Arbitrary,
  int64s,
  isOtherForm,
  isTrimmed,
  jsonText,
  namesWithSigns,
  type NewAnimal,
} from '../../lib/contract/values/values.js';
import fc from 'fast-check';
import {
  addedAnimal,
  animalOf,
  breach,
  differingField,
  excuse,
  expectSchema,
  expectStatus,
  experiment,
  fieldsSent,
  isRefusal,
  isSuccess,
  observe,
  quoted,
  remembering,
  rule,
  statusOf,
  undecided,
  type Bench,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import {
  adds,
  addsWithoutStatus,
  expectKept,
  inWords,
  namedOddly,
  namesInUnicode,
  sendMarked,
  signedNames,
  type Add,
} from './adds.js';
import { fetchWhenThere, seenOf, type Added } from '../animals.js';
import { newcomers } from '../newcomers.js';
import { summarised } from '../words.js';

const largeCategories = experiment({
  name: 'categories all over int64',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const others =
      setup.runs(1) > 1 ? fc.sample(int64Arbitrary, { seed: 1, numRuns: setup.runs(10) }) : [];
    return [...(await setup.categories()), ...int64s, ...others].map((categoryId): Add => ({
      animal: { name: `Category ${categoryId}`, categoryId, status: secondStatus },
      fetch: setup.servesGetPet,
      anyCategory: true,
    }));
  },
  send: sendMarked,
  describe: inWords,
});

/** Small numbers, none of which a short list of categories holds. */
const unlikelyCategories = [23n, 861n, 4_711n, 70_103n, 1_299_709n];
const ranges = [2n ** 31n, 2n ** 32n + 1n, 2n ** 53n + 1n, 2n ** 63n - 1n];

const categoryRange = experiment({
  name: 'small categories that nobody can know of, and then large ones',
  stage: 'populated',
  needs: ['writes'],
  cases: (setup) =>
    setup.knowsCategories
      ? excuse('the categories are those of --category-ids')
      : ['small, then large'],
  send: async (_, bench) => {
    // Names of one length: nothing but the category is to differ.
    const add = async (categoryId: bigint, index: number) => ({
      categoryId,
      added: await bench.add({
        name: `${bench.mark} category ${index}`,
        categoryId,
        status: secondStatus,
      }),
    });
    const small = await Promise.all(unlikelyCategories.map(add));
    return {
      small,
      large: small.every(({ added }) => isSuccess(added)) ? await Promise.all(ranges.map(add)) : [],
    };
  },
});

const clientIds = experiment({
  name: 'an id in the request',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const { id } = await setup.knownAnimal();
    const { animal } = await setup.acceptedTwin();
    // None that a server which counts could be about to assign.
    const numbers = ['700001', '-500003', '4611686018427387909', '123456789', id].map((wanted) => ({
      wanted,
      written: wanted,
      animal,
    }));
    return [...numbers, { wanted: '700003', written: '"700003"', animal }];
  },
  // A name of its own: who gives the animal of that name again has adopted no id.
  send: ({ written, animal }, bench) =>
    bench.add(
      {
        raw: jsonText({ ...animal, name: `${bench.mark} with an id` }).replace(
          '{',
          `{"id":${written},`,
        ),
      },
      { validity: 'open' },
    ),
  describe: ({ written }) => `id ${written}`,
});

/** On one connection, so that what a refusal leaves behind meets the next request. */
const rightAfterARefusal = experiment({
  name: 'a valid animal right after an invalid one, on one connection',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    return [jsonText({ ...animal, name: 7 }), '{"name":', '{}'].map((text, index) => ({
      animal,
      text,
      connection: `refusal ${index}`,
    }));
  },
  send: async ({ animal, text, connection }, bench) => {
    await bench.add({ raw: text }, { validity: 'invalid', connection });
    return { added: await bench.add(animal, { connection }) };
  },
  describe: ({ text }) => `a valid animal after ${text}`,
});

/** What other writers of JSON make of one animal. */
const ways: readonly {
  readonly label: string;
  readonly written: (members: readonly (readonly [key: string, value: string])[]) => string;
}[] = [
  {
    label: 'indented',
    written: (members) =>
      `{\n${members.map(([key, value]) => `  ${key} : ${value}`).join(',\n')}\n}\n`,
  },
  {
    label: 'members in reverse',
    written: (members) =>
      `{${[...members]
        .reverse()
        .map(([key, value]) => `${key}:${value}`)
        .join(',')}}`,
  },
  {
    label: 'letters of the name and of the keys as escapes',
    written: (members) =>
      `{${members.map(([key, value]) => `${escaped(key)}:${key === '"name"' ? escaped(value) : value}`).join(',')}}`,
  },
];
const escaped = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);

interface BesideTwin {
  /** The plain one, and what came of it: what the target does to that has nothing to do with the difference. */
  readonly twin: NewAnimal;
  readonly accepted: Exchange;
  readonly sent: NewAnimal;
  readonly added: Exchange;
}

/** An animal beside a plain one, which differs in its name besides. */
async function besideTwin(
  animal: NewAnimal,
  bench: Bench,
  add: (sent: NewAnimal) => Promise<Exchange>,
): Promise<BesideTwin> {
  const [twin, sent] = ['twin', 'other'].map((word) => ({
    ...animal,
    name: `${bench.mark} ${word}`,
  })) as [NewAnimal, NewAnimal];
  return { twin, accepted: await bench.add(twin), sent, added: await add(sent) };
}

const spellings = experiment({
  name: 'one animal in other spellings of JSON',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const animal: NewAnimal = { ...(await setup.acceptedTwin()).animal, status: thirdStatus };
    return ways.map((way) => ({ ...way, animal }));
  },
  send: ({ animal, written }, bench) =>
    besideTwin(animal, bench, (sent) =>
      bench.add({
        raw: written(
          Object.entries(sent).map(
            ([key, value]) => [JSON.stringify(key), jsonText(value)] as const,
          ),
        ),
      }),
    ),
  describe: ({ label }) => label,
});

const charsets = experiment({
  name: 'application/json with a charset, for an animal',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    return ['application/json; charset=utf-8', 'application/json;charset=UTF-8'].map(
      (contentType) => ({ animal, contentType }),
    );
  },
  send: ({ animal, contentType }, bench) =>
    besideTwin(animal, bench, (sent) => bench.add(sent, { contentType })),
  describe: ({ contentType }) => contentType,
});

const twins = experiment({
  name: 'two animals of one name',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const categoryId = await setup.category();
    return statuses.map((status): Add => ({
      animal: { name: `Namesake, ${status}`, categoryId, status },
      fetch: setup.servesGetPet,
    }));
  },
  send: async ({ animal, fetch }, bench) => {
    const first = await sendMarked({ animal, fetch }, bench);
    const second = await sendMarked({ animal, fetch }, bench);
    const id = animalOf(first.added)?.id;
    const wasThere = first.fetched !== undefined && isSuccess(first.fetched);
    return {
      first: first.added,
      second: second.added,
      firstAgain: wasThere && id !== undefined ? await fetchWhenThere(id, bench) : undefined,
    };
  },
  describe: inWords,
});

/** What was not found is remembered by some, and then never found. */
const askedForTooEarly = experiment({
  name: 'an animal that was asked for before it was there',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup): Promise<readonly Add[]> => [
    { animal: (await setup.acceptedTwin()).animal, fetch: setup.servesGetPet },
  ],
  send: async ({ animal, fetch }, bench): Promise<Added> => {
    const id = animalOf(await bench.add({ ...animal, name: `${bench.mark} first` }))?.id;
    const next = id === undefined ? undefined : BigInt.asIntN(64, BigInt(id) + 1n).toString();
    const early = next === undefined || !fetch ? undefined : await bench.get(next);
    const second = await sendMarked({ animal, fetch }, bench);
    return early && statusOf(early) === 404 && animalOf(second.added)?.id === next
      ? second
      : excuse('the identifiers of this target cannot be foretold');
  },
  describe: inWords,
});

/** A few at a time, so that a server that adds twice now and then is seen to. */
const addsCounted = 5;

const oneAtATime = experiment({
  name: 'a few adds, and then the lists',
  stage: 'sparse',
  needs: ['writes'],
  once: true,
  cases: async (setup) => {
    const categoryId = await setup.category();
    return statuses.slice(0, setup.runs(statuses.length)).map((status) => ({ categoryId, status }));
  },
  send: async (kind, bench) => {
    const animals = Array.from({ length: addsCounted }, (_, index): NewAnimal => ({
      ...kind,
      name: `${bench.mark} only one ${index + 1}`,
    }));
    const { done, entries, complete } = await newcomers(bench, {
      canary: (name) => ({ ...kind, name }),
      act: () =>
        Promise.all(animals.map(async (animal) => seenOf(animal, await bench.add(animal)))),
      byIdentifier: false,
    });
    return { adds: done, entries, complete };
  },
  describe: ({ status }) => status,
});

const accepted = [...adds, addsWithoutStatus, namesInUnicode];
const ofAnyCategory = [...adds, addsWithoutStatus, largeCategories];

export const rules = [
  rule(
    'add-animal.answers-201',
    [...adds, addsWithoutStatus, namesInUnicode, rightAfterARefusal],
    ({ added }, { animal }) => {
      if (animal.status === undefined && !isSuccess(added))
        excuse('an animal without a status is refused');
      expectStatus(
        added,
        201,
        animal.status === undefined ? 'of an animal without a status' : 'of a valid animal',
      );
    },
  ),

  rule(
    'add-animal.returns-pet',
    [...ofAnyCategory, namesInUnicode],
    ({ added }, { anyCategory }) => {
      if (anyCategory && isRefusal(added)) excuse('the target refuses some categories');
      if (!isSuccess(added)) undecided('a valid animal was refused');
      expectSchema(added, 'Pet', 'The answer to an add');
    },
  ),

  rule(
    'add-animal.keeps-name',
    [...adds, addsWithoutStatus, namesInUnicode, signedNames],
    ({ sent, added }) => {
      if (isRefusal(added) && namesWithSigns.includes(sent.name))
        excuse('the target refuses names with signs in them');
      const { name } = addedAnimal(added);
      if (!isTrimmed(sent.name, name) && !isOtherForm(sent.name, name))
        expectKept('name', sent, added);
    },
  ),

  rule('add-animal.keeps-category', ofAnyCategory, ({ sent, added }) => {
    if (isRefusal(added)) excuse('the target refuses some categories');
    expectKept('categoryId', sent, added);
  }),

  rule('add-animal.category-range', categoryRange, ({ small, large }) => {
    const [refusedSmall] = small.filter(({ added }) => !isSuccess(added));
    if (refusedSmall)
      excuse(
        `the target does not take every category (${refusedSmall.categoryId} is answered with ${statusOf(refusedSmall.added)})`,
      );
    const refused = large.filter(({ added }) => statusOf(added) === 400);
    const [first] = refused;
    if (!first) return;
    breach({
      cause: `Any small categoryId is taken, but large ones are refused with ${statusOf(first.added)}: ${refused.map(({ categoryId }) => categoryId).join(', ')}.`,
      expected: 'status 201, for any int64',
      actual: `status ${statusOf(first.added)} for ${first.categoryId}`,
      exchange: first.added,
      difference: `categoryId is ${first.categoryId} instead of ${unlikelyCategories.at(-1)}`,
    });
  }),

  rule('add-animal.keeps-status', adds, ({ sent, added }) => expectKept('status', sent, added)),

  rule('add-animal.status-optional', addsWithoutStatus, ({ added }) => {
    if (!isSuccess(added)) expectStatus(added, 201, 'without a status');
  }),

  rule('add-animal.assigns-id', clientIds, (added, { wanted }) => {
    if (isRefusal(added)) excuse('the target refuses an id in the request');
    if (addedAnimal(added).id !== wanted) return;
    breach({
      cause: `The client's id ${wanted} became the identifier of the animal.`,
      expected: 'an identifier that the service assigned',
      actual: `id ${wanted}`,
      exchange: added,
    });
  }),

  remembering('add-animal.unique-ids', accepted, () => {
    const first = new Map<string, Exchange>();
    return ({ added }) => {
      const { id } = addedAnimal(added);
      if (first.has(id))
        breach({
          cause: `Two animals got the identifier ${id}.`,
          expected: 'an identifier of its own for each animal',
          actual: `${id} for a second one`,
          exchange: added,
        });
      first.set(id, added);
    };
  }),

  rule('add-animal.names-may-repeat', twins, ({ first, second, firstAgain }) => {
    if (!isSuccess(first)) undecided('the first of two namesakes was refused');
    if (!isSuccess(second)) expectStatus(second, 201, 'with a name that another animal has');
    if (addedAnimal(first).id === addedAnimal(second).id)
      breach({
        cause: 'Adding a second animal of the same name gave the first one again.',
        expected: 'two animals',
        actual: `the id ${addedAnimal(first).id} twice`,
        exchange: second,
      });
    if (firstAgain && statusOf(firstAgain) === 404)
      breach({
        cause: 'Adding a second animal of the same name removed the first one.',
        expected: 'two animals',
        actual: `status 404 for the first, ${addedAnimal(first).id}`,
        exchange: firstAgain,
      });
  }),

  rule(
    'add-animal.can-be-fetched',
    [...ofAnyCategory, ...namedOddly, askedForTooEarly],
    ({ sent, added, fetched }, { anyCategory }) => {
      if (anyCategory && isRefusal(added)) excuse('the target refuses some categories');
      if (isRefusal(added)) excuse(`the target refuses the name ${quoted(sent.name)}`, 'cantTell');
      const { id } = addedAnimal(added);
      const got = fetched ?? excuse('GET /pets/{petId} is no longer served');
      if (statusOf(got) !== 200)
        breach({
          cause: `The animal ${id} was added, but fetching it is answered with ${statusOf(got)}.`,
          expected: 'status 200',
          actual: `status ${statusOf(got)}`,
          exchange: got,
        });
    },
  ),

  rule('add-animal.adds-one', oneAtATime, ({ adds: counted, entries, complete }) => {
    let shown = 0;
    for (const { sent, added } of counted) {
      const { length } = entries.filter((entry) => entry.name === sent.name);
      if (length > 1)
        breach({
          cause: `One add put ${length} animals into the lists.`,
          expected: 'one animal',
          actual: `${length} animals named ${JSON.stringify(sent.name)}`,
          exchange: added,
        });
      if (length === 1) shown++;
    }
    if (counted.some(({ added }) => !isSuccess(added))) undecided('a valid animal was refused');
    if (shown === 0 || !complete)
      excuse('the lists do not show the animals, so they cannot be counted');
  }),

  rule('add-animal.charset', charsets, ({ accepted, added }, { contentType }) => {
    if (!isSuccess(accepted)) undecided('the same animal without a charset was refused');
    if (!isSuccess(added))
      breach({
        cause: `A valid animal with the content type ${contentType} is answered with ${statusOf(added)}.`,
        expected: 'status 201',
        actual: `status ${statusOf(added)}`,
        exchange: added,
      });
  }),

  rule('add-animal.any-spelling', spellings, ({ twin, accepted, sent, added }, { label }) => {
    if (!isSuccess(accepted)) undecided('the same animal in the plain spelling was refused');
    if (!isSuccess(added))
      breach({
        cause: `A valid animal in another spelling (${label}) is answered with ${statusOf(added)}.`,
        expected: 'status 201',
        actual: `status ${statusOf(added)}`,
        exchange: added,
      });
    const difference = differingField(fieldsSent(sent), addedAnimal(added));
    if (
      !difference ||
      differingField(fieldsSent(twin), addedAnimal(accepted))?.field === difference.field
    )
      return;
    breach({
      cause: `A valid animal in another spelling (${label}) gets another ${difference.field}.`,
      expected: difference.expected,
      actual: difference.actual,
      exchange: added,
    });
  }),

  observe('add-animal.default-status', addsWithoutStatus, (cases) =>
    summarised(
      cases,
      () => 'none sent',
      ({ result }) => animalOf(result.added)?.status ?? 'no status',
    ).replace(/: .*/, ''),
  ),
];
