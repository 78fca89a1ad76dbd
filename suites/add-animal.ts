// Clause 4.2, with what clauses 2 and 7 say of an added animal and of a refused one. Rules only.
import {
  int64Arbitrary,
  int64s,
  invalidBodies,
  jsonText,
  nearlyJson,
  notJson,
  notObjects,
  oddNames,
  paddedNames,
  statuses,
  unicodeTwins,
  validAnimals,
  type InvalidBody,
  type NewAnimal,
  type WrongBody,
} from '../lib/contract/values.js';
import fc from 'fast-check';
import {
  addedAnimal,
  animalOf,
  answerOf,
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
  quotedPair,
  remembering,
  rule,
  statusOf,
  undecided,
  type Bench,
  type Exchange,
  type Fields,
  type Setup,
} from '../lib/judge/index.js';
import { addAndFetch, newcomers, type AddedAndFetched } from './animals.js';
import { summarised } from './words.js';

interface Add {
  readonly animal: NewAnimal;
  /** Is GET /pets/{petId} there to fetch it? */
  readonly fetch: boolean;
}

const inWords = ({ animal }: Add): string => jsonText(animal);
const send = ({ animal, fetch }: Add, bench: Bench): Promise<AddedAndFetched> => addAndFetch(animal, bench, fetch);

/** So many animals of each status are added even to a full store, as cases of the rules below. */
const fewest = 25;

/** The adds of valid animals of one status: the cases of most rules here, and the population of the lists. */
export const adds = statuses.map((status) =>
  experiment({
    name: `valid animals, ${status}`,
    stage: 'populated',
    needs: ['writes'],
    populates: true,
    cases: async (setup) => {
      const categoryIds = await setup.categories();
      const arbitrary = validAnimals({ categoryIds, int64: await setup.acceptsAnyCategory() });
      return { arbitrary: arbitrary.map((animal): Add => ({ animal: { ...animal, status }, fetch: setup.servesGetPet })), runs: Math.max(setup.runs(fewest), await setup.missing(status)) };
    },
    send,
    describe: inWords,
  }),
);

export const addsWithoutStatus = experiment({
  name: 'animals without a status',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const categoryId = await setup.category();
    return Array.from({ length: setup.runs(5) }, (_, index): Add => ({ animal: { name: `No status ${index + 1}`, categoryId }, fetch: setup.servesGetPet }));
  },
  send,
  describe: inWords,
});

const namesInUnicode = experiment({
  name: 'names that differ in their Unicode form only',
  stage: 'populated',
  needs: ['writes'],
  cases: (setup) => named(setup, unicodeTwins),
  send,
  describe: ({ animal }) => quoted(animal.name),
});

const namesWithSpaces = experiment({
  name: 'names with spaces around them',
  stage: 'populated',
  needs: ['writes'],
  cases: (setup) => named(setup, paddedNames),
  send,
  describe: ({ animal }) => quoted(animal.name),
});

const strangeNames = experiment({
  name: 'odd names',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => (await named(setup, oddNames)).map((add, index) => ({ ...add, label: oddNames[index]?.label ?? '' })),
  send: async ({ animal, fetch }, bench) => addAndFetch(animal, bench, fetch, { validity: 'open' }),
  describe: ({ label }) => label,
});

async function named(setup: Setup, names: readonly { readonly name: string }[]): Promise<readonly Add[]> {
  const categoryId = await setup.category();
  return names.map(({ name }) => ({ animal: { name, categoryId, status: 'available' }, fetch: setup.servesGetPet }));
}

const largeCategories = experiment({
  name: 'categories all over int64',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const others = setup.runs(1) > 1 ? fc.sample(int64Arbitrary, { seed: 1, numRuns: setup.runs(10) }) : [];
    return [...(await setup.categories()), ...int64s, ...others].map((categoryId): Add => ({ animal: { name: `Category ${categoryId}`, categoryId, status: 'pending' }, fetch: setup.servesGetPet }));
  },
  send,
  describe: inWords,
});

