// What an add does where the contract is silent. These are recorded and never judged. Observations only.
import { jsonText, type NewAnimal } from '../../lib/contract/values/values.js';
import { lastStatus, maximumLimit } from '../../lib/contract/facts.js';
import {
  answerOf,
  ended,
  experiment,
  filters,
  isSuccess,
  observe,
  orElse,
  statusOf,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { seenOf } from '../animals.js';
import { statusesByLabel, summarised } from '../summaries.js';

interface OpenBody {
  readonly label: string;
  readonly body: string | Uint8Array;
  readonly contentType?: string | null;
}

/** Tries bodies on which the contract is silent, made from a twin that the target accepted. */
const openBody = (name: string, bodies: (twin: NewAnimal) => readonly OpenBody[]) =>
  experiment({
    name,
    stage: 'populated',
    needs: ['writes'],
    cases: async (setup) => bodies((await setup.acceptedTwin()).animal),
    send: ({ body, contentType }: OpenBody, session) =>
      session.add(
        { raw: body },
        contentType === undefined ? { validity: 'open' } : { validity: 'invalid', contentType },
      ),
    describe: ({ label }) => label,
  });

/** Whether it is accepted is open; what is accepted is a new animal like any other. */
export const unknownProperties = experiment({
  name: 'properties that the contract does not know',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => [
    {
      label: 'nickname',
      animal: { ...(await setup.acceptedTwin()).animal, status: lastStatus },
      refusable: 'property' as const,
    },
  ],
  send: async ({ animal }, session) => {
    const raw = jsonText({
      // Whoever looks for the members anywhere in the text finds one of another animal first, or last.
      mother: { categoryId: animal.categoryId === 1n ? 2n : 1n },
      ...animal,
      nickname: { name: 'Bo' },
      // A JavaScript server that asks the body itself which fields it has calls it.
      hasOwnProperty: 1,
    });
    return seenOf(animal, await session.add({ raw }, { validity: 'open' }));
  },
  describe: ({ label }) => label,
});
const otherContentTypes = openBody('other content types', (twin) =>
  ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json', null].map(
    (contentType) => ({ label: contentType ?? 'none', body: jsonText(twin), contentType }),
  ),
);
const wholeDecimals = openBody('integers written as decimals', (twin) =>
  // The target knows this category; only its spelling is in question.
  Object.entries({ 'with .0': '.0', 'with e0': 'e0' }).map(([label, end]) => ({
    label,
    body: jsonText(twin).replace(/"categoryId":-?\d+/, `$&${end}`),
  })),
);
const unusualBodies = (twin: NewAnimal): readonly OpenBody[] => [
  { label: 'byte order mark', body: `\ufeff${jsonText(twin)}` },
  { label: 'duplicate key', body: jsonText(twin).replace('{', '{"name":"First",') },
  { label: 'lone surrogate', body: jsonText(twin).replace(/"name":"[^"]*"/, '"name":"\\ud83d"') },
  { label: 'arrays nested 1,000 deep', body: '['.repeat(1_000) + ']'.repeat(1_000) },
  { label: 'invalid UTF-8', body: withInvalidUtf8(jsonText(twin)) },
];

/**
 * A refused body may have been stored all the same and break the lists, which are read while few animals can hide it.
 */
export const unusualJson = experiment({
  name: 'unusual JSON, and then the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    return unusualBodies(animal).map(({ label }, index) => ({ label, index, animal }));
  },
  // The name is used nowhere else, so that an animal that appears late is not taken for one of another case.
  send: async ({ animal, index }, session) => {
    const named = session.marked({ ...animal, name: 'JSON' });
    const body = unusualBodies(named)[index]?.body ?? '';
    // A missing response is not a matter of the lists, so they are read all the same.
    const answered = await orElse(session.add({ raw: body }, { validity: 'open' }), undefined);
    const lists = await Promise.all(
      filters.map((status) => session.list({ limit: maximumLimit, status })),
    );
    return { answered, lists };
  },
  describe: ({ label }) => label,
});
/**
 * The longest comes first: a target that accepts it accepts shorter ones too, and no further animals are left behind.
 */
const lengths = [200_000, 50_000, 10_000, 1_000, 256];

interface LongName {
  readonly length: number;
  readonly label: string;
  readonly sent: NewAnimal;
  readonly added: Exchange;
}

export const longNames = experiment({
  name: 'long names',
  stage: 'populated',
  needs: ['writes'],
  leavesMuch: true,
  cases: async (setup) => [(await setup.acceptedTwin()).animal],
  send: async (twin, session) => {
    const tried: LongName[] = [];
    for (const length of lengths) {
      const sent = session.marked({ ...twin, name: 'n'.repeat(length - 34) });
      // A server may close the connection without a word when a body is too long for it.
      const added = await ended(session.add(sent, { validity: 'open' }));
      tried.push({ length, sent, added, label: `${length.toLocaleString('en')} letters` });
      if (added.answer && isSuccess(added)) break;
    }
    return { tried };
  },
  describe: () => 'names of up to 200,000 letters',
});

export const rules = [
  observe('add-animal.unknown-properties', unknownProperties, (cases) =>
    summarised(
      cases,
      ({ value }) => value.label,
      ({ result: { added } }) =>
        `${statusOf(added)}${answerOf(added).text.includes('nickname') ? ', kept' : ', not kept'}`,
    ),
  ),
  observe('add-animal.other-content-type', otherContentTypes, statusesByLabel),
  observe('add-animal.whole-decimals', wholeDecimals, statusesByLabel),
  observe('add-animal.unusual-json', unusualJson, (cases) =>
    statusesByLabel(
      cases.map(({ value, result: { answered } }) => ({
        value,
        result: answered ?? undecided('not all answered'),
      })),
    ),
  ),
  observe('add-animal.long-names', longNames, (cases) => {
    const said = cases.flatMap(({ result: { tried } }) =>
      tried.toReversed().map(({ length, added }) => {
        if (added.answer === undefined) return `no response with ${length} letters`;
        return isSuccess(added)
          ? `accepted up to ${length} letters`
          : `${statusOf(added)} with ${length} letters`;
      }),
    );
    return said.join('; ');
  }),
];

function withInvalidUtf8(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text.replace(/"name":"[^"]*"/, '"name":"?"'));
  bytes[bytes.indexOf(0x3f)] = 0xff;
  return bytes;
}
