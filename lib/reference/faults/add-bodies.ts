// Faults of clause 4.2: bodies that are no JSON, or hardly.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import type { Json, JsonObject } from '../json.js';
import { readJson } from '../json.js';
import { Refusal } from '../refusal.js';
import { header } from '../request.js';
import type { Server } from '../server.js';
import type { Call } from '../types.js';
import { page, refusals } from './changes.js';

/** Member names are read without regard to letter case, as Go's decoder does. */
const inAnyCase = (body: JsonObject): JsonObject =>
  new Map(
    [...body].map(([name, value]) => [
      ['name', 'categoryId', 'status', 'message'].find(
        (known) => known.toLowerCase() === name.toLowerCase(),
      ) ?? name,
      value,
    ]),
  );

const noJson = 'add-animal.not-json';
const empty = 'add-animal.empty-body';
const nearly = 'add-animal.nearly-json';
const fails5xx = 'errors.invalid-requests';

const read = (text: string): Json | undefined => {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
};
const standIn = (): JsonObject =>
  new Map<string, Json>([
    ['name', 'Unnamed'],
    ['categoryId', 1n],
  ]);
/** Reads a body once more, after it was mended, when it is no JSON. */
const mending = (mend: (text: string) => string): Fault['change'] =>
  replace(
    'parse',
    (parse) => (text, call) =>
      (call.operation === 'createPet' ? (read(text) ?? read(mend(text))) : undefined) ??
      parse(text, call),
  );
/** What a body that is no JSON is answered. */
const unreadable = (instead: (text: string, call: Call, server: Server) => Json): Fault['change'] =>
  replace(
    'parse',
    (parse, server) => (text, call) =>
      call.operation === 'createPet' && read(text) === undefined
        ? instead(text, call, server)
        : parse(text, call),
  );
const failing = (status: number) => (): never => {
  throw new Refusal(status, status < 500 ? 'invalid' : 'internal', 'The body could not be read.');
};
/** What an empty body is answered. */
const emptied = (status: number): Fault['change'] =>
  replace('requireBody', (requireBody) => (call) => {
    if (call.request.body === undefined || call.request.body.length === 0) return failing(status)();
    return requireBody(call);
  });
const lenient = (name: string, sentence: string, mend: (text: string) => string): Fault => ({
  name,
  clause: '4.2',
  sentence,
  fails: [nearly],
  change: mending(mend),
});
const form = (text: string): JsonObject | undefined => {
  const fields = new URLSearchParams(text);
  const category = fields.get('categoryId');
  if (!fields.has('name') || category === null || !/^\d{1,18}$/.test(category)) return undefined;
  return new Map<string, Json>([
    ['name', fields.get('name') ?? ''],
    ['categoryId', BigInt(category)],
  ]);
};

/** A body in a spelling of JSON that the server does not read. */
const misspelt = (name: string, sentence: string, unread: (text: string) => boolean): Fault => ({
  name,
  clause: '4',
  sentence,
  fails: ['add-animal.any-spelling'],
  change: replace(
    'parse',
    (parse) => (text, call) =>
      call.operation === 'createPet' && read(text) !== undefined && unread(text)
        ? failing(400)()
        : parse(text, call),
  ),
});
const typed = (name: string, sentence: string, status: number, when: RegExp): Fault => ({
  name,
  clause: '4',
  sentence,
  fails: ['add-animal.charset'],
  change: replace(
    'requireJsonType',
    (requireJsonType) => (call) =>
      when.test(header(call.request, 'content-type') ?? '')
        ? failing(status)()
        : requireJsonType(call),
  ),
});