const clientIds = experiment({
  name: 'an id in the request',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const { id } = await setup.knownAnimal();
    const { animal } = await setup.acceptedTwin();
    return ['7', '0', '-5', '4611686018427387909', '123456789', id].map((wanted) => ({ wanted, animal }));
  },
  send: ({ wanted, animal }, bench) => bench.add({ raw: jsonText(animal).replace('{', `{"id":${wanted},`) }, { validity: 'open' }),
  describe: ({ wanted }) => `id ${wanted}`,
});

/** On one connection, so that what a refusal leaves behind meets the next request. */
const rightAfterARefusal = experiment({
  name: 'a valid animal right after an invalid one, on one connection',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    return [jsonText({ ...animal, name: 7 }), '{"name":', '{}'].map((text, index) => ({ animal, text, connection: `refusal ${index}` }));
  },
  send: async ({ animal, text, connection }, bench) => {
    await bench.add({ raw: text }, { validity: 'invalid', connection });
    return { added: await bench.add(animal, { connection }) };
  },
  describe: ({ text }) => `a valid animal after ${text}`,
});

/** One valid animal, as other writers of JSON put it. */
const spellings = experiment({
  name: 'one animal in other spellings of JSON',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const animal: NewAnimal = { ...(await setup.acceptedTwin()).animal, status: 'sold' };
    const members = Object.entries(animal).map(([key, value]) => [JSON.stringify(key), jsonText(value)] as const);
    const escaped = (text: string): string => text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
    return [
      { label: 'indented', text: `{\n${members.map(([key, value]) => `  ${key} : ${value}`).join(',\n')}\n}\n` },
      { label: 'members in reverse', text: `{${[...members].reverse().map(([key, value]) => `${key}:${value}`).join(',')}}` },
      { label: 'letters of the name and of the keys as escapes', text: `{${members.map(([key, value]) => `${escaped(key)}:${key === '"name"' ? escaped(value) : value}`).join(',')}}` },
    ].map((one) => ({ ...one, animal }));
  },
  send: ({ text }, bench) => bench.add({ raw: text }),
  describe: ({ label }) => label,
});

const charsets = experiment({
  name: 'application/json with a charset, for an animal',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    return ['application/json; charset=utf-8', 'application/json;charset=UTF-8'].map((contentType) => ({ animal, contentType }));
  },
  send: ({ animal, contentType }, bench) => bench.add(animal, { contentType }),
  describe: ({ contentType }) => contentType,
});

const twins = experiment({
  name: 'two animals of one name',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const categoryId = await setup.category();
    return statuses.map((status): Add => ({ animal: { name: `Namesake, ${status}`, categoryId, status }, fetch: setup.servesGetPet }));
  },
  send: async ({ animal, fetch }, bench) => {
    const first = await addAndFetch(animal, bench, fetch);
    const second = await addAndFetch(animal, bench, fetch);
    const id = animalOf(first.added)?.id;
    const wasThere = first.fetched !== undefined && isSuccess(first.fetched);
    return { first: first.added, second: second.added, firstAgain: wasThere && id !== undefined ? await bench.get(id) : undefined };
  },
  describe: inWords,
});

/** The invalid bodies of one rule: each differs in one respect from a twin that the target accepted. */
function refused<B extends WrongBody>(name: string, bodies: (twin: NewAnimal) => readonly B[]) {
  return experiment({
    name,
    stage: 'populated',
    needs: ['writes'],
    cases: async (setup) => {
      const { animal } = await setup.acceptedTwin();
      const { status: _, ...withoutStatus } = animal;
      const others = setup.runs(1) > 0 ? [{ ...animal, status: 'sold' }, withoutStatus] : [];
      const [own, ...rest] = [animal, ...others].map((twin) => bodies(twin));
      // A check may sit on one path only: what is wrong with one twin is wrong with its likes.
      return unique([...(own ?? []), ...rest.flatMap((more) => more.map((body) => ({ ...body, cause: `${body.cause}, in ${body.text.includes('"sold"') ? 'a sold animal' : 'an animal without a status'}` })))]);
    },
    send: ({ text }: B, bench) => bench.add({ raw: text }, { validity: 'invalid' }),
    describe: ({ cause }: B) => cause,
  });
}

