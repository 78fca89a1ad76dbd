// Small judgements that many rules share: each either returns what was asked for or throws what is wrong.
import { operationNamed } from '../../contract/operations.js';
import { animalsIn, animalAt, type Animal } from '../../contract/values/animals.js';
import { loadContract, type SchemaName } from '../../contract/contract.js';
import type { NewAnimal } from '../../contract/values/values.js';
import { integerText } from '../../http/json/exact.js';
import type { Answer, Ask, Exchange, Json } from '../../http/types.js';
import type { ExpectedStatus, Values } from '../result/finding.js';
import type { Sentence } from '../result/sentences.js';
import { noSuchField } from '../result/finding-in-words.js';
import { saying, type ReasonKey } from '../result/reasons.js';
import { breach, undecided } from '../result/signals.js';

export function answerOf(exchange: Exchange): Answer {
  return exchange.answer ?? undecided('no response');
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

/** "GET /pets/{petId}" */
export function operationOf({ ask }: Exchange): string {
  const { method, path } = operationNamed(ask.operation) ?? ask;
  return `${method} ${path}`;
}

/** "`GET /pets/{petId}`" */
export const operationName = (exchange: Exchange): string => `\`${operationOf(exchange)}\``;

/** Words of a sentence; with `values`, a template in which "{id}" stands for the value of that name. */
export type Phrase = string | { readonly text: string; readonly values: Values };

const inPhrase = (phrase: Phrase): { readonly text: string; readonly values?: Values } =>
  typeof phrase === 'string' ? { text: phrase } : phrase;

/** The answer has this status; `when` says on what occasion, so that the sentence stands by itself. */
export function expectStatus(
  exchange: Exchange,
  expected: number,
  when: Phrase,
  difference?: string,
): void {
  const actual = statusOf(exchange);
  if (actual === expected) return;
  const { text, ...valued } = inPhrase(when);
  breach({
    kind: 'status',
    operation: operationOf(exchange),
    when: text,
    expected,
    actual,
    ...valued,
    exchange,
    difference,
  });
}

/** Throws a breach in the words of a single rule, by the key of its sentence. */
export function accuse(
  what: Sentence,
  exchange: Exchange,
  facts: {
    readonly values?: Values;
    readonly field?: string;
    readonly label?: string;
    readonly expected?: number;
    readonly actual?: number;
    readonly difference?: string;
  } = {},
): never {
  return breach({ kind: 'other', what, operation: operationOf(exchange), ...facts, exchange });
}

/** Expects that a valid request is accepted; the sentence about a refusal begins with `what`. */
export function expectSuccess(
  exchange: Exchange,
  what: Phrase,
  expected: ExpectedStatus = '2xx',
): void {
  if (!isSuccess(exchange)) wrongStatus(exchange, what, expected);
}

/** The server must not fail, whatever the request is. HTTP itself has 501 for a method that a server does not know. */
export function expectNoServerError(
  exchange: Exchange,
  what: Phrase,
  expected: ExpectedStatus = 'no 5xx',
): void {
  const status = statusOf(exchange);
  const isUnknownMethod = exchange.ask.operation === 'other' && status === 501;
  if (status >= 500 && !isUnknownMethod) wrongStatus(exchange, what, expected);
}

/** Throws a violation that consists of the wrong status alone. */
export function wrongStatus(exchange: Exchange, what: Phrase, expected: ExpectedStatus): never {
  const actual = statusOf(exchange);
  const { text, ...valued } = inPhrase(what);
  return breach({
    kind: 'kind of status',
    operation: operationOf(exchange),
    what: text,
    expected,
    actual,
    ...valued,
    exchange,
  });
}

/** Expects that an invalid request is refused, with any 4xx. */
export function expectRefusal(
  exchange: Exchange,
  { cause, difference }: { readonly cause: string; readonly difference: string },
): void {
  if (isRefusal(exchange)) return;
  breach({
    kind: 'not refused',
    operation: operationOf(exchange),
    when: `with ${cause}`,
    actual: statusOf(exchange),
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
    kind: 'schema',
    operation: operationOf(exchange),
    schema,
    pointer: problem.pointer,
    problem: problem.message,
    found: problem.found,
    actual: statusOf(exchange),
    ...(problem.missing !== undefined && { values: { missing: problem.missing } }),
    exchange,
  });
}

/** The kit's own limit ended the reading, for which the target is not to blame. */
export const isUnread = (json: Answer['json']): json is Unread => !json.ok && json.unread === true;

type Unread = Extract<Answer['json'], { readonly ok: false }> & { readonly unread: true };

/** A body that was not read to its end cannot be judged. */
export function needsWholeBody(exchange: Exchange): void {
  const { json } = answerOf(exchange);
  if (isUnread(json)) undecided(saying(json.problem));
}

/** The animals of a valid list. Other rules judge whether it is valid. */
export function animalsOf(exchange: Exchange): readonly Animal[] {
  const { status, json } = answerOf(exchange);
  const animals = status === 200 ? animalsIn(json) : undefined;
  if (animals) return animals;
  const values = { operation: operationName(exchange), status };
  return undecided(
    isUnread(json) ? saying(json.problem) : { what: notAnimals(status, json), values },
  );
}

function notAnimals(status: number, json: Answer['json']): ReasonKey {
  if (status !== 200) return 'no list';
  return json.ok && Array.isArray(json.value) ? 'entry is no animal' : 'no array';
}

/** How many entries a list has, whatever they look like; of one that cannot be read, as many as can be made out. */
export function leastLengthOf(exchange: Exchange): number {
  const { json, text } = answerOf(exchange);
  if (!isSuccess(exchange)) return 0;
  // A body of null is no animal.
  if (json.ok)
    return Array.isArray(json.value) ? json.value.filter((entry) => entry !== null).length : 0;
  return text.split(beginningsOfAnimals).length - 1;
}

/** Only an animal has a categoryId, and none has two. */
const beginningsOfAnimals = /"categoryId"\s*:/;

/** The animal that an add or a get answered with, if it is one. */
export function animalOf(exchange: Exchange): Animal | undefined {
  const answer = exchange.answer;
  if (!answer || answer.status < 200 || answer.status > 299 || !answer.json.ok) return undefined;
  return animalAt(answer.json, '', answer.json.value);
}

/** The animal that an accepted add left behind, according to its response. It stays even if it is no valid Pet. */
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
    id: idText(answer.json, '/id', id),
    name: typeof name === 'string' ? name : '',
  };
}

