// Clause 2: whether the names of added animals stay as they are.
import { isOtherForm, isTrimmed, jsonText } from '../../lib/contract/values/values.js';
import {
  addedAnimal,
  animalOf,
  answerOf,
  accuse,
  notApplicable,
  expectSuccess,
  isRefusal,
  operationName,
  quoted,
  quotedPair,
  rule,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import type { Added } from '../animals.js';
import { isInOtherForm } from '../known.js';
import { adds, namesInUnicode, namesWithSpaces, strangeNames } from './adds.js';
import { expectKept } from './kept.js';
import { longNames } from './unusual.js';

export const rules = [
  rule('add-animal.odd-names', [strangeNames, longNames], (result) => {
    for (const { sent, added, label } of 'tried' in result ? result.tried : [result]) {
      if (added.answer === undefined || isRefusal(added)) continue;
      const what = `${operationName(added)} with an odd name (${label})`;
      expectSuccess(added, what, 'the name, or 4xx');
      const name = nameIn(added);
      if (name === undefined) undecided('no name');
      if (!isKept(sent.name, name)) altered(label, sent.name, name, added);
    }
  }),

  rule('add-animal.keeps-spaces', namesWithSpaces, ({ sent, added }) => {
    if (isRefusal(added)) notApplicable('spaces refused');
    const { name } = addedAnimal(added);
    if (isInOtherForm(sent.name, name) || spacesOf(name) === spacesOf(sent.name)) return;
    expectKept('name', sent, added);
  }),

  rule('add-animal.keeps-padding', [namesWithSpaces, strangeNames], (result) =>
    expectForm(result, isTrimmed),
  ),

  rule(
    'add-animal.keeps-unicode-form',
    [...adds, namesInUnicode, namesWithSpaces, strangeNames],
    (result) => expectForm(result, isOtherForm),
  ),
];

/** The name in a response, of whatever type, or undefined if there is none. */
function nameIn(added: Exchange): unknown {
  const { json } = answerOf(added);
  return json.ok ? (json.value as { name?: unknown } | null)?.name : undefined;
}

const isKept = (sent: string, name: unknown): boolean =>
  typeof name === 'string' && (name === sent || isInOtherForm(sent, name));

function altered(label: string, sent: string, name: unknown, added: Exchange): never {
  const shown =
    typeof name === 'string'
      ? quotedPair(sent, name)
      : { expected: quoted(sent), actual: jsonText(name) };
  return accuse('an odd name altered', added, { label, values: shown });
}

/** Judges a name that came back in another form than it was sent, from the add or from the get after it. */
function expectForm(
  { sent, added, fetched }: Added,
  isOther: (sent: string, kept: string) => boolean,
): void {
  if (isRefusal(added)) notApplicable('names refused');
  for (const exchange of [added, fetched].flatMap((answered) => answered ?? [])) {
    const { name } = animalOf(exchange) ?? sent;
    if (!isOther(sent.name, name)) continue;
    const pair = quotedPair(sent.name, name);
    accuse('another form of a name', exchange, { values: pair });
  }
}

/** Replaces each word of a name by `x`, because another rule judges what becomes of the words. */
const spacesOf = (name: string): string => name.replace(/\S+/g, 'x');