const unique = <B extends WrongBody>(bodies: readonly B[]): readonly B[] => [...new Map([...bodies].reverse().map((body) => [body.text, body])).values()].reverse();

const invalid = (name: string, chosen: (body: InvalidBody) => boolean) => refused(name, (twin) => invalidBodies('NewPet', twin).filter(chosen));
const missingNames = refused('bodies without name', (twin): readonly WrongBody[] => [
  ...invalidBodies('NewPet', twin).filter(({ field, kind }) => field === 'name' && kind === 'missing'),
  { cause: 'an empty object', text: '{}', difference: 'the object is empty' },
  { cause: 'only a categoryId', text: jsonText({ categoryId: twin.categoryId }), difference: 'name is missing' },
]);
const missingCategories = invalid('bodies without categoryId', ({ field, kind }) => field === 'categoryId' && kind === 'missing');
const invalidNames = invalid('names that are no string', ({ field, kind }) => field === 'name' && kind !== 'missing');
const invalidCategories = invalid('categoryIds that are no int64', ({ field, kind }) => field === 'categoryId' && kind !== 'missing');
const invalidStatuses = invalid('statuses that are none of the three', ({ field }) => field === 'status');
const noObjects = refused('JSON that is no object', notObjects);
const noJson = refused('bodies that are not JSON', notJson);
const lenientJson = refused('bodies that are nearly JSON', nearlyJson);
const emptyBodies = refused('empty bodies', () => [
  { cause: 'an empty body', text: '', difference: 'the body is empty' },
  { cause: 'a body of white space', text: ' \n', difference: 'the body is only white space' },
]);
export const invalidAdds = [missingNames, missingCategories, invalidNames, invalidCategories, invalidStatuses, noObjects, noJson];

interface RefusedBodies {
  readonly animal: NewAnimal;
  readonly bodies: readonly WrongBody[];
}

const refusedThenLookedFor = experiment({
  name: 'refused bodies, and then the lists',
  stage: 'sparse',
  needs: ['writes'],
  once: true,
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    return [{ animal, bodies: setup.some([...invalidBodies('NewPet', animal), ...notObjects(animal), ...notJson(animal)]) }];
  },
  send: async ({ animal, bodies }: RefusedBodies, bench) => {
    let answered: readonly { readonly text: string; readonly answer: Exchange }[] = [];
    const seen = await newcomers(bench, (name) => ({ ...animal, name }), async () => {
      answered = await Promise.all(bodies.map(async ({ text }) => ({ text, answer: await bench.add({ raw: text }, { validity: 'invalid' }) })));
    });
    // What was accepted, rightly or not, may well be there.
    const accepted = new Set(answered.map(({ answer }) => animalOf(answer)?.id));
    return { refusals: answered.filter(({ answer }) => isRefusal(answer)), complete: seen.complete, entries: seen.entries.filter(({ id }) => !accepted.has(id)) };
  },
  smaller: ({ animal, bodies }) => (bodies.length > 1 ? [bodies.slice(0, bodies.length / 2), bodies.slice(bodies.length / 2)].map((half) => ({ animal, bodies: half })) : []),
  describe: ({ bodies }) => (bodies.length === 1 ? (bodies[0]?.cause ?? '') : `${bodies.length} refused bodies`),
});

const oneAtATime = experiment({
  name: 'one add, and then the lists',
  stage: 'sparse',
  needs: ['writes'],
  once: true,
  cases: async (setup) => {
    const categoryId = await setup.category();
    return statuses.slice(0, setup.runs(statuses.length)).map((status) => ({ categoryId, status }));
  },
  send: async (kind, bench) => {
    const animal: NewAnimal = { ...kind, name: `${bench.mark} only one` };
    let added: Exchange | undefined;
    const seen = await newcomers(bench, (name) => ({ ...kind, name }), async () => {
      added = await bench.add(animal);
    });
    return { animal, added, ...seen };
  },
  describe: ({ status }) => status,
});

