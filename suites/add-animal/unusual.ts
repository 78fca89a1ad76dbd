// What an add does where the contract is silent: recorded, never judged. Observations only.
import { jsonText, type NewAnimal } from '../../lib/contract/values/values.js';
import { answerOf, experiment, observe, statusOf } from '../../lib/judge/rules/index.js';
import { statusesByLabel, summarised } from '../words.js';

interface OpenBody {
  readonly label: string;
  readonly body: string | Uint8Array;
  readonly contentType?: string | null;
}

/** Bodies on which the contract is silent, made from a twin that the target accepted. */
const openBody = (
  name: string,
  bodies: (twin: NewAnimal) => readonly OpenBody[],
  more: { readonly leavesMuch?: boolean } = {},
) =>
  experiment({
    ...more,
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

const unknownProperties = openBody('properties that the contract does not know', (twin) => [
  { label: 'nickname', body: jsonText({ ...twin, nickname: 'Bo' }) },
]);
const otherContentTypes = openBody('other content types', (twin) =>
  ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json', null].map(
    (contentType) => ({ label: contentType ?? 'none', body: jsonText(twin), contentType }),
  ),
);
const wholeDecimals = openBody('integers written as decimals', (twin) =>
  // The category is the target's own; how it is written is the question.
  Object.entries({ 'with .0': '.0', 'with e0': 'e0' }).map(([label, end]) => ({
    label,
    body: jsonText(twin).replace(/"categoryId":-?\d+/, `$&${end}`),
  })),
);
const unusualJson = openBody('unusual JSON', (twin) => [
  { label: 'byte order mark', body: `\ufeff${jsonText(twin)}` },
  { label: 'duplicate key', body: jsonText(twin).replace('{', '{"name":"First",') },
  { label: 'lone surrogate', body: jsonText(twin).replace(/"name":"[^"]*"/, '"name":"\\ud83d"') },
  { label: 'arrays nested 1,000 deep', body: '['.repeat(1_000) + ']'.repeat(1_000) },
  { label: 'invalid UTF-8', body: withInvalidUtf8(jsonText(twin)) },
]);
const longNames = openBody(
  'long names',
  (twin) =>
    [256, 1_000, 10_000, 50_000, 200_000].map((length) => ({
      label: `${length} letters`,
      body: jsonText({ ...twin, name: `${twin.name} `.padEnd(length, 'n') }),
    })),
  { leavesMuch: true },
);

export const rules = [
  observe('add-animal.unknown-properties', unknownProperties, (cases) =>
    summarised(
      cases,
      ({ value }) => value.label,
      ({ result }) =>
        `${statusOf(result)}${answerOf(result).text.includes('nickname') ? ', kept' : ', not kept'}`,
    ),
  ),
  observe('add-animal.other-content-type', otherContentTypes, statusesByLabel),
  observe('add-animal.whole-decimals', wholeDecimals, statusesByLabel),
  observe('add-animal.unusual-json', unusualJson, statusesByLabel),
  observe('add-animal.long-names', longNames, statusesByLabel),
];

function withInvalidUtf8(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text.replace(/"name":"[^"]*"/, '"name":"?"'));
  bytes[bytes.indexOf(0x3f)] = 0xff;
  return bytes;
}
