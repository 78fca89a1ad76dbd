// Clause 4: an animal is understood however its JSON is written, and with a charset parameter.
import { lastStatus } from '../../lib/contract/facts.js';
import { jsonText, type NewAnimal } from '../../lib/contract/values/values.js';
import {
  addedAnimal,
  accuse,
  differingField,
  expectSuccess,
  experiment,
  fieldsSent,
  isSuccess,
  noEvidence,
  operationName,
  rule,
  statusOf,
  undecided,
  type Session,
  type Exchange,
  type How,
} from '../../lib/judge/rules/index.js';
import { seenOf, type Added } from '../animals.js';
import {
  afterContinue,
  closing,
  inCapitals,
  inChunks,
  wantsLength,
  withCharset,
} from '../framing.js';

type Member = readonly [key: string, value: string];

interface Way {
  readonly label: string;
  readonly written: (members: readonly Member[]) => string;
  readonly how?: How;
}

/** The other orders of the members; a reader of fixed places may know some of them. */
const orders: readonly Way[] = [
  ['categoryId', 'name', 'status'],
  ['categoryId', 'status', 'name'],
  ['status', 'name', 'categoryId'],
  ['name', 'status', 'categoryId'],
].map((order) => ({
  label: `members in the order ${order.join(', ')}`,
  written: (members) =>
    inBraces(
      members
        .toSorted(([one], [other]) => order.indexOf(plain(one)) - order.indexOf(plain(other)))
        .map((member) => member.join(':')),
    ),
}));
const plain = (key: string): string => key.slice(1, -1);

/** The ways in which other JSON writers spell one animal. */
const ways: readonly Way[] = [
  {
    label: 'members in reverse order',
    written: (members) => inBraces([...members].reverse().map(([key, value]) => `${key}:${value}`)),
  },
  ...orders,
  {
    label: 'every kind of white space around everything',
    written: (members) => inWhiteSpace(members),
  },
  {
    label: 'escaped letters in the name and in the keys',
    written: (members) =>
      inBraces(
        members.map(
          ([key, value]) => `${escaped(key)}:${key === '"name"' ? escaped(value) : value}`,
        ),
      ),
  },
  {
    label: 'escaped accents, emoji and slashes',
    written: (members) =>
      inBraces(members.map(([key, value]) => `${key}:${accentsEscaped(value)}`)),
  },
  {
    label: 'sent in chunks',
    written: (members) => inBraces(members.map((member) => member.join(':'))),
    how: { headers: inChunks },
  },
  {
    label: 'the body sent only after 100 Continue',
    written: (members) => inBraces(members.map((member) => member.join(':'))),
    how: { headers: afterContinue },
  },
  {
    label: 'the last request of its connection',
    written: (members) => inBraces(members.map((member) => member.join(':'))),
    how: { headers: closing },
  },
  {
    label: 'header names in lower case',
    written: (members) => inBraces(members.map((member) => member.join(':'))),
    how: { namesInLowerCase: true },
  },
];

const escapeOf = (code: number): string => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
/** Escapes every character beyond ASCII. One beyond the first plane becomes a surrogate pair, as JSON requires. */
const accentsEscaped = (text: string): string =>
  text.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, (half) => escapeOf(half.charCodeAt(0)));

/** What several writers do, all at once: a target that understands this one understands each. */
const allAtOnce: Way = {
  label: 'all other spellings at once',
  written: (members) =>
    inWhiteSpace(
      members
        .toReversed()
        .map(([key, value]) => [
          escaped(key),
          key === '"name"' ? accentsEscaped(escaped(value)) : value,
        ]),
    ),
  how: { headers: [...inChunks, ...afterContinue, ...closing], namesInLowerCase: true },
};

const inBraces = (members: readonly string[]): string => `{${members.join(',')}}`;
const inWhiteSpace = (members: readonly Member[]): string =>
  `\r\n\t {\r\n\t${members.map(([key, value]) => `\n  ${key} :\t\r\n${value} `).join(',')}\n}\r\t\n`;
const escaped = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
const membersOf = (animal: NewAnimal): readonly Member[] =>
  Object.entries(animal).map(([key, value]) => [JSON.stringify(key), jsonText(value)]);

interface BesideTwin extends Added {
  /**
   * A plain animal, sent only if the other came back wrong: if the target alters both, the difference is not the cause.
   */
  readonly twin?: Added;
}

