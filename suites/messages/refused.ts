// Clause 4.5: which messages must be refused with 400.
import {
  invalidBodies,
  nearlyJson,
  notJson,
  notObjects,
  otherCaseMembers,
  type WrongBody,
} from '../../lib/contract/values/values.js';
import {
  notApplicable,
  expectRefusal,
  expectStatus,
  experiment,
  isSuccess,
  rule,
  statusOf,
  undecided,
} from '../../lib/judge/rules/index.js';
import { sendingInTurn } from '../accepting.js';
import { asFarAsRead } from '../framing.js';
import { withoutCode } from '../summaries.js';
import { inType, needs, twin, withTwin, type BesideTwin } from './sent.js';

/** Sends bodies that differ in one respect from an accepted message. */
function refused(name: string, bodies: () => readonly WrongBody[]) {
  return experiment({
    name,
    stage: 'populated',
    needs,
    cases: (setup) =>
      withTwin(
        setup,
        // Some checks exist for some clients only.
        bodies().map((body, index) => ({ ...body, client: sendingInTurn(index - 1) })),
      ),
    send: async ({ text, query, client, accepted }, session): Promise<BesideTwin> => {
      const asked = session.message({ raw: text }, { ...client, query, validity: 'invalid' });
      return { accepted, answered: await asFarAsRead(client, asked) };
    },
    describe: ({ cause }) => withoutCode(cause),
  });
}

export const invalidJson = refused('message bodies that are not valid JSON', () => [
  ...notJson(twin),
  { cause: 'an empty body', text: '', difference: 'the body is empty' },
  { cause: 'a body of only white space', text: ' \n', difference: 'the body is only white space' },
]);
export const lenientJson = refused('message bodies that are nearly JSON', () => [
  ...nearlyJson(twin),
  {
    cause: 'a member with the value NaN',
    text: '{"message":"Hello, animals","weight":NaN}',
    difference: 'there is another member with the value NaN',
  },
]);
export const otherCase = refused('message in other letter case', () =>
  otherCaseMembers(twin, ['message']),
);
export const missingText = refused('bodies without message', () => [
  ...invalidBodies('NewMessage', twin).filter(({ kind }) => kind === 'missing'),
  // It is the second one, which has a charset: there, nothing else shows that a message is not looked for.
  {
    cause: 'the text under other member names, and in the query',
    text: '{"text":"Hello, animals","msg":"Hello, animals","content":"Hello, animals","body":"Hello, animals"}',
    difference: 'the text is in text, msg, content and body and in the query, not in message',
    query: [['message', 'Hello, animals']],
  },
  ...notObjects(twin),
]);
export const wrongTexts = refused('texts that are not strings', () =>
  invalidBodies('NewMessage', twin).filter(({ kind }) => kind !== 'missing'),
);

const otherTypes = [
  'text/plain',
  'text/html',
  'application/xml',
  {
    contentType: 'application/x-www-form-urlencoded',
    // Whether it is read as JSON or as the fields of a form, there is a message in it.
    raw: '{"message":"Hello&message=Hello, animals&end"}',
  },
  'application/octet-stream',
  'application/json-seq',
  {
    contentType: 'multipart/form-data; boundary=x',
    raw: '--x\r\nContent-Disposition: form-data; name="message"\r\n\r\nHello, animals\r\n--x--\r\n',
  },
  'application/javascript',
  'text/plain; note=application/json',
  '*/*',
];

export const contentTypes = inType('content types that are not JSON', otherTypes, {
  validity: 'invalid',
});

export const rules = [
  rule('messages.invalid-json', invalidJson, expectRefused),
  rule('messages.nearly-json', lenientJson, expectRefusalBesideTwin),
  rule('messages.letter-case', otherCase, expectRefusalBesideTwin),
  rule('messages.missing-message', missingText, expectRefused),
  rule('messages.content-type', contentTypes, (sent, { contentType }) => {
    // A 415 is a refusal too, and another rule judges whether its status is right.
    if (statusOf(sent.answered) !== 415) expectRefused(sent, ofType(contentType));
  }),
  rule('messages.content-type-400', contentTypes, (sent, { contentType }) => {
    if (statusOf(sent.answered) === 415) expectRefused(sent, ofType(contentType));
  }),
  rule('messages.text-is-string', wrongTexts, expectRefusalBesideTwin),
];

function expectRefused(
  { accepted, answered }: BesideTwin,
  { cause, difference }: Pick<WrongBody, 'cause' | 'difference'>,
): void {
  if (!isSuccess(accepted)) notApplicable('the valid message refused', 'cantTell');
  expectStatus(answered, 400, `with ${cause}`, difference);
}

const ofType = (contentType: string) => ({
  cause: `the content type ${contentType}`,
  difference: `the content type is ${contentType} instead of application/json`,
});

function expectRefusalBesideTwin({ accepted, answered }: BesideTwin, body: WrongBody): void {
  if (!isSuccess(accepted)) undecided('the valid message refused');
  expectRefusal(answered, body);
}
