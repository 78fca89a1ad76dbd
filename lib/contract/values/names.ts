// Names: ordinary ones in many scripts, and lists of those that careless servers alter. Text only.
import fc from 'fast-check';

export interface NamedText {
  readonly label: string;
  readonly name: string;
  /** Names to try one by one if this one is refused. */
  readonly parts?: readonly NamedText[];
}

const letters = (text: string): string[] => text.split(' ');

/** Letters as their writers see them; some are several code points. Shrinking ends in the first script. */
const scripts: readonly { readonly letters: readonly string[]; readonly longest: number }[] = [
  { letters: [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'], longest: 9 },
  { letters: [...'éèñöüßåøçžłğîæþœĐİı'].map((letter) => letter.normalize('NFC')), longest: 9 },
  { letters: [...'éèñöüåçžğî'].map((letter) => letter.normalize('NFD')), longest: 4 },
  { letters: [...'абвгдежзийклмнопрстуфхцчшщъыьэюяЖЩЯЇЄ'], longest: 9 },
  { letters: [...'αβγδεζηθικλμνξοπρσςτυφχψωάέΩΣ'], longest: 9 },
  { letters: [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'], longest: 8 },
  { letters: [...'אבגדהוזחטיכלמנסעפצקרשתםןףץ'], longest: 8 },
  { letters: [...'猫狗鳥熊龍亀兔ねこいぬトリクマ고양이개곰', '𠮷', '𩸽'], longest: 6 },
  { letters: letters('क ख ग घ च ज कि खी गु घू चे क्ष त्र ज्ञ श्री'), longest: 4 },
  { letters: letters('🐶 🐱 🐢 🦊 🐾 👍🏽 👩🏿‍🦰 👨‍👩‍👧‍👦 🐕‍🦺 🐈‍⬛ 🏳️‍🌈 ❤️ 🇵🇱 1️⃣'), longest: 2 },
];

const words = fc.oneof(
  { withCrossShrink: true },
  ...scripts.map((script) =>
    fc
      .array(fc.constantFrom(...script.letters), { minLength: 1, maxLength: script.longest })
      .map((parts) => parts.join('')),
  ),
);
const digits = fc.integer({ min: 0, max: 9999 }).map(String);
const joints = fc.constantFrom(' ', '-', '’', '. ', ' · ');

/** The length of the name at which shrinking ends, which is also the shortest text. */
export const shortestName = 3;

/**
 * A name that nobody could call odd: three to about forty characters of any script, with single spaces, hyphens and
 * curved apostrophes inside, and nothing that has a meaning in markup or in a query language.
 */
export const ordinaryNames: fc.Arbitrary<string> = fc
  .tuple(
    words,
    fc.array(
      fc.tuple(joints, fc.oneof({ arbitrary: words, weight: 4 }, { arbitrary: digits, weight: 1 })),
      { maxLength: 3 },
    ),
  )
  .map(([first, rest]) => first + rest.flat().join(''))
  .map((name) => ([...name].length < shortestName ? name.repeat(shortestName) : name));

/** The zero-width joiner, which makes one emoji of several. */
const joiner = '\u200d';

/** Whether a name has characters that no ordinary one has, so that a firewall may take it for an attack. */
export const isOddName = (name: string): boolean =>
  /[^\p{L}\p{M}\p{N}\p{Emoji_Presentation}\p{Extended_Pictographic} .·’-]/u.test(
    name.replaceAll(joiner, ''),
  );

/**
 * A server that keeps all of this keeps each part. One request is enough then; twenty are needed only if it is refused
 * or altered.
 */
const manySigns =
  String.raw`"a" 'b' ''c'' \d\n\u0041 e/f//g <b>h</b><script>i</script> &amp; &#65; {{7*7}} {0} {name} $` +
  String.raw`{7} $1 $& $HOME %s %d %% %20+i ' OR 1=1 -- j_% union select drop =1+1 k,l;m ../n ~/o #p [q] @r :) :s: *t* _u_ hell 4111111111111111 +15550100199 ... (c) -- :smile: ""x"" ]]> http://a.example/b Jr.`;
const manyCharacters =
  '\t.\n.\n\n.\r\n.\u000b.\u000c.\u200b.\u200c.\u200d.\u200e.\u200f.\u202e.\u202c.\u2066.\u2069.\u00ad.\u2028.\u2029.\u202f.\u00a0.\ufeff.\u0640.€.….–.—.\u2011.\u2060.\u034f.٣.ไก่.🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.\ue000.\u{10fffd}.\ufffd.';

/** If such a name is kept as a whole, so is each of its parts. */
const togetherOdd: readonly NamedText[] = [
  {
    label: 'special characters of many syntaxes at once',
    name: `@a ${manySigns}`,
    parts: [
      { label: 'double quotes', name: '"a" "b"' },
      { label: 'single quotes', name: "'a' ''b''" },
      { label: 'backslashes', name: String.raw`a\b\n\u0041\\` },
      { label: 'slashes', name: 'a/b//c' },
      { label: 'markup', name: '<script>alert(1)</script>' },
      { label: 'an HTML entity', name: 'a &amp; b &#65; &lt;' },
      { label: 'an encoded space', name: 'a%20b+c' },
      { label: 'a path upwards', name: '../../a' },
      { label: 'a query language', name: "' OR 1=1 -- union select drop" },
      { label: 'a template in braces', name: '{{7*7}}' },
      { label: 'a template with a dollar sign', name: '${7*7} $1 $& %s %d' },
      { label: 'variables of a shell', name: '~/a $HOME %PATH% %%' },
      { label: 'a word that a filter of words may take for a rude one', name: 'Scunthorpe hell' },
      { label: 'an SQL wildcard', name: 'a_%' },
      { label: 'a sign in front', name: '@a' },
      { label: 'a dot at the end', name: 'Rex Jr.' },
      { label: 'doubled quotes inside', name: 'a ""b"" c' },
      { label: 'the end of a CDATA section', name: 'a ]]> b' },
      { label: 'an address', name: 'a http://a.example/b' },
      { label: 'signs that typography may replace', name: 'Wait... (c) -- :smile: x' },
      { label: 'a telephone number', name: 'a +15550100199 b' },
      { label: 'commas and semicolons', name: 'a,b;c' },
    ],
  },
  {
    label: 'many unusual characters at once',
    name: `a${manyCharacters}b\u200b`,
    parts: [
      { label: 'a tab', name: 'a\tb' },
      { label: 'a line feed', name: 'a\nb' },
      { label: 'a carriage return and a line feed', name: 'a\r\nb' },
      { label: 'a vertical tab and a form feed', name: 'a\u000bb\u000cc' },
      { label: 'a bidirectional override', name: 'a\u202eb\u202c' },
      { label: 'directional marks', name: 'a\u200eb\u200fc\u2066d\u2069e' },
      { label: 'a zero-width non-joiner', name: 'a\u200cb' },
      { label: 'a zero-width space', name: 'a\u200bb' },
      { label: 'a zero-width space at the end', name: 'a\u200b' },
      { label: 'a soft hyphen', name: 'a\u00adb' },
      { label: 'the replacement character', name: 'a\ufffdb' },
      { label: 'a line separator', name: 'a\u2028b\u2029c' },
      { label: 'a narrow no-break space', name: 'a\u202fb' },
      { label: 'a no-break space', name: 'a\u00a0b' },
      { label: 'a byte order mark inside', name: 'a\ufeffb' },
      { label: 'a euro sign and an ellipsis', name: 'a€b…c' },
      { label: 'dashes', name: 'a–b—c' },
      { label: 'a no-break hyphen', name: 'a\u2011b' },
      { label: 'a word joiner and a grapheme joiner', name: 'a\u2060b\u034fc' },
      { label: 'an Arabic digit', name: 'a٣b' },
      { label: 'Thai vowels and tones', name: 'ไก่' },
      { label: 'a tatweel', name: 'a\u0640b' },
      {
        label: 'the flag of England',
        name: 'a🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}b',
      },
      { label: 'a private character', name: 'a\ue000b' },
      { label: 'the last code point', name: 'a\u{10fffd}b' },
    ],
  },
  {
    label: 'characters that many stores refuse, at once',
    name: `a\u0000b.\u0001\u0008\u001b[31m\u001f\u007f\u0085.c\uffffd.e%00f.g${'\u0301'.repeat(50)}`,
    parts: [
      { label: 'NUL', name: 'a\u0000b' },
      { label: 'control characters', name: 'a\u0001\u0008\u001b[31m\u001f\u007f\u0085b' },
      { label: 'the noncharacter U+FFFF', name: 'a\uffffb' },
      { label: 'an encoded NUL', name: 'a%00b' },
      { label: 'many combining marks', name: `a${'\u0301'.repeat(50)}` },
    ],
  },
  {
    label: '10,000 letters, many of them emoji',
    name: '🐢abc'.repeat(2_000),
    parts: [
      { label: '10,000 letters', name: 'a'.repeat(10_000) },
      { label: '1,000 emoji', name: '🐢'.repeat(1_000) },
      { label: '1,000 letters', name: 'a'.repeat(1_000) },
    ],
  },
];

/** These are valid, because any string is a name; but a server may have limits that the contract does not mention. */
export const oddNames: readonly NamedText[] = [
  ...togetherOdd,
  { label: 'the empty name', name: '' },
  { label: 'one space', name: ' ' },
  { label: 'one letter', name: 'a' },
  { label: 'a line feed at the end', name: 'a\n' },
  {
    label: 'every printable character of ASCII, a dollar sign first, and a backslash last',
    name: `$${String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index)).replace(/[$\\]/g, '')}\\`,
  },
  { label: 'the word None', name: 'None' },
  { label: 'a number with a zero at the end', name: '1.50' },
  { label: 'the word __proto__', name: '__proto__' },
  { label: 'the word constructor', name: 'constructor' },
  { label: 'the word null', name: 'null' },
  { label: 'the word undefined', name: 'undefined' },
  { label: 'the word Infinity', name: 'Infinity' },
  { label: 'the word yes', name: 'yes' },
  { label: 'the word true', name: 'true' },
  { label: 'the digit zero', name: '0' },
  { label: 'digits with leading zeros', name: '007' },
  { label: 'a number with an exponent', name: '1e5' },
  { label: 'digits beyond a double', name: '9007199254740993' },
  { label: 'a date', name: '2030-12-05' },
  { label: 'a date and a time', name: '2030-12-05T00:00:00Z' },
  // As many characters as the columns of many databases hold, and more bytes.
  { label: '101 emoji', name: '🐶'.repeat(101) },
  { label: 'empty brackets', name: '[]' },
  { label: 'JSON', name: '{"name":"a"}' },
  { label: 'a formula', name: '=1+1' },
  { label: 'a no-break space', name: 'a\u00a0b' },
  { label: 'a byte order mark', name: '\ufeffa' },
];

/** Characters that occur in plain names and that careless encoding, decoding or escaping alters. */
const plainSigns: readonly string[] = [
  '#Salt + Pepper',
  'Tom & Jerry',
  '100% wool, 50%20 silk',
  'Nr. 5, junior (the 2nd)',
  'Rex/Max',
  'Who? Me!',
  "O'Brien's",
  'No. #1; best: of 2',
  'rex@kennel.example',
  'one_two~three = $4 * 2',
  '{curly} [square] | ^ `tick`',
  'I <3 pets > all',
];

export const namesWithSigns: readonly NamedText[] = [
  {
    label: 'signs of plain names, all at once',
    name: plainSigns.join(' '),
    parts: plainSigns.map((name) => ({ label: name, name })),
  },
];

export const paddedNames: readonly NamedText[] = [
  {
    label: 'spaces before, after and inside',
    name: '  two  spaces,   three   ',
    parts: [
      { label: 'a space before', name: ' padded' },
      { label: 'a space after', name: 'padded ' },
      { label: 'spaces before', name: '   padded' },
      { label: 'spaces after', name: 'padded   ' },
      { label: 'two spaces inside', name: 'two  spaces' },
      { label: 'three spaces inside', name: 'three   spaces' },
    ],
  },
  { label: 'an ideographic space inside', name: '\u5c71\u7530\u3000\u592a\u90ce' },
];

/** Texts of messages that some servers tidy up, shorten or interpret as another language. */
export const rewrittenTexts: readonly string[] = [
  `a ${manySigns}`,
  `a${manyCharacters}b`,
  'https://animals.example/pets?limit=1&status=sold#top',
  '50% + 50%20 = a+b %26',
  String.raw`C:\animals\new`,
  "it''s, 'quoted'",
  '{{name}} ${name} $1 %s',
  '\u201cquoted\u201d \u2013 \u2018so\u2019 \u2026',
  '\u5c71\u7530\u3000\u592a\u90ce',
  'a\u00a0b',
  'a\u200bb',
  '\ufeffa',
  'a\u0000b',
  'a\u0001b\u007fc',
  'null',
  '007',
  'true',
  '2030-12-05T00:00:00Z',
  '{"a": 1, "b": [ ]}',
  '*bold* _slanted_ `code` ~~x~~ @rex #dog :) :smile: -- (c) ... hell',
  'Mail rex@kennel.example, call +15550100199, pay with 4111111111111111',
  String.raw`%d %i {0} {name} $& $HOME \u0041 \n`,
  'a\n\n\nb\u2028c\u2029d',
  'a\u200eb\u200fc\u2066d\u2069 e\u200cf',
];

/** Letters that have several Unicode forms: accents, marks in another order, Hangul, ligatures, widths, hearts. */
const inOneName = [
  'Caf\u00e9',
  'Cafe\u0301',
  '\u00c5sa',
  'A\u030asa',
  '\u212bsa',
  'a\u0323\u0302',
  'a\u0302\u0323',
  '\uace0\uc591\uc774',
  '\uace0\uc591\uc774'.normalize('NFD'),
  '\ufb01',
  '\uff43\uff41\uff54',
  '\uff88\uff7a',
  'a\u00b2',
  '\u2126',
  '\uf900',
  'Stra\u00dfe',
  'ılık İ',
  '\u2764\ufe0e \u2764\ufe0f \u2764',
  '\u{1f415}\u200d\u{1f9ba}',
].join(' ');

/** Three words each, for a server that takes no long names. */
const inShort = (name: string): readonly NamedText[] =>
  (name.match(/\S+(?: \S+){0,2}/g) ?? []).map((part) => ({ label: part, name: part }));

const inForm = (label: string, form: 'NFC' | 'NFD'): NamedText => {
  const name = inOneName.normalize(form);
  return { label, name, parts: inShort(name) };
};

/** Two names that look the same, and that a server which normalises Unicode makes equal. */
export const unicodeTwins: readonly NamedText[] = [
  inForm('composed (NFC)', 'NFC'),
  inForm('taken apart (NFD)', 'NFD'),
];

const withMarkup = 'Tom & <b>Jerry</b> &amp; "Spike"';

/** Of several kinds at once. */
export const nameOfManyKinds = `  ${withMarkup},  ${unicodeTwins.map(({ name }) => name).join(' ')}  `;

/** Few enough for one page, and each of a different kind. */
export const namesOfTheHerd: readonly string[] = [
  ...unicodeTwins.map(({ name }) => name),
  '  two  spaces  ',
  withMarkup,
  // A text of 255 characters on two lines: many database columns hold just as much, and pages rarely show as much.
  `${'n'.repeat(120)}\t\n${'n'.repeat(133)}`,
  'null',
  '🐢 and 🦊',
  '🐢 and 🦊',
];
