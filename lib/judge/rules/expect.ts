// Small judgements that many rules share: each either returns what was asked for or throws what is wrong.
import { operationNamed } from '../../contract/operations.js';
import { animalsIn, animalAt, type Animal } from '../../contract/values/animals.js';
import { loadContract, type Problem, type SchemaName } from '../../contract/contract.js';
import type { NewAnimal } from '../../contract/values/values.js';
import type { Answer, Ask, Exchange } from '../../http/types.js';
import { breach, undecided } from './signals.js';

export function answerOf(exchange: Exchange): Answer {
  return exchange.answer ?? undecided('no response was received');
}

export function statusOf(exchange: Exchange): number {
  return answerOf(exchange).status;
}

export const isSuccess = (exchange: Exchange): boolean =>
  statusOf(exchange) >= 200 && statusOf(exchange) < 300;
export const isRefusal = (exchange: Exchange): boolean =>
  statusOf(exchange) >= 400 && statusOf(exchange) < 500;

/** The name of the animal that was sent; undefined where none can be read. */
export function nameSentIn({ body = '' }: Ask): string | undefined {
  try {
    const { name } = JSON.parse(String(body)) as { readonly name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** "`GET /pets/{petId}`" */
export function operationName({ ask }: Exchange): string {
  const { method, path } = operationNamed(ask.operation) ?? ask;
  return `\`${method} ${path}\``;
}

/** The answer has this status; `when` says on what occasion, so that the sentence stands by itself. */
export function expectStatus(
  exchange: Exchange,
  expected: number,
  when: string,
  difference?: string,
): void {
  const actual = statusOf(exchange);
  if (actual === expected) return;
  breach({
    cause: `${operationName(exchange)} ${when} returned ${actual}; expected ${expected}.`,
    expected: `status ${expected}`,
    actual: `status ${actual}`,
    exchange,
    ...(difference === undefined ? {} : { difference }),
  });
}

/** What is valid is accepted; the sentence about one that is not begins with `what`. */
export function expectSuccess(exchange: Exchange, what: string, expected = 'a 2xx status'): void {
  if (!isSuccess(exchange)) wrongStatus(exchange, what, expected);
}

/** Whatever is asked, the server does not fail. HTTP itself has 501 for a method that a server does not know. */
export function expectNoServerError(exchange: Exchange, what: string, expected = 'no 5xx'): void {
  const status = statusOf(exchange);
  const isUnknownMethod = exchange.ask.operation === 'other' && status === 501;
  if (status >= 500 && !isUnknownMethod) wrongStatus(exchange, what, expected);
}

/** It is the status alone that is wrong. */
export function wrongStatus(exchange: Exchange, what: string, expected: string): never {
  const status = statusOf(exchange);
  return breach({
    cause: `${what} returned ${status}.`,
    expected,
    actual: `status ${status}`,
    exchange,
  });
}

/** What is invalid is refused, with whatever 4xx. */
export function expectRefusal(
  exchange: Exchange,
  { cause, difference }: { readonly cause: string; readonly difference: string },
): void {
  if (isRefusal(exchange)) return;
  breach({
    cause: `${operationName(exchange)} with ${cause} returned ${statusOf(exchange)}; expected a refusal.`,
    expected: 'a refusal (400)',
    actual: `status ${statusOf(exchange)}`,
    exchange,
    difference,
  });
}

/** The body is of this schema. */
export function expectSchema(exchange: Exchange, schema: SchemaName): void {
  needsWholeBody(exchange);
  const [problem] = loadContract().problems(schema, answerOf(exchange).json);
  if (!problem) return;
  breach({
    cause: `${responseName(exchange)} is not a valid \`${schema}\` ${schema === 'Pets' ? 'array' : 'object'}: ${withCode(problem)}.`,
    expected: `a body of the schema ${schema}`,
    actual: problem.message,
    exchange,
  });
}

/** An error may be that of any operation, and says of which. */
const responseName = (exchange: Exchange): string =>
  isSuccess(exchange)
    ? 'The response'
    : `The ${statusOf(exchange)} response to ${operationName(exchange)}`;

const withCode = ({ pointer, message }: Problem): string =>
  pointer === '' ? message : message.replace(pointer, () => `\`${pointer}\``);

/** The kit's own bound ended the reading: that is no breach of the target. */
export const isUnread = (json: Answer['json']): json is Unread => !json.ok && json.unread === true;

type Unread = Extract<Answer['json'], { readonly ok: false }> & { readonly unread: true };

/** A body that was not read to its end cannot be told. */
export function needsWholeBody(exchange: Exchange): void {
  const { json } = answerOf(exchange);
  if (isUnread(json)) undecided(json.problem);
}

/** Many rules look at one list: it is read once, and kept for as long as what it was read from. */
const lists = new WeakMap<Answer['json'], readonly Animal[] | undefined>();

/** The animals of a list that is as it should be. Whether it is, is judged by other rules: here it cannot be told. */
export function animalsOf(exchange: Exchange): readonly Animal[] {
  const { status, json } = answerOf(exchange);
  if (!lists.has(json)) lists.set(json, animalsIn(json));
  const animals = status === 200 ? lists.get(json) : undefined;
  const why = isUnread(json)
    ? json.problem
    : `${operationName(exchange)} returned ${status === 200 ? '200, but the body is not an array of animals' : `${status} instead of a list`}`;
  return animals ?? undecided(why);
}

/** How many entries a list has, whatever they look like; of one that is not read to its end, those of its beginning. */
export function leastLengthOf(exchange: Exchange): number {
  const { json, text } = answerOf(exchange);
  if (!isSuccess(exchange)) return 0;
  // What is null is no animal.
  if (json.ok)
    return Array.isArray(json.value) ? json.value.filter((entry) => entry !== null).length : 0;
  return isUnread(json) ? text.split(beginningsOfAnimals).length - 1 : 0;
}

/** Only an animal has a categoryId, and none has two. */
const beginningsOfAnimals = /"categoryId"\s*:/;

/** The animal that an add or a get answered with, if it is one. */
export function animalOf(exchange: Exchange): Animal | undefined {
  const answer = exchange.answer;
  if (!answer || answer.status < 200 || answer.status > 299 || !answer.json.ok) return undefined;
  return animalAt(answer.json, '', answer.json.value);
}

/** What an accepted add left behind, as far as its answer tells: it need not be a valid Pet to stay. */
export function createdBy(
  exchange: Exchange,
): { readonly id: string; readonly name: string } | undefined {
  const { answer } = exchange;
  if (!answer || !isSuccess(exchange) || !answer.json.ok) return undefined;
  const { id, name } = (answer.json.value ?? {}) as {
    readonly id?: unknown;
    readonly name?: unknown;
  };
  if (typeof id !== 'number' && typeof id !== 'string') return undefined;
  return {
    id: answer.json.numbers.get('/id') ?? String(id),
    name: typeof name === 'string' ? name : '',
  };
}

/** The animal that an accepted add answered with. */
export const addedAnimal = (exchange: Exchange): Animal => animalOf(exchange) ?? noAnimal(exchange);

/** What was added is not known: the rules of the answer itself have failed. */
export function noAnimal(added: Exchange): never {
  const status = statusOf(added);
  return undecided(
    `${operationName(added)} returned ${isSuccess(added) ? `${status}, but the body is not an animal` : `${status} instead of an animal`}`,
  );
}

type Field = 'name' | 'categoryId' | 'status';
export type Fields = { readonly [F in Field]?: string | undefined };

/** A field that is not as it must be. */
export interface Difference<F = Field | 'id'> {
  readonly field: F;
  readonly expected: string;
  readonly actual: string;
}

/** What was sent, in the form in which answers are read. */
export function fieldsSent(animal: NewAnimal): Fields {
  return { name: animal.name, categoryId: String(animal.categoryId), status: animal.status };
}

/** The first field in which `actual` differs from `expected`; a field that `expected` leaves out is free. */
export function differingField(expected: Fields, actual: Fields): Difference<Field> | undefined {
  for (const field of ['name', 'categoryId', 'status'] as const) {
    const wanted = expected[field];
    if (wanted !== undefined && wanted !== actual[field])
      return { field, ...compared(wanted, actual[field], field) };
  }
  return undefined;
}

/** No field differs; `cause` is the sentence about the one that does. */
export function expectSame(
  difference: Difference | undefined,
  exchange: Exchange,
  cause: (difference: Difference) => string,
): void {
  if (!difference) return;
  const { field, expected, actual } = difference;
  breach({
    cause: cause(difference),
    expected: `${field} ${expected}`,
    actual: `${field} ${actual}`,
    exchange,
  });
}

const noSuchField = 'no such field';

/** "9007199254740993 came back as 9007199254740992" */
export const cameBack = ({ expected, actual }: Pick<Difference, 'expected' | 'actual'>): string =>
  actual === noSuchField ? `${expected} did not come back` : `${expected} came back as ${actual}`;

function compared(
  expected: string,
  actual: string | undefined,
  field: Field,
): { readonly expected: string; readonly actual: string } {
  if (field === 'categoryId') return { expected, actual: actual ?? noSuchField };
  return actual === undefined
    ? { expected: quoted(expected), actual: noSuchField }
    : quotedPair(expected, actual);
}

const around = 20;

/** Two texts for a message: of long ones, the part where they begin to differ. */
export function quotedPair(
  expected: string,
  actual: string,
): { readonly expected: string; readonly actual: string } {
  const [one, other] = [[...expected], [...actual]];
  if (one.length <= 60 && other.length <= 60)
    return { expected: quoted(expected), actual: quoted(actual) };
  const at = one.findIndex((character, index) => character !== other[index]);
  const from = Math.max(0, (at < 0 ? one.length : at) - around);
  const part = (characters: readonly string[]): string =>
    `${from > 0 ? '…' : ''}${quoted(characters.slice(from, from + 2 * around).join(''))}, of ${characters.length} characters`;
  return { expected: part(one), actual: part(other) };
}

/** Text for a message; what the eye cannot tell apart is written as code points. */
export function quoted(text: string): string {
  const characters = [...text];
  const shown = JSON.stringify(
    characters.length > 120 ? `${characters.slice(0, 117).join('')}…` : text,
  );
  return shown.replace(
    /[^\x20-\x7e…]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  ) === shown
    ? shown
    : `${shown} (${codePoints(text)})`;
}

const codePoints = (text: string): string =>
  [...text]
    .slice(0, 16)
    .map(
      (character) =>
        `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
    .join(' ') + ([...text].length > 16 ? ' …' : '');