/** An identifier in the form in which all are compared: "7" also for 7.0, and any other text as it is. */
export const idText = (json: Extract<Json, { ok: true }>, pointer: string, id: unknown): string =>
  integerText(json, pointer, id) ?? json.numbers.get(pointer) ?? String(id);

/** The animal that an accepted add answered with. */
export const addedAnimal = (exchange: Exchange): Animal => animalOf(exchange) ?? noAnimal(exchange);

/** The added animal is not known, because the answer broke its own rules. */
export function noAnimal(added: Exchange): never {
  const status = statusOf(added);
  return undecided({
    what: isSuccess(added) ? 'body is no animal' : 'no animal',
    values: { operation: operationName(added), status },
  });
}

type Field = 'name' | 'categoryId' | 'status';
export type Fields = { readonly [F in Field]?: string | undefined };

/** A field with another value than expected. */
export interface Difference<F = Field | 'id'> extends TextPair {
  readonly field: F;
}

/** Two texts for a message, in a form that can be read. */
type TextPair = {
  readonly expected: string;
  readonly actual: string;
  /** The number of characters that are left, if the rest is cut off. */
  readonly kept?: number;
};

/** The animal in the request, in the form in which responses are read. */
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

/** Expects that no field differs; `whose` begins the sentence about one that does. */
export function expectSame(
  difference: Difference | undefined,
  exchange: Exchange,
  whose: Phrase = '',
): void {
  if (!difference) return;
  const { text, values } = inPhrase(whose);
  const { kept, ...differing } = difference;
  const all = { ...values, ...(kept !== undefined && { kept }) };
  breach({
    kind: 'field',
    operation: operationOf(exchange),
    what: text,
    ...differing,
    ...((values !== undefined || kept !== undefined) && { values: all }),
    exchange,
  });
}

function compared(expected: string, actual: string | undefined, field: Field): TextPair {
  if (field === 'categoryId') return { expected, actual: actual ?? noSuchField };
  return actual === undefined
    ? { expected: quoted(expected), actual: noSuchField }
    : quotedPair(expected, actual);
}

const around = 20;
/** A text of which this much came back was cut, and a reader need not compare the two. */
const surelyCut = 20;

/**
 * Two texts for a message: of long ones, the part where they begin to differ. Characters that look alike, or are not seen,
 * are written as code points as well.
 */
export function quotedPair(expected: string, actual: string): TextPair {
  const [one, other] = [[...expected], [...actual]];
  const areAlike = expected.normalize('NFKC') === actual.normalize('NFKC');
  const kept = other.length;
  const isBeginning = kept > 0 && expected.startsWith(actual);
  const cut = { actual: `its first ${kept} characters`, kept };
  if (one.length <= 60 && other.length <= 60) {
    const isPlain = !areAlike && isReadable(expected) && isReadable(actual);
    const shown = isPlain ? JSON.stringify : quoted;
    if (isBeginning && kept >= surelyCut && expected.slice(actual.length).trim() !== '')
      return { expected: `${shown(expected)} (${one.length} characters)`, ...cut };
    return { expected: shown(expected), actual: shown(actual) };
  }
  const at = one.findIndex((character, index) => character !== other[index]);
  const from = Math.max(0, (at < 0 ? one.length : at) - around);
  const part = (characters: readonly string[]): string => {
    const [before, after] = [from > 0 ? '…' : '', from + 2 * around < characters.length ? '…' : ''];
    const shown = characters.slice(from, from + 2 * around).join('');
    const isPlain = !areAlike && isReadable(shown);
    const points = isPlain ? '' : `${codePoints(characters.slice(at).join(''))}; `;
    return `${JSON.stringify(before + shown + after)} (${points}${characters.length.toLocaleString('en')} characters)`;
  };
  return isBeginning
    ? { expected: part(one), ...cut }
    : { expected: part(one), actual: part(other) };
}

/** Whether a reader can tell which characters a text has, as none is invisible or has another form. */
const isReadable = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Extended_Pictographic} ]*$/u.test(text) &&
  text === text.normalize('NFC');

/** Text for a message; characters that look alike are written as code points. */
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
