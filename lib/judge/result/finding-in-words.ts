// A finding in words: the one place that makes sentences of what a rule found wrong. Nothing reads them back.
import { ruleNamed, type LedgerRule } from '../../contract/ledger.js';
import { filled } from './reasons.js';
import type { Circumstance, ExpectedStatus, Words, Wrong } from './finding.js';
import type { Failure } from './report.js';
import { sentences, type Sentence } from './sentences.js';

/** Shows the reading that is for a target beside the one that is against it. */
export const bothReadings = ({ readings }: Pick<LedgerRule, 'readings'>): string =>
  readings === undefined
    ? ''
    : ` Strict reading: ${readings.strict}. Lenient reading: ${readings.lenient}.`;

/**
 * The sentence that says what happened, and both readings if its rule has them; then the headline is the sentence
 * alone.
 */
export function causeOf(
  text: string,
  ruleId: string,
  redact: (text: string) => string,
): Pick<Failure, 'cause' | 'headline'> {
  const readings = bothReadings(ruleNamed(ruleId));
  const cause = redact(`${text}${readings}`);
  return readings === '' ? { cause } : { cause, headline: redact(text) };
}

/** Longer values are cut, because their beginning says enough. */
export const longestFact = 300;

/** Half a character, sent or cut off, would be written as an escape, and be longer than it is. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

export const inWords = (wrong: Wrong): Words =>
  wrong.kind === 'other' ? ownSentence(wrong) : sentenceOf(wrong);

/** The sentence of a single rule. Only the sentence is a template; braces in its values stay as they are. */
function ownSentence({ values = {}, what, ...facts }: Extract<Wrong, { kind: 'other' }>): Words {
  const { cause, expected, actual } = sentences[what as Sentence];
  const { expected: sent, actual: returned } = values;
  const all = {
    ...facts,
    ...values,
    cameBack: cameBack({ expected: String(sent), actual: String(returned) }),
  };
  return {
    cause: filled(cause, all),
    expected: filled(expected, all),
    actual: filled(actual, all),
  };
}

function sentenceOf(wrong: Exclude<Wrong, { kind: 'other' }>): Words {
  const withValues = (text: string): string => filled(text, wrong.values ?? {});
  switch (wrong.kind) {
    case 'status':
      return {
        cause: `${inCode(wrong.operation)} ${withValues(wrong.when)} returned ${wrong.actual}; expected ${wrong.expected}.`,
        expected: `status ${wrong.expected}`,
        actual: `status ${wrong.actual}`,
      };
    case 'not refused':
      return {
        cause: `${inCode(wrong.operation)} ${withValues(wrong.when)} returned ${wrong.actual}; expected a refusal.`,
        expected: 'a refusal (400)',
        actual: `status ${wrong.actual}`,
      };
    case 'kind of status':
      return {
        cause: `${withValues(wrong.what)} returned ${wrong.actual}${typeof wrong.expected === 'number' ? `; expected ${wrong.expected}` : ''}.`,
        expected: statusInWords(wrong.expected),
        actual: `status ${wrong.actual}`,
      };
    case 'schema':
      return {
        cause: `${responseName(wrong)} is not a valid \`${wrong.schema}\` ${wrong.schema === 'Pets' ? 'array' : 'object'}: ${withPointerInCode(wrong)}.`,
        expected: `a body of the schema ${wrong.schema}`,
        actual: wrong.problem,
      };
    case 'field':
      return {
        cause: `${wrong.what === '' ? `\`${wrong.field}\`` : `${withValues(wrong.what)} with another \`${wrong.field}\`:`} ${cameBack(wrong)}.`,
        expected: `${wrong.field} ${wrong.expected}`,
        actual: `${wrong.field} ${wrong.actual}`,
      };
    case 'no answer':
      return {
        cause:
          wrong.values?.['response'] === 'broken'
            ? `${withValues('Each response to `{request}` was broken')}: ${wrong.problem}.`
            : withValues('The target did not respond to `{request}`, even on a retry.'),
        expected: 'a response',
        actual: wrong.problem,
      };
  }
}

const inCode = (operation: string): string => operation.replace(/^[A-Z]+ \S+/, '`$&`');

const statusesInWords: Readonly<Record<Exclude<ExpectedStatus, number>, string>> = {
  '2xx': 'a 2xx status',
  '4xx': 'a 4xx',
  'no 5xx': 'no 5xx',
  'neither 401 nor 403': 'any status but 401 and 403',
  'the name, or 4xx': 'the name unchanged, or a 4xx status',
};

const statusInWords = (expected: ExpectedStatus): string =>
  typeof expected === 'number' ? `status ${expected}` : statusesInWords[expected];

type OfSchema = Extract<Wrong, { readonly kind: 'schema' }>;

/** The name of the response. An error may come from any operation, so it names that as well. */
const responseName = ({ actual, operation }: OfSchema): string =>
  actual >= 200 && actual < 300 ? 'The response' : `The ${actual} response to ${inCode(operation)}`;

/** The text may name further problems of the same object. */
function withPointerInCode({ pointer, problem, found }: OfSchema): string {
  if (pointer === '') return problem;
  if (found !== 'nothing') return problem.replace(pointer, () => `\`${pointer}\``);
  const object = pointer.slice(0, pointer.lastIndexOf('/') + 1);
  return problem.replace(/\/[\w/]+/g, (other) =>
    other.startsWith(object) ? `\`${other}\`` : other,
  );
}

/** The value of a field that is not there at all. */
export const noSuchField = 'no such field';

/** "9007199254740993 came back as 9007199254740992" */
export const cameBack = ({ expected, actual }: Pick<Words, 'expected' | 'actual'>): string =>
  actual === noSuchField ? `${expected} did not come back` : `${expected} came back as ${actual}`;

type Conclusion = Exclude<Circumstance, 'seen once' | 'unusual client'>;

const circumstancesInWords: Readonly<Record<Conclusion, string>> = {
  'several requests under way': 'Only while several requests are under way',
  'fresh connection': 'Only on a fresh connection',
  'another animal added': 'Only once another animal was added',
};

/** A failure that occurs only in this circumstance, which begins its sentence. */
export const onlyIn = (circumstance: Conclusion, failure: Failure): Failure =>
  under(circumstance, circumstancesInWords[circumstance], failure);

/** A failure that occurs only if the request is sent in such a way: "with `Connection: close`". */
export const onlyFrom = (client: string, failure: Failure): Failure =>
  under('unusual client', `Only ${client}`, failure);

/** A failure that did not recur in this many requests. */
export function seenOnce(failure: Failure, requests: number): Failure {
  const { failed } = failure.cases;
  const times = failed === 1 ? 'once' : `${failed} times`;
  const words = `Seen ${times} in ${requests.toLocaleString('en')} requests, but not on a retry`;
  return under('seen once', words, failure);
}

const under = (circumstance: Circumstance, words: string, failure: Failure): Failure => ({
  ...failure,
  cause: `${words}: ${failure.cause}`,
  ...(failure.headline !== undefined && { headline: `${words}: ${failure.headline}` }),
  ...found(failure, circumstance),
});

const found = ({ finding }: Failure, circumstance: Circumstance): Pick<Failure, 'finding'> =>
  finding === undefined ? {} : { finding: { ...finding, circumstance } };
