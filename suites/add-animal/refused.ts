// Clauses 4.2 and 7: an add that must be refused gets a 400, and a refusal adds nothing.
import { statuses, type Status } from '../../lib/contract/facts.js';
import {
  attestingNothing,
  invalidBodies,
  jsonText,
  nearlyJson,
  notJson,
  notObjects,
  otherCaseMembers,
  type InvalidBody,
  type NewAnimal,
  type WrongBody,
} from '../../lib/contract/values/values.js';
import {
  animalOf,
  noEvidence,
  expectRefusal,
  expectStatus,
  experiment,
  notApplicable,
  isRefusal,
  isSuccess,
  observe,
  rule,
  statusOf,
  undecided,
  type Session,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { sendingInTurn } from '../accepting.js';
import { asFarAsRead } from '../framing.js';
import { whetherAccepted, withoutCode } from '../summaries.js';
import {
  expectNothingHidden,
  bisect,
  newEntries,
  takesEffect,
  type Entry,
} from '../new-entries.js';

type MaybeInvalid = WrongBody & Partial<InvalidBody>;

/** A body together with whether its valid twin was accepted: if the twin was refused too, a refusal shows nothing. */
type Beside<B> = B & { readonly isTwinTaken: boolean; readonly turn: number };

/** The invalid bodies of one rule: each differs in one respect from a twin that the target should accept. */
function refused<B extends WrongBody>(name: string, bodies: (twin: NewAnimal) => readonly B[]) {
  return experiment({
    name,
    stage: 'populated',
    needs: ['writes'],
    cases: async (setup) => {
      const { animal: twin, exchange } = await setup.plainTwin();
      const animal = attestingNothing(twin);
      const { status: _, ...withoutStatus } = animal;
      // A check may exist on one code path only, so the same mistake is made in animals with another status and with
      // none. The other statuses take turns.
      const others = statuses.toReversed().filter((status) => status !== animal.status);
      const ofOthers = others.map((status) =>
        bodies({ ...animal, status }).map((body) => ofOther(body, status)),
      );
      const all = unique([
        ...bodies(animal),
        ...(ofOthers[0] ?? []).map((body, at) => ofOthers[at % others.length]?.[at] ?? body),
        ...bodies(withoutStatus).map((body) => ofOther(body)),
      ]);
      // Some checks exist for some clients only.
      const first = bodies(animal).length;
      return all.map((body, index): Beside<B> => ({
        ...body,
        isTwinTaken: isSuccess(exchange),
        turn: index - first,
      }));
    },
    send: async ({ text, query, isTwinTaken, turn }: Beside<B>, session) => {
      const how = { ...sendingInTurn(turn), query, validity: 'invalid' } as const;
      const answered = await asFarAsRead(how, session.add({ raw: text }, how));
      if (!isTwinTaken && !isSuccess(answered)) undecided('valid animal refused too');
      return answered;
    },
    describe: ({ cause }: Beside<B>) => withoutCode(cause),
  });
}

/** Says of which other animal a body is, unless the mistake is in the status itself. */
function ofOther<B extends WrongBody>(body: B, status?: Status): B {
  const isBeside = status !== undefined && body.text.includes(`"status":"${status}"`);
  if (!isBeside && body.text.includes('"status"')) return body;
  return {
    ...body,
    cause: `${body.cause}, ${isBeside ? `\`"status": "${status}"\`` : 'no `status`'}`,
  };
}

const unique = <B extends WrongBody>(bodies: readonly B[]): readonly B[] =>
  [...new Map([...bodies].reverse().map((body) => [body.text, body])).values()].reverse();

const invalid = (name: string, chosen: (body: InvalidBody) => boolean) =>
  refused(name, (twin) => invalidBodies('NewPet', twin).filter(chosen));
const missingNames = refused('bodies without name', (twin): readonly WrongBody[] => [
  ...invalidBodies('NewPet', twin).filter(
    ({ field, kind }) => field === 'name' && kind === 'missing',
  ),
  { cause: 'an empty object', text: '{}', difference: 'the object is empty' },
  {
    cause: 'only a `categoryId`',
    text: jsonText({ categoryId: twin.categoryId }),
    difference: 'name is missing',
  },
  {
    cause: 'only a `status`, and the rest in the query',
    text: '{"status":"sold"}',
    difference: 'name and categoryId are in the query, not in the body',
    query: [
      ['name', twin.name],
      ['categoryId', String(twin.categoryId)],
    ],
  },
  {
    cause: 'the name under other member names',
    text: `{"categoryId":${twin.categoryId},${inMembers(['title', 'label', 'petName', 'pet_name', 'animalName', 'name_'], jsonText(twin.name)).slice(1)}`,
    difference: 'the name is in title, label, petName and the like, not in name',
  },
  {
    cause: 'the animal nested in another object',
    text: inMembers(
      // The last one is no member to those who copy the object without care, but what it inherits from.
      ['animal', 'pet', 'data', 'item', 'body', 'payload', 'attributes', '__proto__'],
      jsonText(twin),
    ),
    difference: 'the animal is nested in another object',
  },
]);
const inMembers = (names: readonly string[], text: string): string =>
  `{${names.map((name) => `"${name}":${text}`).join()}}`;

const missingCategories = refused('bodies without categoryId', (twin): readonly WrongBody[] => [
  ...invalidBodies('NewPet', twin).filter(
    ({ field, kind }) => field === 'categoryId' && kind === 'missing',
  ),
  {
    cause: '`category_id` instead of `categoryId`',
    text: jsonText(twin).replace('"categoryId"', '"category_id"'),
    difference: 'the member categoryId is named category_id',
  },
  {
    cause: 'the category under other member names',
    text: `{"name":${jsonText(twin.name)},${inMembers(['category', 'category-id', 'Category_Id', 'category_ID', 'typeId'], String(twin.categoryId)).slice(1)}`,
    difference: 'the category is in category, category-id and the like, not in categoryId',
  },
]);
const otherCase = refused('members in other letter case', (twin) =>
  otherCaseMembers(twin, ['name', 'categoryId']),
);
const invalidNames = invalid(
  'names that are not strings',
  ({ field, kind }) => field === 'name' && kind !== 'missing',
);
const invalidCategories = invalid(
  'categoryIds that are not int64',
  ({ field, kind }) => field === 'categoryId' && kind !== 'missing' && kind !== 'fine-fraction',
);
const fineFractions = invalid(
  'fractions beyond double precision',
  ({ kind }) => kind === 'fine-fraction',
);
const invalidStatuses = invalid(
  'statuses that are none of the three',
  ({ field, kind }) => field === 'status' && kind !== 'null' && kind !== 'padded',
);
const nullStatuses = invalid(
  'null for a status',
  ({ field, kind }) => field === 'status' && kind === 'null',
);
const paddedStatuses = invalid(
  'statuses with white space around them',
  ({ kind }) => kind === 'padded',
);
const noObjects = refused('JSON that is not an object', notObjects);
const noJson = refused('bodies that are not JSON', notJson);
const lenientJson = refused('bodies that are nearly JSON', nearlyJson);
const emptyBodies = refused('empty bodies', () => [
  { cause: 'an empty body', text: '', difference: 'the body is empty' },
  { cause: 'a body of only white space', text: ' \n', difference: 'the body is only white space' },
]);
export const invalidAdds = [
  missingNames,
  missingCategories,
  invalidNames,
  invalidCategories,
  invalidStatuses,
  nullStatuses,
  noObjects,
  noJson,
];

interface RefusedBodies {
  readonly animal: NewAnimal;
  readonly bodies: readonly WrongBody[];
}

const addText = async (text: string, session: Session) => ({
  text,
  answered: await session.add({ raw: text }, { validity: 'invalid' }),
});

const refusedThenLookedFor = experiment({
  name: 'refused bodies, and then the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup): Promise<readonly RefusedBodies[]> => {
    const animal = attestingNothing((await setup.acceptedTwin()).animal);
    return [
      {
        animal,
        bodies: [...invalidBodies('NewPet', animal), ...notObjects(animal), ...notJson(animal)],
      },
    ];
  },
  send: async ({ animal, bodies }: RefusedBodies, session) => {
    const { done, entries, hidden, storesTwice } = await newEntries(session, {
      canary: (name) => ({ ...animal, name }),
      act: () => Promise.all(bodies.map(({ text }) => addText(text, session))),
      byIdentifier: true,
    });
    // Animals from bodies that were accepted, rightly or not, are allowed to be there.
    const taken = done.flatMap(({ answered }) => animalOf(answered) ?? []);
    const accepted = new Set(taken.map(({ id }) => id));
    const names = new Set<unknown>(storesTwice ? taken.map(({ name }) => name) : []);
    // A full list may have hidden an old animal with the name of one of the bodies, but not one with the name of the
    // twin.
    const added = entries.filter(({ isNew, name }) => isNew || name === animal.name);
    // Another case may add an animal of such a name meanwhile, or a replica show it only now.
    const unexplained = added.filter(
      ({ id, name }) => !accepted.has(id) && !names.has(name) && !session.wasAdded(id),
    );
    return {
      refusals: done.filter(({ answered }) => isRefusal(answered)),
      hidden,
      ...apartFrom(mayHaveAdded(done), unexplained, storesTwice ? 2 : 1),
    };
  },
  smaller: ({ bodies, ...rest }) => bisect(bodies).map((half) => ({ ...rest, bodies: half })),
  describe: ({ bodies }) =>
    bodies.length === 1 ? withoutCode(bodies[0]?.cause ?? '') : `${bodies.length} refused bodies`,
});

interface Sent {
  readonly text: string;
  readonly answered: Exchange;
}

/** Bodies that may have added an animal, although no response says which: a 201 without one, or a 500. */
const mayHaveAdded = (done: readonly Sent[]): readonly Sent[] =>
  done.filter(({ answered }) => !isRefusal(answered) && animalOf(answered) === undefined);

interface Unclear {
  readonly entry: Entry;
  readonly answered: Exchange;
}

/** Takes away the entries that those bodies may have added, unless there are more than they can have. */
function apartFrom(
  bodies: readonly Sent[],
  entries: readonly Entry[],
  most: number,
): { readonly entries: readonly Entry[]; readonly unclear: readonly Unclear[] } {
  const unclear = entries.flatMap((entry): readonly Unclear[] => {
    const body = bodies.find(({ text }) => stemsFrom(entry.name, text));
    return body === undefined ? [] : [{ entry, answered: body.answered }];
  });
  if (unclear.length > bodies.length * most) return { entries, unclear: [] };
  const apart = new Set(unclear.map(({ entry }) => entry));
  return { entries: entries.filter((entry) => !apart.has(entry)), unclear };
}

export const rules = [
  rule('add-animal.missing-name', missingNames, expectRefused),
  rule('add-animal.missing-category', missingCategories, expectRefused),
  rule('add-animal.invalid-name', invalidNames, expectRefused),
  rule('add-animal.invalid-category', [invalidCategories, fineFractions], (answered, body) => {
    // To whoever reads a double, it is an integer, of a category that there may not be.
    const mayReadInteger = isSuccess(answered) || [404, 409, 422].includes(statusOf(answered));
    if (body.kind === 'fine-fraction' && mayReadInteger) noEvidence();
    expectRefused(answered, body);
  }),
  observe('add-animal.fine-fraction', fineFractions, ([first]) =>
    first === undefined ? 'no such body was sent' : whetherAccepted(first.result),
  ),
  rule(
    'add-animal.invalid-status',
    [invalidStatuses, nullStatuses, paddedStatuses],
    (answered, body) => {
      if (isTakenForAnother(answered, body)) noEvidence();
      expectRefused(answered, body);
    },
  ),
  rule('add-animal.null-status', nullStatuses, (answered, body) => {
    if (isTakenForAnother(answered, body)) expectRefused(answered, body);
  }),
  rule('add-animal.padded-status', paddedStatuses, (answered, body) => {
    if (isTakenForAnother(answered, body)) expectRefused(answered, body);
  }),
  rule('add-animal.letter-case', otherCase, expectRefusal),
  rule('add-animal.not-an-object', noObjects, expectRefused),
  rule('add-animal.not-json', noJson, expectRefused),
  rule('add-animal.empty-body', emptyBodies, expectRefused),
  rule('add-animal.nearly-json', lenientJson, expectRefusal),

  rule(
    'add-animal.refused-adds-nothing',
    refusedThenLookedFor,
    ({ refusals, entries, hidden, unclear }) => {
      if (refusals.length === 0) undecided('none refused');
      const fromOthers = entries.filter(
        ({ name }) => !refusals.some(({ text }) => stemsFrom(name, text)),
      );
      for (const { text, answered } of refusals)
        expectNothingOf(text, answered, entries, fromOthers.length > 0);
      for (const { entry, answered } of unclear)
        undecided({
          what: 'unclear who added',
          values: { id: entry.id, status: statusOf(answered) },
        });
      expectNothingHidden(hidden, 'full lists hide adds');
    },
  ),
];

/**
 * Counts only animals that could come from this body, because other clients may add animals at the same time. While they
 * do, a name that anybody may give, such as "0", proves nothing.
 */
function expectNothingOf(
  body: string,
  answered: Exchange,
  entries: readonly Entry[],
  areOthersAdding: boolean,
): void {
  const added = entries.find((entry) => stemsFrom(entry.name, body));
  if (!added) return;
  if (areOthersAdding && !isUnmistakable(added.name)) notApplicable('common name');
  takesEffect(added, answered);
}

/** Only names with a mark of the kit are as long as this. */
const markedLength = 20;
const isUnmistakable = (name: unknown): boolean =>
  typeof name !== 'string' || name.length > markedLength;

/** Whether the response shows the animal as if a null `status` had been left out, or a padded one had been trimmed. */
function isTakenForAnother(answered: Exchange, { kind, text }: MaybeInvalid): boolean {
  const animal = animalOf(answered);
  if (!animal) return false;
  if (kind === 'null') return animal.status === undefined || statuses.includes(animal.status);
  return (
    kind === 'padded' &&
    animal.status === (JSON.parse(text) as { readonly status: string }).status.trim()
  );
}

function expectRefused(answered: Exchange, { cause, difference }: WrongBody): void {
  expectStatus(answered, 400, `with ${cause}`, difference);
}

/** Whether this listed name could have come from that refused body. */
function stemsFrom(name: unknown, body: string): boolean {
  const sent = /"name":("(?:[^"\\]|\\.)*"|[^,}]*)/.exec(body)?.[1];
  return typeof name !== 'string' || renderingsOf(sent).includes(name);
}

/** The texts that programming languages make of a value, or of a missing one. */
function renderingsOf(sent: string | undefined): readonly string[] {
  if (sent === undefined) return ['', 'null', 'undefined', 'None'];
  const text = sent.replace(/^"|"$/g, '');
  const empty = sent === 'null' ? [''] : [];
  return [sent, text, ...empty, '[object Object]', 'None', 'True', 'False'];
}
