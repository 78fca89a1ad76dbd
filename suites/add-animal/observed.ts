// What responses to valid adds show where the contract is silent: identifiers, additional properties, how the JSON is
// written, and which values are refused although they need not be. Observations only.
import { int64s, namesOfTheHerd, oddNames, paddedNames } from '../../lib/contract/values/values.js';
import {
  animalOf,
  answerOf,
  isSuccess,
  observe,
  observeEach,
  statusOf,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { herd } from '../list-animals/listed.js';
import { membersOf, moreIn, orderIn, spacingOf } from '../forms/bodies.js';
import { summarised } from '../summaries.js';
import {
  adds,
  largeCategories,
  namesInUnicode,
  namesWithSpaces,
  signedNames,
  strangeNames,
} from './adds.js';
import { identifiersInWords } from '../forms/identifiers.js';

const membersOfAdded = ({ added }: { readonly added: Exchange }) =>
  isSuccess(added) ? (membersOf(added) ?? []) : [];

const beyondAscii = /[\u0080-\uffff]/;
/** Half a character is escaped by everybody, and says nothing of letters. */
const escapedBeyondAscii =
  /\\u(?:00[89a-f]|0[1-9a-f][0-9a-f]|[1-9abcef][0-9a-f]{2}|d[0-7][0-9a-f])[0-9a-f]|\\ud[89ab][0-9a-f]{2}\\ud[c-f]/i;

export const rules = [
  observeEach(
    'add-animal.identifiers',
    [herd, strangeNames],
    ({ added }, value) => ({ id: animalOf(added)?.id, isLater: 'label' in value }),
    (all) => {
      const idsOf = (isLater: boolean): readonly bigint[] =>
        all
          .filter((one) => one.isLater === isLater)
          .flatMap(({ id }) => (id === undefined ? [] : [BigInt(id)]));
      // Animals that are added concurrently have no order, so the herd is compared with as many that were added long
      // after it.
      const herdIds = idsOf(false);
      if (herdIds.length < namesOfTheHerd.length) undecided('too few added', 'untested');
      return identifiersInWords([...herdIds, ...idsOf(true).slice(0, herdIds.length)]);
    },
  ),

  observeEach('add-animal.more-properties', adds, membersOfAdded, (all) => moreIn('Pet', all)),

  observeEach('add-animal.property-order', adds, membersOfAdded, (all) => orderIn('Pet', all)),

  observeEach('add-animal.location', adds, locationOf, (all) => {
    const ways = new Set(all.filter((way) => way !== ''));
    return ways.size > 1 ? 'in several ways' : ([...ways][0] ?? 'no animal was added');
  }),

  observeEach(
    'add-animal.json-form',
    [namesInUnicode, signedNames],
    ({ added }) => (isSuccess(added) ? answerOf(added).text : ''),
    (texts) => {
      const all = texts.join('\n\n').trim();
      if (all === '') undecided('none added');
      const spacing = new Set(texts.filter((text) => text !== '').map(spacingOf));
      const areEscaped = !beyondAscii.test(all);
      if ((areEscaped && !escapedBeyondAscii.test(all)) || !all.includes('/'))
        undecided('not sent', 'untested');
      return [
        [...spacing].sort().join(' or '),
        `letters beyond ASCII ${areEscaped ? 'escaped' : 'as they are'}`,
        `slashes ${all.includes('\\/') ? 'escaped' : 'as they are'}`,
      ].join('; ');
    },
  ),

  observe('add-animal.odd-names-answer', [strangeNames, namesWithSpaces], (cases) => {
    if (cases.length < oddNames.length + paddedNames.length)
      undecided('not all odd names', 'untested');
    const all = cases.flatMap(({ result }) => result.each);
    const refused = all.filter(({ added }) => !isSuccess(added));
    if (refused.length === 0) return 'all are accepted';
    const said = summarised(
      refused,
      ({ label }) => label,
      ({ added }) => String(statusOf(added)),
    );
    return refused.length === all.length ? said : `${said}; all others are accepted`;
  }),

  observe('add-animal.categories', largeCategories, (cases) => {
    // Categories that were learned from the target come first and differ from target to target, so they are left out.
    const tried = int64s.flatMap((category) => {
      const found = cases.find(({ value }) => value.animal.categoryId === category);
      return found ? [{ category: String(category), added: found.result.added }] : [];
    });
    if (tried.every(({ added }) => isSuccess(added))) return 'all that were tried';
    return summarised(
      tried,
      ({ category }) => category,
      ({ added }) => String(statusOf(added)),
    );
  }),
];

/** Addresses differ from target to target, so the answer has only the kind of address. */
function locationOf({ added }: { readonly added: Exchange }): string {
  const id = animalOf(added)?.id;
  if (id === undefined) return '';
  const location = answerOf(added).header('location');
  if (location === undefined) return 'no';
  const kind = /^[a-z]+:\/\//i.test(location) ? 'a whole address' : 'a path';
  return location.endsWith(`/${id}`) ? `yes, ${kind}` : `yes, ${kind} that is not the animal's`;
}
