// Clause 2: what becomes of the names of animals that are added. Rules only.
import type {} from '../../lib/contract/facts.js';
import { isOtherForm, isTrimmed, jsonText } from '../../lib/contract/values/values.js';
import {
  addedAnimal,
  animalOf,
  answerOf,
  breach,
  excuse,
  isRefusal,
  isSuccess,
  quoted,
  quotedPair,
  rule,
  statusOf,
  undecided,
} from '../../lib/judge/rules/index.js';
import { adds, expectKept, namesInUnicode, namesWithSpaces, strangeNames } from './adds.js';
import type { Added } from '../animals.js';

export const rules = [
  rule('add-animal.odd-names', strangeNames, ({ added }, { animal, label }) => {
    if (isRefusal(added)) return;
    if (!isSuccess(added))
      breach({
        cause: `An add with an odd name (${label}) is answered with ${statusOf(added)}.`,
        expected: 'the name kept, or a refusal with 4xx',
        actual: `status ${statusOf(added)}`,
        exchange: added,
      });
    const { json } = answerOf(added);
    const name: unknown = json.ok ? (json.value as { name?: unknown } | null)?.name : undefined;
    if (name === undefined) undecided('the answer to an add has no name');
    if (
      typeof name === 'string' &&
      (isTrimmed(animal.name, name) || isOtherForm(animal.name, name))
    )
      return;
    if (name !== animal.name)
      breach({
        cause: `An odd name (${label}) is altered.`,
        ...(typeof name === 'string'
          ? quotedPair(animal.name, name)
          : { expected: quoted(animal.name), actual: jsonText(name) }),
        exchange: added,
      });
  }),

  rule('add-animal.keeps-spaces', namesWithSpaces, ({ sent, added }) => {
    if (isRefusal(added)) excuse('the target refuses names with spaces around them');
    const { name } = addedAnimal(added);
    if (isTrimmed(sent.name, name) || isOtherForm(sent.name, name)) return;
    if (spacesOf(name) !== spacesOf(sent.name)) expectKept('name', sent, added);
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

/** A name that came back in another form than it was sent, from the add or from the get after it. */
function expectForm(
  { sent, added, fetched }: Added,
  isOther: (sent: string, kept: string) => boolean,
): void {
  if (isRefusal(added)) excuse('the target refuses some names');
  for (const exchange of [added, fetched]) {
    const name = exchange && animalOf(exchange)?.name;
    if (exchange && name !== undefined && isOther(sent.name, name))
      breach({
        cause: 'A name comes back in another form.',
        ...quotedPair(sent.name, name),
        exchange,
      });
  }
}

/** A name without its words: what becomes of those is another rule's matter. */
const spacesOf = (name: string): string => name.replace(/\S+/g, 'x');