interface OpenBody {
  readonly label: string;
  readonly body: string | Uint8Array;
  readonly contentType?: string | null;
}

/** Bodies on which the contract is silent, made from a twin that the target accepted. */
const openBody = (name: string, bodies: (twin: NewAnimal) => readonly OpenBody[]) =>
  experiment({
    name,
    stage: 'populated',
    needs: ['writes'],
    cases: async (setup) => bodies((await setup.acceptedTwin()).animal),
    send: ({ body, contentType }: OpenBody, bench) => bench.add({ raw: body }, contentType === undefined ? { validity: 'open' } : { validity: 'invalid', contentType }),
    describe: ({ label }) => label,
  });

export const namedOddly = [namesInUnicode, namesWithSpaces, strangeNames];

const unknownProperties = openBody('properties that the contract does not know', (twin) => [{ label: 'nickname', body: jsonText({ ...twin, nickname: 'Bo' }) }]);
const otherContentTypes = openBody('other content types', (twin) =>
  ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json', null].map((contentType) => ({ label: contentType ?? 'none', body: jsonText(twin), contentType })),
);
const wholeDecimals = openBody('integers written as decimals', (twin) =>
  [`${twin.categoryId}.0`, `${twin.categoryId}e0`].map((text) => ({ label: text, body: jsonText(twin).replace(/"categoryId":-?\d+/, `"categoryId":${text}`) })),
);
const unusualJson = openBody('unusual JSON', (twin) => [
  { label: 'byte order mark', body: `\ufeff${jsonText(twin)}` },
  { label: 'doubled key', body: jsonText(twin).replace('{', '{"name":"First",') },
  { label: 'lone surrogate', body: jsonText(twin).replace(/"name":"[^"]*"/, '"name":"\\ud83d"') },
  { label: 'invalid UTF-8', body: withInvalidUtf8(jsonText(twin)) },
]);
const longNames = openBody('long names', (twin) => [256, 1_000, 10_000, 50_000].map((length) => ({ label: `${length} letters`, body: jsonText({ ...twin, name: 'n'.repeat(length) }) })));

const accepted = [...adds, addsWithoutStatus, namesInUnicode];
const acceptedWithLargeCategories = [...adds, addsWithoutStatus, largeCategories];

export const rules = [
  rule<unknown, { readonly added: Exchange }>('add-animal.answers-201', [...adds, namesInUnicode, rightAfterARefusal], ({ added }) => expectStatus(added, 201, 'of a valid animal')),

  rule('add-animal.returns-pet', accepted, ({ added }) => {
    if (!isSuccess(added)) undecided('a valid animal was refused');
    expectSchema(added, 'Pet', 'The answer to an add');
  }),

  rule('add-animal.keeps-name', [...adds, addsWithoutStatus, namesInUnicode], ({ sent, added }) => expectKept('name', sent, added)),

  rule('add-animal.keeps-spaces', namesWithSpaces, ({ sent, added }) => {
    if (isRefusal(added)) excuse('the target refuses names with spaces around them');
    expectKept('name', sent, added);
  }),

  rule('add-animal.keeps-category', acceptedWithLargeCategories, ({ sent, added }) => {
    if (isRefusal(added)) excuse('the target refuses some categories');
    expectKept('categoryId', sent, added);
  }),

  rule('add-animal.keeps-status', adds, ({ sent, added }) => expectKept('status', sent, added)),

  rule('add-animal.status-optional', addsWithoutStatus, ({ added }) => {
    if (!isSuccess(added)) expectStatus(added, 201, 'without a status');
  }),

  rule('add-animal.assigns-id', clientIds, (added, { wanted }) => {
    if (isRefusal(added)) excuse('the target refuses an id in the request');
    if (addedAnimal(added).id !== wanted) return;
    breach({ cause: `The client's id ${wanted} became the identifier of the animal.`, expected: 'an identifier that the service assigned', actual: `id ${wanted}`, exchange: added });
  }),

  remembering('add-animal.unique-ids', accepted, () => {
    const first = new Map<string, Exchange>();
    return ({ added }) => {
      const { id } = addedAnimal(added);
      if (first.has(id)) breach({ cause: `Two animals got the identifier ${id}.`, expected: 'an identifier of its own for each animal', actual: `${id} for a second one`, exchange: added });
      first.set(id, added);
    };
  }),

  rule('add-animal.names-may-repeat', twins, ({ first, second, firstAgain }) => {
    if (!isSuccess(first)) undecided('the first of two namesakes was refused');
    if (!isSuccess(second)) expectStatus(second, 201, 'with a name that another animal has');
    if (addedAnimal(first).id === addedAnimal(second).id) breach({ cause: 'Adding a second animal of the same name gave the first one again.', expected: 'two animals', actual: `the id ${addedAnimal(first).id} twice`, exchange: second });
    if (firstAgain && statusOf(firstAgain) === 404) breach({ cause: 'Adding a second animal of the same name removed the first one.', expected: 'two animals', actual: `status 404 for the first, ${addedAnimal(first).id}`, exchange: firstAgain });
  }),

  rule('add-animal.can-be-fetched', [...adds, addsWithoutStatus], ({ added, fetched }) => {
    const { id } = addedAnimal(added);
    const got = fetched ?? excuse('GET /pets/{petId} is no longer served');
    if (statusOf(got) !== 200) breach({ cause: `The animal ${id} was added, but fetching it is answered with ${statusOf(got)}.`, expected: 'status 200', actual: `status ${statusOf(got)}`, exchange: got });
  }),

  rule('add-animal.missing-name', missingNames, expectRefused),
  rule('add-animal.missing-category', missingCategories, expectRefused),
  rule('add-animal.invalid-name', invalidNames, expectRefused),
  rule('add-animal.invalid-category', invalidCategories, expectRefused),
  rule('add-animal.invalid-status', invalidStatuses, expectRefused),
  rule('add-animal.not-an-object', noObjects, expectRefused),
  rule('add-animal.not-json', noJson, expectRefused),
  rule('add-animal.empty-body', emptyBodies, expectRefused),

  rule('add-animal.nearly-json', lenientJson, (answered, { cause, difference }) => {
    if (isRefusal(answered)) return;
    breach({ cause: `An add with ${cause} is answered with ${statusOf(answered)}: it is not refused.`, expected: 'a refusal (400)', actual: `status ${statusOf(answered)}`, exchange: answered, difference });
  }),

  rule('add-animal.refused-adds-nothing', refusedThenLookedFor, ({ refusals, entries, complete }) => {
    if (refusals.length === 0) undecided('none of the bodies was refused');
    for (const { text, answer } of refusals) {
      const added = entries.find((entry) => stemsFrom(entry.name, text));
      if (added) breach({ cause: `A refused add left the animal ${added.id} in the lists.`, expected: 'no new animal', actual: `an animal named ${JSON.stringify(added.name)}`, exchange: answer });
    }
    if (!complete) excuse('the lists are too full to show whether something was added');
  }),

  rule('add-animal.adds-one', oneAtATime, ({ animal, added, entries, complete }) => {
    if (!added || !isSuccess(added)) undecided('a valid animal was refused');
    const { length } = entries.filter((entry) => entry.name === animal.name);
    if (length > 1) breach({ cause: `One add put ${length} animals into the lists.`, expected: 'one animal', actual: `${length} animals named ${JSON.stringify(animal.name)}`, exchange: added as Exchange });
    if (length === 0 || !complete) excuse('the lists do not show the animal, so it cannot be counted');
  }),

  rule('add-animal.odd-names', strangeNames, ({ added }, { animal, label }) => {
    if (isRefusal(added)) return;
    if (!isSuccess(added)) breach({ cause: `An add with an odd name (${label}) is answered with ${statusOf(added)}.`, expected: 'the name kept, or a refusal with 4xx', actual: `status ${statusOf(added)}`, exchange: added });
    const { json } = answerOf(added);
    const name: unknown = json.ok ? (json.value as { name?: unknown } | null)?.name : undefined;
    if (name === undefined) undecided('the answer to an add has no name');
    if (name !== animal.name) breach({ cause: `An odd name (${label}) is altered.`, ...(typeof name === 'string' ? quotedPair(animal.name, name) : { expected: quoted(animal.name), actual: jsonText(name) }), exchange: added });
  }),

  rule('add-animal.charset', charsets, (added, { contentType }) => {
    if (!isSuccess(added)) breach({ cause: `A valid animal with the content type ${contentType} is answered with ${statusOf(added)}.`, expected: 'status 201', actual: `status ${statusOf(added)}`, exchange: added });
  }),

  rule('add-animal.any-spelling', spellings, (added, { animal, label }) => {
    if (!isSuccess(added)) breach({ cause: `A valid animal in another spelling (${label}) is answered with ${statusOf(added)}.`, expected: 'status 201', actual: `status ${statusOf(added)}`, exchange: added });
    const difference = differingField(fieldsSent(animal), addedAnimal(added));
    if (difference) breach({ cause: `A valid animal in another spelling (${label}) gets another ${difference.field}.`, expected: difference.expected, actual: difference.actual, exchange: added });
  }),

  observe('add-animal.default-status', addsWithoutStatus, (cases) =>
    summarised(cases, () => 'none sent', ({ result }) => animalOf(result.added)?.status ?? 'no status').replace(/: .*/, ''),
  ),
  observe('add-animal.unknown-properties', unknownProperties, (cases) => summarised(cases, ({ value }) => value.label, ({ result }) => `${statusOf(result)}${answerOf(result).text.includes('nickname') ? ', kept' : ', not kept'}`)),
  observe('add-animal.other-content-type', otherContentTypes, (cases) => summarised(cases, ({ value }) => value.label, ({ result }) => String(statusOf(result)))),
  observe('add-animal.whole-decimals', wholeDecimals, (cases) => summarised(cases, ({ value }) => value.label, ({ result }) => String(statusOf(result)))),
  observe('add-animal.unusual-json', unusualJson, (cases) => summarised(cases, ({ value }) => value.label, ({ result }) => String(statusOf(result)))),
  observe('add-animal.long-names', longNames, (cases) => summarised(cases, ({ value }) => value.label, ({ result }) => String(statusOf(result)))),
];

function expectRefused(answered: Exchange, { cause, difference }: WrongBody): void {
  expectStatus(answered, 400, `with an invalid body (${cause})`, difference);
}

/** A field of an accepted animal comes back as it was sent. That it is there at all is judged by add-animal.returns-pet. */
function expectKept(field: keyof Fields, sent: NewAnimal, added: Exchange): void {
  const expected = { [field]: fieldsSent(sent)[field] };
  const difference = differingField(expected, addedAnimal(added));
  if (difference) breach({ cause: `The ${field} that was sent does not come back as it was.`, expected: `${field} ${difference.expected}`, actual: `${field} ${difference.actual}`, exchange: added });
}

/** Could this listed name have come from that refused body? Other clients may add animals meanwhile: theirs do not count. */
function stemsFrom(name: unknown, body: string): boolean {
  const sent = /"name":("(?:[^"\\]|\\.)*"|[^,}]*)/.exec(body)?.[1];
  const renderings = sent === undefined ? ['', 'null', 'undefined', 'None'] : [sent, sent.replace(/^"|"$/g, ''), sent === 'null' ? '' : sent, '[object Object]', 'None', 'True', 'False'];
  return typeof name === 'string' ? renderings.includes(name) : true;
}


function withInvalidUtf8(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text.replace(/"name":"[^"]*"/, '"name":"?"'));
  bytes[bytes.indexOf(0x3f)] = 0xff;
  return bytes;
}
