// The ways in which a target may send a key back, and the texts that a reader could decode. This is written
// independently of the redaction that it checks. Test support only.

const json = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const decimal = (character: string): string => `&#${character.charCodeAt(0)};`;
const hexadecimal = (character: string): string => `&#X${character.charCodeAt(0).toString(16)};`;
const octal = (character: string): string =>
  `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
const every =
  (spell: (character: string) => string) =>
  (text: string): string =>
    [...text].map(spell).join('');

const backwards = (text: string): string => [...text].reverse().join('');

const digitsOf32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(text: string): string {
  let left = [...Buffer.from(text)].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const size = Math.ceil((Buffer.byteLength(text) * 8) / 5);
  left <<= BigInt(size * 5 - Buffer.byteLength(text) * 8);
  let spelled = '';
  for (; spelled.length < size; left >>= 5n) spelled = digitsOf32[Number(left & 31n)] + spelled;
  return spelled;
}

/** The text in base32 digits; what is left at their end is less than a byte. */
function fromBase32(digits: string): string {
  let value = 0n;
  for (const digit of digits.toUpperCase())
    value = (value << 5n) | BigInt(digitsOf32.indexOf(digit));
  const bits = (digits.length * 5) % 8;
  const hex = (value >> BigInt(bits)).toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('latin1');
}

const hexPairs = (text: string, before = ''): string[] =>
  [...Buffer.from(text)].map((byte) => `${before}${byte.toString(16).padStart(2, '0')}`);

export const forms: Readonly<Record<string, (key: string) => string>> = {
  plain: (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'URL-encoded': encodeURIComponent,
  'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'every character URL-encoded': every(percent),
  'in a JSON text': (text) => JSON.stringify(text),
  'in a JSON text in a JSON text': (text) => JSON.stringify(JSON.stringify({ text })),
  'as \\u escapes': every(json),
  'as \\u escapes in JSON in a URL': (text) => encodeURIComponent(every(json)(text)),
  'as octal escapes': every(octal),
  'as octal escapes in JSON': (text) => JSON.stringify(every(octal)(text)),
  'as %u escapes': every((one) => json(one).replace('\\', '%')),
  'as decimal entities': every(decimal),
  'as hexadecimal entities': every(hexadecimal),
  'as entities in \\u escapes': (text) => every(json)(every(decimal)(text)),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 of a user': (text) => Buffer.from(`user:${text}`).toString('base64'),
  'in base64 before a colon': (text) => Buffer.from(`${text}:`).toString('base64'),
  'in base64url, shifted': (text) => Buffer.from(`ab${text}cd`).toString('base64url'),
  'in base64 twice': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  'with each letter moved by thirteen': (text) =>
    text.replace(/[a-z]/gi, (letter) => {
      const first = letter < 'a' ? 65 : 97;
      return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
    }),
  'in tags, which nobody sees': every((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))),
  'in URL-encoded base64': (text) => encodeURIComponent(Buffer.from(`:${text}`).toString('base64')),
  'in base64, backwards': (text) => backwards(Buffer.from(text).toString('base64')),
  'in base64url, shifted and backwards': (text) =>
    backwards(Buffer.from(`ab${text}cd`).toString('base64url')),
  'in base32': (text) => base32(text),
  'in base32, shifted': (text) => base32(`abc${text}d`).toLowerCase(),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in HEX': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'in hex, backwards': (text) => backwards(Buffer.from(text).toString('hex')),
  'in hex with blanks': (text) => hexPairs(text).join(' '),
  'in hex with colons': (text) => hexPairs(text).join(':'),
  'in hex as numbers': (text) => hexPairs(text, '0x').join(', '),
  'as a Buffer in JSON': (text) => JSON.stringify(Buffer.from(text)),
  'as a Buffer in spaced JSON': (text) => JSON.stringify(Buffer.from(text), null, 2),
  'as a list of bytes': (text) => [...Buffer.from(text)].join(' '),
  'as bytes with hyphens': (text) => [...Buffer.from(text)].join('-'),
  'as an object of its bytes': (text) => JSON.stringify(new Uint8Array(Buffer.from(text))),
  'as an object of its characters': (text) => JSON.stringify({ ...[...text] }),
  'as such an object in spaced JSON': (text) => JSON.stringify({ ...[...text] }, null, 2),
  'as such an object in a JSON text': (text) =>
    JSON.stringify(JSON.stringify({ ...Buffer.from(text) })),
  'as octal escapes without padding': every((one) => `\\${one.charCodeAt(0).toString(8)}`),
  'as \\U escapes': every((one) => json(one).replace('\\u', '\\U0000')),
  'as names of code points': every((one) => `${json(one).replace('\\u', 'U+')} `),
  'with escaped NULs': every((one) => `${one}\\0`),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'in UTF-16, the other way': (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1'),
  'quoted-printable': (text) => hexPairs(text, '=').join(''),
  'quoted-printable, in lines': (text) => hexPairs(text, '=').join('=\r\n'),
  'in base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'in base64 of UTF-16, the other way': (text) =>
    Buffer.from(text, 'utf16le').swap16().toString('base64'),
  'in hex of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('hex'),
  reversed: backwards,
  'in parts, as a list': (text) => JSON.stringify(text.match(/.{1,5}/g)),
  'in parts of a header': (text) =>
    (text.match(/.{1,6}/g) ?? []).map((part) => `p="${part}"`).join(', '),
  'letter by letter': (text) => JSON.stringify([...text]),
  'letter by letter, in lines': (text) => [...text].join('\n'),
  'letter by letter, in lines in a JSON text': (text) => JSON.stringify([...text].join('\r\n')),
  'letter by letter, as a list in YAML': (text) => [...text].map((one) => `- ${one}\n`).join(''),
  'as a list in YAML in a JSON text': (text) =>
    JSON.stringify([...text].map((one) => `- ${one}`).join('\n')),
  'in full-width letters': (text) => inLetters(text, fullWidth),
  'in full-width letters, in lines': (text) => [...inLetters(text, fullWidth)].join('\n'),
  'in full-width letters, as \\u escapes': (text) => every(json)(inLetters(text, fullWidth)),
  'in bold letters': (text) => inLetters(text, bold),
  'in circled letters': (text) => inLetters(text, circled),
  'in letters in brackets': (text) => inLetters(text.toLowerCase(), bracketed),
  'in bold type of a terminal': every((one) => `\u001b[1m${one}`),
  'in bold type of a terminal, in a JSON text': (text) =>
    JSON.stringify(every((one) => `\u001b[38;5;1m${one}\u001b[0m`)(text)),
  'in links of a terminal': every((one) => `\u001b]8;;x\u0007${one}\u001b]8;;\u001b\\`),
  'in tags': every((one) => `<b class="x1">${one}</b><br/>`),
  'typed over': every((one) => `x\b${one}`),
  'typed over, in a JSON text': (text) => JSON.stringify(every((one) => `xy\b\b${one}`)(text)),
  'in bold type of a printer': every((one) => `${one}\b${one}`),
};

/** What tools print for the bytes of a request, in lines of so many. */
type Dump = readonly [bytes: number, line: (bytes: Buffer, at: number) => string];

const dumps: Readonly<Record<string, Dump>> = {
  'hexdump -C': [
    16,
    (line, at) => {
      const [left, right] = [line.subarray(0, 8), line.subarray(8)].map((half) => hex(half, 1));
      return `${inHex(at, 8)}  ${left}  ${right}`.padEnd(60) + `|${shownIn(line)}|`;
    },
  ],
  hexdump: [16, (line, at) => `${inHex(at, 7)} ${hex(swapped(line, 2), 2)}`],
  'hexdump -x': [16, (line, at) => `${inHex(at, 7)}    ${hex(swapped(line, 2), 2, '    ')}`],
  xxd: [16, (line, at) => `${inHex(at, 8)}: ${hex(line, 2)}`.padEnd(51) + shownIn(line)],
  'xxd -u -c 8': [
    8,
    (line, at) => `${inHex(at, 8)}: ${hex(line, 2).toUpperCase()}  ${shownIn(line)}`,
  ],
  'xxd -c 12 -g 4': [12, (line, at) => `${inHex(at, 8)}: ${hex(line, 4)}  ${shownIn(line)}`],
  'xxd -c 32': [32, (line, at) => `${inHex(at, 8)}: ${hex(line, 2)}  ${shownIn(line)}`],
  'xxd -g 8': [16, (line, at) => `${inHex(at, 8)}: ${hex(line, 8)}  ${shownIn(line)}`],
  'od -A x -t x1z': [
    16,
    (line, at) => `${inHex(at, 6)} ${hex(line, 1)}`.padEnd(56) + `>${shownIn(line)}<`,
  ],
  'od -A n -x': [16, (line) => ` ${hex(swapped(line, 2), 2)}`],
  'od -t x4': [16, (line, at) => `${inOctal(at, 7)} ${hex(swapped(line, 4), 4)}`],
  'od -t x8': [16, (line, at) => `${inOctal(at, 7)} ${hex(swapped(line, 8), 8)}`],
  'od -b': [16, (line, at) => `${inOctal(at, 7)} ${octals(line)}`],
  od: [16, (line, at) => `${inOctal(at, 7)} ${octalWords(line)}`],
  'od -c': [
    16,
    (line, at) =>
      `${inOctal(at, 7)}${[...line].map((byte) => String.fromCharCode(byte).padStart(4)).join('')}`,
  ],
  'tcpdump -X': [16, (line, at) => `\t0x${inHex(at, 4)}:  ${hex(line, 2)}  ${shownIn(line)}`],
  'columns with tabs': [16, (line, at) => `${inHex(at, 8)}\t${hex(line, 1, '\t')}`],
  'a packet of Wireshark': [
    16,
    (line, at) => `${inHex(at, 4)}   ${hex(line, 1)}   ${shownIn(line)}`,
  ],
  'a packet in a table': [
    16,
    (line, at) => `|${inHex(at, 8)}| ${hex(line, 1).padEnd(47)} |${shownIn(line)}|`,
  ],
  'the trace of OpenSSL': [
    16,
    (line, at) =>
      `${inHex(at, 4)} - ${hex(line.subarray(0, 8), 1)}-${hex(line.subarray(8), 1)}   ${shownIn(line)}`,
  ],
  'curl --trace': [
    16,
    (line, at) => `${inHex(at, 4)}: ${hex(line, 1).padEnd(48)} ${shownIn(line)}`,
  ],
  'short offsets': [16, (line, at) => `${at.toString(16)}: ${hex(line, 1)}`],
};

const inHex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const inOctal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
const shownIn = (line: Buffer): string => line.toString('latin1').replace(/[^ -~]/g, '.');
const hex = (line: Buffer, bytes: number, between = ' '): string =>
  (line.toString('hex').match(new RegExp(`.{1,${2 * bytes}}`, 'g')) ?? []).join(between);
const octals = (line: Buffer): string => [...line].map((byte) => inOctal(byte, 3)).join(' ');
const octalWords = (line: Buffer): string =>
  Array.from({ length: line.length / 2 }, (_, index) =>
    inOctal(line.readUInt16LE(2 * index), 6),
  ).join(' ');

function swapped(line: Buffer, size: number): Buffer {
  const numbers = Array.from({ length: line.length / size }, (_, index) =>
    Buffer.from(line.subarray(index * size, (index + 1) * size)).reverse(),
  );
  return Buffer.concat(numbers);
}

/** Of a body, padded as tools pad what ends within a number of eight bytes. */
const dumpOf =
  ([most, line]: Dump, before: string) =>
  (key: string): string => {
    const whole = `${before}${key}","`;
    const bytes = Buffer.from(whole.padEnd(Math.ceil(whole.length / 8) * 8), 'latin1');
    const starts = Array.from(
      { length: Math.ceil(bytes.length / most) },
      (_, index) => index * most,
    );
    return starts.map((at) => line(bytes.subarray(at, at + most), at)).join('\n');
  };

/** Each form of a dump, where the key begins at one of sixteen places of a line. */
export const dumpsAt = (place: number): Readonly<Record<string, (key: string) => string>> =>
  Object.fromEntries(
    Object.entries(dumps).flatMap(([name, dump]) => {
      const form = dumpOf(
        dump,
        '{"name":"Rex Thorn","apiKey":"'.padStart(32 + place).slice(-16 - place),
      );
      return [
        [name, form],
        [`${name}, in a JSON text`, (key: string) => JSON.stringify(form(key))],
        [
          `${name}, with CRLF in JSON`,
          (key: string) => JSON.stringify(form(key).replaceAll('\n', '\r\n')),
        ],
      ];
    }),
  );

type Letters = readonly (readonly [first: string, last: string, instead: string])[];
const fullWidth: Letters = [['!', '~', '\uff01']];
const bold: Letters = [
  ['a', 'z', '\u{1d41a}'],
  ['A', 'Z', '\u{1d400}'],
  ['0', '9', '\u{1d7ce}'],
];
const circled: Letters = [
  ['a', 'z', '\u24d0'],
  ['A', 'Z', '\u24b6'],
  ['1', '9', '\u2460'],
];
const bracketed: Letters = [
  ['a', 'z', '\u249c'],
  ['1', '9', '\u2474'],
];

/** Spells a text in the letters of another alphabet of Unicode, as far as it has them. */
function inLetters(text: string, letters: Letters): string {
  const spelled = (one: string): string => {
    const [first, , instead] = letters.find(([from, to]) => from <= one && one <= to) ?? [
      one,
      one,
      one,
    ];
    return String.fromCodePoint(
      (instead.codePointAt(0) ?? 0) + one.charCodeAt(0) - first.charCodeAt(0),
    );
  };
  return [...text].map(spelled).join('');
}

/** All texts that a reader could get by decoding any of the encodings. */
export function readings(text: string): string[] {
  const all = new Set([text]);
  for (const each of all) {
    if (all.size > 60) break;
    all.add(each.normalize('NFKC'));
    all.add(each.replaceAll('\u001b', '\u009b').replace(/\u009b\[[\d;]*m/g, ''));
    all.add(each.replace(/[^\b]\b/g, ''));
    try {
      all.add(decodeURIComponent(each));
    } catch {
      all.add(
        each.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(parseInt(hex, 16)),
        ),
      );
    }
    all.add(
      each
        .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        .replace(/\\(["\\/])/g, '$1'),
    );
    all.add(
      each
        .replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        .replace(/\\([0-3][0-7]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
    );
    all.add(
      each
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
        .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    );
    for (const piece of each.match(/[A-Za-z0-9+/_-]{11,}/g) ?? [])
      for (let skip = 0; skip < 4; skip += 1)
        for (const way of [piece, backwards(piece)])
          all.add(Buffer.from(way.slice(skip), 'base64').toString('latin1'));
    for (const piece of each.match(/[a-z2-7]{13,}/gi) ?? [])
      for (let skip = 0; skip < 8; skip += 1) all.add(fromBase32(piece.slice(skip)));
    for (const piece of each.match(/[0-9a-f]{10,}/gi) ?? [])
      for (const skip of [0, 1]) all.add(Buffer.from(piece.slice(skip), 'hex').toString('latin1'));
  }
  return [...all];
}

export function longestPiece(text: string, secret: string): number {
  let longest = 0;
  const [in_, of] = [text.toLowerCase(), secret.toLowerCase()];
  for (let from = 0; from < of.length; from += 1)
    while (in_.includes(of.slice(from, from + longest + 1)) && from + longest < of.length)
      longest += 1;
  return longest;
}

/** Decodes a whole file, layer by layer, with every encoding. The results are few, however long each is. */
function layersOf(text: string): readonly string[] {
  const layers = [text];
  for (let depth = 0; depth < 4; depth += 1) {
    const last = layers.at(-1) ?? '';
    const next = last
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      .replace(/\\(["\\/])/g, '$1')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      .replace(
        /&(amp|lt|gt|quot);/g,
        (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '',
      );
    if (next === last) break;
    layers.push(next);
  }
  return layers;
}

/** The pieces of a secret that a text shows in any encoding, if they are long enough to be useful to anybody. */
export function leaksOf(secret: string, text: string): readonly string[] {
  const least = 10;
  const windows = (of: string, size: number): readonly string[] =>
    Array.from({ length: Math.max(0, of.length - size + 1) }, (_, at) =>
      of.slice(at, at + size).toLowerCase(),
    );
  const bytes = Buffer.from(secret);
  // The characters at both ends of base64 depend on the neighbouring bytes.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const sought = new Set([
    ...windows(secret, least),
    ...windows(bytes.toString('hex'), 2 * least),
    ...shifted.flatMap((core) => [
      ...windows(core, 14),
      ...windows(core.replaceAll('+', '-').replaceAll('/', '_'), 14),
    ]),
  ]);
  return [
    ...new Set(
      layersOf(text).flatMap((layer) => {
        const small = layer.toLowerCase();
        return [...sought].filter((piece) => small.includes(piece));
      }),
    ),
  ];
}