export const addBodies: readonly Fault[] = [
  {
    name: 'member-names-in-any-case',
    clause: '4.2',
    sentence: 'Reads the names of members without regard to letter case.',
    fails: ['add-animal.letter-case', 'messages.letter-case'],
    change: replace(
      'requireObject',
      (requireObject) => (json, call) => inAnyCase(requireObject(json, call)),
    ),
  },
  {
    name: 'unreadable-body-taken',
    clause: '4.2',
    sentence: 'Adds an unnamed animal for a body that is no JSON.',
    fails: [noJson, nearly],
    change: unreadable(standIn),
  },
  {
    name: 'unreadable-body-500',
    clause: '4.2',
    sentence: 'Fails with 500 for a body that is no JSON.',
    fails: [noJson, fails5xx],
    change: unreadable(failing(500)),
  },
  {
    name: 'unreadable-body-422',
    clause: '4.2',
    sentence: 'Refuses a body that is no JSON with 422.',
    fails: [noJson],
    change: unreadable(failing(422)),
  },
  {
    name: 'unreadable-body-415',
    clause: '4.2',
    sentence: 'Refuses a body that is no JSON with 415.',
    fails: [noJson],
    change: unreadable(failing(415)),
  },
  {
    name: 'unreadable-body-html',
    clause: '7',
    sentence: 'Refuses a body that is no JSON with an HTML page.',
    fails: ['errors.error-object', 'bodies.json'],
    change: refusals(
      (refusal, call) => call.operation === 'createPet' && refusal.message.includes('not JSON'),
      () => page(400),
    ),
  },
  {
    name: 'form-taken',
    clause: '4.2',
    sentence: 'Takes the fields of a form for an animal.',
    fails: [noJson],
    change: unreadable((text) => form(text) ?? failing(400)()),
  },
  {
    name: 'plain-text-taken',
    clause: '4.2',
    sentence: 'Takes a body that begins with a letter for the name of an animal.',
    fails: [noJson],
    change: unreadable((text) => (/^[a-z]/i.test(text) ? standIn() : failing(400)())),
  },
  {
    name: 'truncated-body-mended',
    clause: '4.2',
    sentence: 'Closes the braces of a body that ends too early.',
    fails: [noJson],
    change: unreadable(
      (text) =>
        read(`${text}}`) ??
        read(`${text}"}`) ??
        read(`${text.replace(/,?[^,]*$/, '')}}`) ??
        failing(400)(),
    ),
  },
  {
    name: 'empty-body-taken',
    clause: '4.2',
    sentence: 'Adds an unnamed animal for an empty body.',
    fails: [empty],
    change: emptyTaken((text) => text === ''),
  },
  {
    name: 'blank-body-taken',
    clause: '4.2',
    sentence: 'Adds an unnamed animal for a body of spaces.',
    fails: [empty],
    change: emptyTaken((text) => text !== '' && text.trim() === ''),
  },
  {
    name: 'empty-body-500',
    clause: '4.2',
    sentence: 'Fails with 500 for an empty body.',
    fails: [empty, fails5xx],
    change: emptied(500),
  },
  {
    name: 'empty-body-415',
    clause: '4.2',
    sentence: 'Refuses an empty body with 415.',
    fails: [empty],
    change: emptied(415),
  },
  {
    name: 'empty-body-411',
    clause: '4.2',
    sentence: 'Refuses an empty body with 411.',
    fails: [empty],
    change: emptied(411),
  },
  {
    name: 'empty-body-422',
    clause: '4.2',
    sentence: 'Refuses an empty body with 422.',
    fails: [empty],
    change: emptied(422),
  },
  {
    name: 'empty-body-204',
    clause: '4.2',
    sentence: 'Answers an empty body with 204, and adds nothing.',
    fails: [empty],
    change: replace(
      'createPet',
      (createPet) => (call) =>
        (call.request.body ?? '').length === 0
          ? { status: 204, headers: [], body: '' }
          : createPet(call),
    ),
  },
  lenient('trailing-comma-taken', 'Takes a comma before the closing brace.', (text) =>
    text.replace(/,(\s*[}\]])/g, '$1'),
  ),
  lenient('comment-taken', 'Takes comments in a body.', (text) =>
    text.replace(/\/\*.*?\*\/|\/\/.*$/gms, ''),
  ),
  lenient('line-comment-taken', 'Takes comments up to the end of a line in a body.', (text) =>
    text.replace(/(\/\/|#).*$/gm, ''),
  ),
  lenient('single-quotes-taken', 'Takes single quotes around strings.', (text) =>
    text.replace(/'/g, '"'),
  ),
  lenient('bare-names-taken', 'Takes member names without quotes.', (text) =>
    text.replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":'),
  ),
  lenient('text-after-end-taken', 'Takes more text after the end of the object.', (text) =>
    text.slice(0, text.lastIndexOf('}') + 1),
  ),
  lenient('second-object-taken', 'Reads the first of two objects.', (text) =>
    text.slice(0, text.indexOf('}') + 1),
  ),
  lenient('not-a-number-taken', 'Takes NaN and Infinity for 0.', (text) =>
    text.replace(/:\s*[-+]?(NaN|Infinity)\b/g, ':0'),
  ),
  lenient('leading-zero-taken', 'Takes a number with zeros before it.', (text) =>
    text.replace(/:\s*0+(\d)/g, ':$1'),
  ),
  lenient('plus-sign-taken', 'Takes a number with a plus sign.', (text) =>
    text.replace(/:\s*\+(\d)/g, ':$1'),
  ),
  lenient('bare-line-feed-taken', 'Takes line feeds that are not escaped in strings.', (text) =>
    text.replaceAll('\n', '\\n'),
  ),
  lenient('hexadecimal-taken', 'Takes a hexadecimal number.', (text) =>
    text.replace(/0x([0-9a-f]+)/gi, (_, digits: string) => String(Number.parseInt(digits, 16))),
  ),
  misspelt(
    'indented-body-refused',
    'Refuses an animal whose JSON goes over several lines.',
    (text) => /\n\s*"/.test(text),
  ),
  misspelt(
    'space-before-colon-refused',
    'Refuses an animal with a space before a colon in its JSON.',
    (text) => /" :/.test(text),
  ),
  misspelt(
    'line-feed-at-end-refused',
    'Refuses an animal with a line feed after its JSON.',
    (text) => text.endsWith('\n'),
  ),
  misspelt(
    'name-not-first-refused',
    'Refuses an animal whose first member is not its name.',
    (text) => /^\s*\{\s*"(categoryId|status)"/.test(text),
  ),
  misspelt(
    'escaped-member-refused',
    'Refuses an animal with an escape in the name of a member.',
    (text) => /\\u[0-9a-f]{4}[^"]*"\s*:/i.test(text),
  ),
  {
    name: 'escapes-kept',
    clause: '4',
    sentence: 'Stores the numbered escapes of a name as they were written.',
    fails: ['add-animal.any-spelling'],
    change: replace(
      'nameOf',
      (nameOf, server) => (body, call) =>
        /:\s*"((?:[^"\\]|\\u[0-9a-f]{4})*\\u[0-9a-f]{4}[^"]*)"/i.exec(server.decode(call))?.[1] ??
        nameOf(body, call),
    ),
  },
  typed(
    'charset-refused',
    'Refuses an animal whose content type names a charset with 415.',
    415,
    /^application\/json.*charset/i,
  ),
  typed(
    'charset-without-space-refused',
    'Refuses an animal whose content type has no space before the charset with 400.',
    400,
    /^application\/json;charset/i,
  ),
  typed(
    'charset-500',
    'Fails with 500 for an animal whose content type has a parameter.',
    500,
    /^application\/json\s*;/i,
  ),
];

function emptyTaken(when: (text: string) => boolean): Fault['change'] {
  return replace(
    'readObject',
    (readObject, server) => (call) =>
      call.operation === 'createPet' && when(server.decode(call)) ? standIn() : readObject(call),
  );
}
