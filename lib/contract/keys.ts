// Credentials that are not the key: near misses, and the key itself in the wrong place or form. They contain nearly the
// whole key, so they go into requests only, and reports name them by their labels.
import { createHash, createHmac } from 'node:crypto';

interface WrongKey {
  readonly label: string;
  readonly token: string;
}

export interface OtherForm {
  readonly label: string;
  readonly credential:
    | { readonly authorization: string }
    | { readonly header: readonly [name: string, value: string] }
    | { readonly query: readonly [name: string, value: string] };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Many servers refuse headers above 8 kB unread, so a variant of a key must not be much longer than the key. */
const longestTwice = 3_000;

/** Tokens that are not the key, most of them close to it. They differ from the key and from one another. */
export function wrongKeys(key: string): readonly WrongKey[] {
  // A base64 decoder skips padding, so it is kept, and changes are made before it.
  const core = key.replace(/(?<!=)=+$/, '');
  const padding = key.slice(core.length);
  const middle = Math.floor(core.length / 2);
  const letter = core.search(/[a-zA-Z]/);
  const more = lastPart(core).length % 4 === 0 ? 'xx' : 'x';
  const candidates: WrongKey[] = [
    { label: 'the key with its first character changed', token: changed(core, 0) + padding },
    {
      label: 'the key with a character in the middle changed',
      token: inFormIfPossible(core, middle) + padding,
    },
    {
      label: 'the key with its last character changed',
      token: changed(core, core.length - 1) + padding,
    },
    { label: 'the key without its first character', token: core.slice(1) + padding },
    { label: 'the key without its last character', token: core.slice(0, -1) + padding },
    { label: 'the first half of the key', token: core.slice(0, middle) },
    { label: 'the key with an extra character in front', token: `x${key}` },
    { label: 'the key and more at the end', token: `${core}${more}${padding}` },
    { label: 'the key, a comma and more', token: `${core},${more}${padding}` },
    { label: 'the key, a semicolon and more', token: `${core};${more}${padding}` },
    ...(key.length > longestTwice
      ? []
      : [{ label: 'the key in base64', token: Buffer.from(key).toString('base64') }]),
    {
      label: 'the key with upper and lower case swapped',
      token: Array.from(key, swapCase).join(''),
    },
    ...(letter < 0
      ? []
      : [
          {
            label: 'the key with one letter in the other case',
            token: key.slice(0, letter) + swapCase(key.charAt(letter)) + key.slice(letter + 1),
          },
        ]),
    ...(key.length > longestTwice
      ? []
      : [{ label: 'the key twice', token: core + core + padding }]),
    {
      label: 'the key with every second character changed',
      token: changedWhere(core, (at) => at % 2 === 1) + padding,
    },
    {
      label: 'the key with all but its first, middle and last characters changed',
      token: inForm(core, (at) => ![0, middle, core.length - 1].includes(at)) + padding,
    },
    { label: 'the key backwards', token: Array.from(core).reverse().join('') + padding },
    { label: 'a random key of the same length', token: randomLike(core) + padding },
    { label: 'a short word', token: 'key' },
    { label: 'a single character', token: '-' },
    { label: 'the word null', token: 'null' },
    { label: 'the word undefined', token: 'undefined' },
    { label: 'an asterisk', token: '*' },
    { label: 'the word true', token: 'true' },
    { label: 'the word None', token: 'None' },
    { label: 'the digit zero', token: '0' },
    { label: 'the word constructor', token: 'constructor' },
    { label: 'the word __proto__', token: '__proto__' },
    { label: 'a percent sign', token: '%' },
    { label: 'a pattern for anything', token: '.*' },
    { label: 'a query that is always true', token: `'or'1'='1` },
    { label: 'the key in quotes', token: `"${key}"` },
    { label: 'the key in single quotes', token: `'${key}'` },
    { label: 'the key in angle brackets', token: `<${key}>` },
    { label: 'the key with its first character percent-encoded', token: percentEncodedFirst(key) },
    { label: 'the key in capitals', token: key.toUpperCase() },
    { label: 'the key in small letters', token: key.toLowerCase() },
    { label: 'the key with other signs between its letters', token: withOtherSigns(key) },
    {
      label: 'the key without the signs between its letters',
      token: key.replace(/[^a-z0-9]/gi, ''),
    },
    { label: 'the key, a colon and more', token: `${core}:${more}${padding}` },
    { label: 'the key, a dot and more', token: `${core}.${more}${padding}` },
    { label: 'the key, an equals sign and more', token: `${core}=${more}${padding}` },
    { label: 'the key, an ampersand and more', token: `${core}&${more}${padding}` },
    { label: 'the key, a slash and more', token: `${core}/${more}${padding}` },
    { label: 'the word admin', token: 'admin' },
    { label: 'the word test', token: 'test' },
    { label: 'the digit one', token: '1' },
    { label: 'minus one', token: '-1' },
    { label: 'empty brackets', token: '[]' },
    { label: 'the key and an equals sign', token: `${key}=` },
    { label: 'the key, a number sign and more', token: `${core}#${more}${padding}` },
  ];
  const seen = new Set([key, '']);
  const isSameTo = mayBeBase64(key) ? laxReader(key) : () => false;
  return candidates.filter(({ token }) => {
    if (seen.has(token) || isSameTo(token)) return false;
    seen.add(token);
    return true;
  });
}

const words =
  'changeme secret password default root dev staging token apikey api-key API_KEY YOUR_API_KEY test-key letmein 12345678';

/**
 * Words that stand in many configurations until somebody replaces them, and texts that are made of the key. A word such as
 * "demo" is none of them: a service may publish it as a key for everybody.
 */
export function commonKeys(key: string): readonly WrongKey[] {
  const digests = ['md5', 'sha1', 'sha256'].map((algorithm) => ({
    label: `the key's digest by ${algorithm.toUpperCase()}`,
    token: createHash(algorithm).update(key).digest('hex'),
  }));
  return [
    ...words.split(' ').map((word) => ({ label: `the word ${word}`, token: word })),
    ...(key.length > longestTwice
      ? []
      : [{ label: 'the key in hexadecimal', token: Buffer.from(key).toString('hex') }]),
    ...digests,
    { label: 'a user, a colon and the key', token: `user:${key}` },
  ].filter(({ token }) => token !== key);
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64url');
const claims = inBase64('{"sub":"animal-store-conformance","admin":true,"exp":4102444800}');
const unsigned = `${inBase64('{"alg":"none","typ":"JWT"}')}.${claims}.`;
const signed = `${inBase64('{"alg":"HS256","typ":"JWT"}')}.${claims}`;
const signature = createHmac('sha256', 'secret').update(signed).digest('base64url');
const wrongBearer = (label: string, token: string) =>
  ({ label, how: { key: { authorization: `Bearer ${token}` } } }) as const;

const aUuid = '5f0c7a1e-93d4-4b58-8e0a-2c6b1d7f9a34';

/** Keys of no tested service, in forms that other services use. */
export const tokensOfOtherKinds = [
  wrongBearer('an unsigned JSON Web Token', unsigned),
  wrongBearer('a JSON Web Token that is signed with the word secret', `${signed}.${signature}`),
  wrongBearer('a UUID', aUuid),
] as const;

/**
 * Comparing it with the key in constant time fails in languages whose texts are not bytes, and it is the key to those who
 * drop what is not ASCII.
 */
export const keysBeyondAscii = (key: string): readonly WrongKey[] => [
  { label: 'the key and a letter with an accent', token: `${key}\u00e9` },
];

export const wrongInLowerCase = {
  label: 'a wrong key behind the word bearer in lower case',
  how: { key: { authorization: `bearer ${aUuid}` } },
} as const;

/** Some libraries take these beside Bearer, or look for that word anywhere, for every operation alike. */
const rareSchemes = ['JWT', 'OAuth', 'XBearer'];
export const isRareScheme = (label: string): boolean =>
  rareSchemes.some((scheme) => label === `the scheme ${scheme}`);

/** The key in the Authorization header, in another form than `Bearer <API_KEY>`. */
export function otherForms(key: string): readonly OtherForm[] {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const authorization = (label: string, value: string): OtherForm => ({
    label,
    credential: { authorization: value },
  });
  return [
    authorization('the key without a scheme', key),
    authorization('the scheme Bearer without a key', 'Bearer'),
    authorization('Bearer and the key without a space', `Bearer${key}`),
    authorization('Bearer, another word and the key', `Bearer x ${key}`),
    authorization('the word Bearer twice', `Bearer Bearer ${key}`),
    authorization('Bearer with a colon', `Bearer: ${key}`),
    authorization('Basic with the key as user', `Basic ${base64(`${key}:`)}`),
    authorization('Basic with the key as password', `Basic ${base64(`api:${key}`)}`),
    authorization('the scheme Basic with the key itself', `Basic ${key}`),
    authorization('the scheme Token', `Token ${key}`),
    authorization('the scheme ApiKey', `ApiKey ${key}`),
    authorization('the scheme Key', `Key ${key}`),
    authorization(
      'the scheme Digest',
      `Digest username="animal", response="${key.replaceAll('"', '')}"`,
    ),
    ...rareSchemes.map((scheme) => authorization(`the scheme ${scheme}`, `${scheme} ${key}`)),
  ];
}

/** The valid key in other places than the Authorization header, or with something after it. */
export function otherPlaces(key: string): readonly OtherForm[] {
  return [
    { label: 'the key in the header X-API-Key', credential: { header: ['X-API-Key', key] } },
    { label: 'the key in the header Api-Key', credential: { header: ['Api-Key', key] } },
    {
      label: 'the Bearer form in the header Proxy-Authorization',
      credential: { header: ['Proxy-Authorization', `Bearer ${key}`] },
    },
    { label: 'the key in the header X-Auth-Token', credential: { header: ['X-Auth-Token', key] } },
    {
      label: 'the key in a cookie',
      credential: { header: ['Cookie', `api_key=${encodeURIComponent(key)}`] },
    },
    {
      label: 'the key in a cookie as token',
      credential: { header: ['Cookie', `token=${encodeURIComponent(key)}`] },
    },
    { label: 'the key in the query as apikey', credential: { query: ['apikey', key] } },
    { label: 'the key in the query as access_token', credential: { query: ['access_token', key] } },
    { label: 'the key in the query as api_key', credential: { query: ['api_key', key] } },
    { label: 'the key in the query as key', credential: { query: ['key', key] } },
    { label: 'the key in the query as token', credential: { query: ['token', key] } },
    { label: 'the key followed by another word', credential: { authorization: `Bearer ${key} x` } },
    {
      label: 'the key in cookies of other names',
      credential: {
        header: [
          'Cookie',
          ['auth_token', 'jwt', 'sid']
            .map((name) => `${name}=${encodeURIComponent(key)}`)
            .join('; '),
        ],
      },
    },
  ];
}

/**
 * Replaces one character. The low bits of the last base64 character may have no meaning, and a lenient decoder of a
 * token's signature ignores them, so the highest bit of its value is changed.
 */
function changed(text: string, at: number): string {
  const value = alphabet.indexOf({ '+': '-', '/': '_' }[text.charAt(at)] ?? text.charAt(at));
  return text.slice(0, at) + (value < 0 ? 'A' : alphabet.charAt(value ^ 32)) + text.slice(at + 1);
}

/** A server may compare some characters only. */
const changedWhere = (text: string, isChanged: (at: number) => boolean): string =>
  Array.from({ length: text.length }, (_, at) => at)
    .filter(isChanged)
    .reduce(changed, text);

/** A token in three parts, or a long text of letters and digits. */
const mayBeBase64 = (key: string): boolean =>
  /^[\w-]{12,}\.[\w-]{12,}\.[\w-]{12,}$/.test(key) || /^[a-z\d+/]{16,}=*$/i.test(key);

/** A base64 decoder may skip characters outside its alphabet, quotation marks among them. */
function laxReader(key: string): (token: string) => boolean {
  const decoded = (text: string): string =>
    text
      .split('.')
      .map((part) => Buffer.from(part, 'base64').toString('hex'))
      .join('.');
  const same = decoded(key);
  return (token) => decoded(token) === same;
}

function percentEncodedFirst(key: string): string {
  return `%${key.charCodeAt(0).toString(16).padStart(2, '0')}${key.slice(1)}`;
}

/**
 * Exchanges `-` and `_`, and replaces dots: a server that uses the key as a pattern, a file name or a host name may
 * confuse these characters.
 */
function withOtherSigns(key: string): string {
  return key.replace(/[-._]/g, (sign) => (sign === '-' ? '_' : '-'));
}

/** The signature of a token in three parts, or the whole text of another key. */
function lastPart(text: string): string {
  return text.slice(text.lastIndexOf('.') + 1);
}

function swapCase(character: string): string {
  const lower = character.toLowerCase();
  return character === lower ? character.toUpperCase() : lower;
}

/** Keys begin with a word of their service, as in `sk_live_`: a server may check that, and the form of the rest. */
const partsOf = (key: string): readonly [begin: string, rest: string] => {
  const at = Math.max(...['-', '_', '.'].map((sign) => key.lastIndexOf(sign))) + 1;
  return key.length - at < fewestOfRest ? ['', key] : [key.slice(0, at), key.slice(at)];
};
const fewestOfRest = 6;

/** A key of the same form, with its beginning. It looks random, but is the same on every run. */
function randomLike(key: string): string {
  const [begin, rest] = partsOf(key);
  let digest = Buffer.alloc(0);
  for (let block = 0; digest.length < rest.length; block += 1)
    digest = Buffer.concat([
      digest,
      createHash('sha256').update(`no key ${block} ${key}`).digest(),
    ]);
  return begin + Array.from(rest, (character, at) => another(character, digest[at] ?? 0)).join('');
}

/** The text with other characters of the same kinds in some places: a server may check nothing but the form. */
const inForm = (text: string, isChanged: (at: number) => boolean): string =>
  Array.from(text, (character, at) => (isChanged(at) ? another(character, at) : character)).join(
    '',
  );

function inFormIfPossible(text: string, at: number): string {
  const other = inForm(text, (one) => one === at);
  return other === text ? changed(text, at) : other;
}

/** Digits, hexadecimal and other letters, which keys of many services keep apart. */
const kinds = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** Another character of the same kind; signs stay. */
function another(character: string, by: number): string {
  const kind = kinds.find((one) => one.includes(character));
  if (kind === undefined) return character;
  const at = kind.indexOf(character) + 1 + (by % (kind.length - 1));
  return kind.charAt(at % kind.length);
}