interface Spelt extends BesideTwin {
  readonly way: Way;
}

/** Adds an animal and, if that did not come back as sent, a plain one to compare it with. */
async function besideTwin(
  animal: NewAnimal,
  session: Session,
  add: (sent: NewAnimal) => Promise<Exchange>,
): Promise<BesideTwin> {
  const one = session.marked({ ...animal, name: 'Zé/🐶' });
  const result = seenOf(one, await add(one));
  if (isSuccess(result.added) && result.known && !differenceOf(result)) return result;
  const plain = session.marked({ ...animal, name: 'Zé/🐶' });
  return { ...result, twin: seenOf(plain, await session.add(plain)) };
}

export const spellings = experiment({
  name: 'one animal in other spellings of JSON',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal: twin } = await setup.acceptedTwin();
    const animal: NewAnimal = { ...twin, status: lastStatus };
    // A later run leaves fewer animals behind: they are tried one by one only if that is not understood.
    const inTurn = (await setup.isKnown()) ? [{ ...allAtOnce, oneByOne: ways }] : ways;
    return inTurn.map((way) => ({ oneByOne: [] as readonly Way[], ...way, animal }));
  },
  send: async ({ animal, oneByOne, ...whole }, session): Promise<Spelt> => {
    const result = { ...(await spelt(whole, animal, session)), way: whole };
    if (result.twin === undefined) return result;
    for (const way of oneByOne) {
      const one = await spelt(way, animal, session);
      if (one.twin !== undefined && !wantsItsLength(way, one.added)) return { ...one, way };
    }
    return result;
  },
  describe: ({ label }) => label,
});

/** Adds an animal whose JSON is written, and sent, in this way. */
const spelt = ({ written, how = {} }: Way, animal: NewAnimal, session: Session) =>
  besideTwin(animal, session, async (sent) => {
    const raw = written(membersOf(sent));
    const added = await session.add({ raw }, how);
    // A server that sends the client away for its expectation is asked without it (RFC 9110, 10.1.1).
    return statusOf(added) === 417 ? session.add({ raw }) : added;
  });

const wantsItsLength = ({ how }: Way, added: Exchange): boolean =>
  how?.headers !== undefined && statusOf(added) === 411;

const inType = (name: string, types: readonly string[]) =>
  experiment({
    name,
    stage: 'populated',
    needs: ['writes'],
    fewer: 1,
    cases: async (setup) => {
      const { animal } = await setup.acceptedTwin();
      return types.map((contentType) => ({ animal, contentType, label: contentType }));
    },
    send: ({ animal, contentType }, session) =>
      besideTwin(animal, session, (sent) => session.add(sent, { contentType })),
    describe: ({ contentType }) => contentType,
  });
export const charsets = inType('application/json with a charset, for an animal', withCharset);
export const capitalTypes = inType('application/json in capitals, for an animal', inCapitals);

export const rules = [
  rule('add-animal.charset', charsets, expectTypeTaken),
  rule('add-animal.type-letter-case', capitalTypes, expectTypeTaken),

  rule('add-animal.any-spelling', [spellings, charsets, capitalTypes], (result, sent) => {
    const { twin, added } = result;
    if (!('way' in result)) {
      // Whether such a type may be refused is judged above.
      if (!isSuccess(added)) noEvidence();
      return expectSameAsTwin(result, sent.label);
    }
    const { label } = result.way;
    if (wantsItsLength(result.way, added)) wantsLength();
    if (twin && !isSuccess(twin.added)) undecided('plain JSON refused');
    expectSuccess(added, `A valid animal in equivalent JSON (${label})`, 201);
    expectSameAsTwin(result, label);
  }),
];

function expectTypeTaken(
  { twin, added }: BesideTwin,
  { contentType }: { readonly contentType: string },
): void {
  if (twin && !isSuccess(twin.added)) undecided('animal as JSON refused');
  expectSuccess(added, `${operationName(added)} with the content type ${contentType}`, 201);
}

function expectSameAsTwin({ twin, sent, added }: BesideTwin, label: string): void {
  const difference = differenceOf({ sent, added });
  if (!difference || (twin && differenceOf(twin)?.field === difference.field)) return;
  const { field, ...values } = difference;
  accuse('another field by another spelling', added, { field, label, values });
}

const differenceOf = ({ sent, added }: Added) =>
  differingField(fieldsSent(sent), addedAnimal(added));
