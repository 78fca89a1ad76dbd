// The forms in which a secret may appear in a text: plain, in base64, base32 or hex, each also backwards, as bytes of UTF-8 or UTF-16,
// and each of them whole or as a long piece; in base64 twice; and with each letter moved by thirteen. All are in lower case,
// because a text may have changed the case. Escapes are undone elsewhere.

import { publicText, type IsPublic } from './public-text.js';

interface Needle {
  readonly mask: string;
  readonly sought: string;
  /** The least number of its characters in a row that count as a find. */
  readonly least: number;
  readonly where: 'anywhere' | 'alone' | 'encoded' | 'in parts';
}

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
  readonly needle: Needle;
  /** The position in the needle that matches `start`. */
  readonly from: number;
}

/** A piece of the key that is at least this long is masked; for a short key, three fifths of the key. */
const longPiece = 8;
/** This many letters and digits of the key, separated by other characters, hardly ever occur together by chance. */
const longApart = 12;
const shortPart = 5;
const shareOfOne = 0.55;
/** Next to a public piece, a character or two are those of the key by chance. */
const mostBeside = 2;

export function fromSecret(secret: string, mask: string, pieces = true): Needle[] {
  const { length } = secret;
  if (length < 4) return []; // too short to search for: masked only where it stands as a credential
  const least =
    !pieces || length < longPiece ? length : Math.min(longPiece, Math.ceil(length * 0.6));
  const needles: Needle[] = [
    { mask, sought: small(secret), least, where: length < longPiece ? 'alone' : 'anywhere' },
  ];
  if (length >= longPiece) {
    for (const sought of [small(backwards(secret)), rot13(small(secret))])
      needles.push({ mask: madeFrom(mask), sought, least, where: 'anywhere' });
    const once = Buffer.from(Buffer.from(secret, 'utf8').toString('base64'));
    for (const twice of new Set([0, 1, 2].flatMap((shift) => base64Cores(once, shift)))) {
      const sought = small(twice);
      needles.push({ mask, sought, least: Math.min(sought.length, 2 * least), where: 'encoded' });
    }
  }
  const wide = Buffer.from(secret, 'utf16le');
  const encodings = [
    Buffer.from(secret, 'utf8'),
    Buffer.from(secret, 'latin1'),
    wide,
    swapped(wide),
  ];
  for (const bytes of new Set(encodings.map((buffer) => buffer.toString('latin1')))) {
    const buffer = Buffer.from(bytes, 'latin1');
    const leastBytes = bytes.length > length ? least * 2 : least;
    const hex = buffer.toString('hex');
    needles.push({ mask, sought: hex, least: leastBytes * 2, where: 'anywhere' });
    if (length >= longPiece)
      needles.push({ mask, sought: backwards(hex), least: leastBytes * 2, where: 'anywhere' });
    if (length < 6) continue;
    const encoded = (core: string, perByte: number): Needle => ({
      mask,
      sought: small(core),
      least: pieces ? Math.min(core.length, Math.ceil(leastBytes * perByte)) : core.length,
      where: 'encoded',
    });
    for (const core of new Set([0, 1, 2].flatMap((shift) => base64Cores(buffer, shift))))
      needles.push(encoded(core, 4 / 3), encoded(backwards(core), 4 / 3));
    for (const shift of [0, 1, 2, 3, 4]) needles.push(encoded(base32Core(buffer, shift), 8 / 5));
  }
  return needles;
}

/** The mask for a text that is not the key, but reveals it to anybody who reverses how it was made. */
export const madeFrom = (mask: string): string =>
  mask.startsWith('[') ? mask : `[a key made from ${mask}]`;

const backwards = (text: string): string => [...text].reverse().join('');

const rot13 = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));

const swapped = (wide: Buffer): Buffer => Buffer.from(wide).swap16();

/** The letters and digits of a secret alone, to find it even if other characters separate its parts. */
export function squeezed(secret: string, mask: string): Needle[] {
  /** `perByte` says how many characters stand for one of the secret. */
  const needle = (text: string, perByte: number): Needle => {
    const sought = small(text).replace(besides, '');
    const least = Math.min(sought.length, Math.ceil(longApart * perByte));
    return { mask, sought, least, where: 'anywhere' };
  };
  const plain = needle(secret, 1);
  const bytes = Buffer.from(secret, 'utf8');
  return [
    ...(plain.sought.length < longPiece ? [] : [plain]),
    ...(secret.length < longPiece
      ? []
      : [
          needle(bytes.toString('hex'), 2),
          // Programs break lines of base64.
          ...[0, 1, 2].map((shift) => needle(base64Cores(bytes, shift)[0], 4 / 3)),
        ]),
  ];
}

/** Short parts of a long secret: a single one reveals nothing, but most of them together reveal everything. */
export function parts(secret: string, mask: string): Needle[] {
  if (secret.length < longApart) return [];
  return [{ mask, sought: small(secret), least: shortPart, where: 'in parts' }];
}

/** The positions of a secret that were found in public text, or elsewhere. */
interface Places {
  readonly open: Set<number>;
  readonly secret: Set<number>;
}

/**
 * Drops pieces of a secret that are public, and short parts of it, unless together they are more than half of what is
 * not public.
 */
function withoutHarmless(found: readonly Found[], isPublic: IsPublic): readonly Found[] {
  const isOpen = ({ needle, start, end, from }: Found): boolean => {
    const length = end - start;
    if (needle.where === 'encoded' || length === needle.sought.length) return false;
    const piece = needle.sought.slice(from, from + length);
    return isPublic(piece, length < longPiece ? 0 : mostBeside);
  };
  const places = new Map<Needle, Places>();
  const secret = found.filter((one) => {
    const { needle, from, start, end } = one;
    const open = isOpen(one);
    if (needle.where !== 'in parts') return !open;
    const seen = places.get(needle) ?? { open: new Set(), secret: new Set() };
    for (let at = 0; at < end - start; at += 1) (open ? seen.open : seen.secret).add(from + at);
    places.set(needle, seen);
    return !open;
  });
  const areFew = (needle: Needle, { open, secret: found }: Places): boolean =>
    found.size <= (needle.sought.length - open.size) * shareOfOne;
  return secret.filter(({ needle }) => {
    const seen = places.get(needle);
    return seen === undefined || !areFew(needle, seen);
  });
}

export const besides = /[^a-z0-9]+/g;

/** The base64 characters that depend on the secret alone, if it begins at byte `shift` of a group of three. */
function base64Cores(bytes: Buffer, shift: number): [string, string] {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/(?<!=)=+$/, '');
  const core = whole.slice([0, 2, 3][shift], (shift + bytes.length) % 3 === 0 ? undefined : -1);
  return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The same for base32, whose groups are of five bytes and eight characters. */
function base32Core(bytes: Buffer, shift: number): string {
  const bits = [...Buffer.alloc(shift), ...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const start = Math.ceil((shift * 8) / 5) * 5;
  return (bits.slice(start).match(/.{5}/g) ?? [])
    .map((digit) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(Number.parseInt(digit, 2)))
    .join('');
}

/**
 * Finds all needles. Each is cut into pieces of at most half of `least`, so that every run that counts contains a whole
 * piece.
 */
export class Haystack {
  readonly #ofTwo = new Pieces(2);
  readonly #longer = new Pieces(3);
  /** A text that is shorter contains nothing that counts. */
  shortest = Infinity;
  readonly #isPublic: IsPublic;

  constructor(isPublic: IsPublic = publicText()) {
    this.#isPublic = isPublic;
  }

  add(needles: readonly Needle[]): void {
    for (const needle of needles) {
      const { sought, least, where } = needle;
      if (where !== 'in parts') this.shortest = Math.min(this.shortest, least);
      const size = Math.max(2, Math.floor((least + 1) / 2));
      const pieces = size === 2 ? this.#ofTwo : this.#longer;
      for (let at = 0; at + size <= sought.length; at += size)
        pieces.add(sought.slice(at, at + size), needle, at);
    }
  }

  /** Searches a text in lower case. */
  find(text: string): readonly Found[] {
    const found = [...this.#ofTwo.find(text), ...this.#longer.find(text)];
    return found.length === 0 ? found : withoutHarmless(found, this.#isPublic);
  }

  /** Whether a text in lower case holds a needle if only its letters and digits are compared. */
  holdsApart(text: string): boolean {
    return this.#ofTwo.holdsApart(text) || this.#longer.holdsApart(text);
  }
}

/** A piece of one or more needles, with its position in each. */
interface Piece {
  readonly text: string;
  readonly owners: { readonly needle: Needle; readonly at: number }[];
}

/** The bits of a character that distinguish it from most others. */
const bits = 6;
const empty = new Uint8Array(0);

/** Finds all pieces in one pass. A table of hashes skips the positions at which none can begin. */
class Pieces {
  /** By their texts, and by the hashes of their beginnings. */
  readonly #pieces = new Map<string, Piece>();
  readonly #begins = new Map<number, Piece[]>();
  #table = empty;
  /** The number of characters that affect the hash; earlier ones drop out of it. */
  readonly #width: number;
  readonly #mask: number;

  constructor(width: 2 | 3) {
    this.#width = width;
    this.#mask = (1 << (bits * width)) - 1;
  }

  add(text: string, needle: Needle, at: number): void {
    let hash = 0;
    for (let index = 0; index < this.#width; index += 1)
      hash = ((hash << bits) ^ text.charCodeAt(index)) & this.#mask;
    if (this.#table === empty) this.#table = new Uint8Array(this.#mask + 1);
    this.#table[hash] = 1;
    const { owners } = this.#pieces.get(text) ?? this.#added(text, hash);
    // If a secret repeats itself, its first positions are enough, because each of them finds the whole run. Those of one
    // needle stand together, as one is added after another.
    if (owners.at(-mostAlike)?.needle !== needle) owners.push({ needle, at });
  }

  #added(text: string, hash: number): Piece {
    const piece: Piece = { text, owners: [] };
    this.#pieces.set(text, piece);
    const beginning = this.#begins.get(hash);
    if (beginning === undefined) this.#begins.set(hash, [piece]);
    else beginning.push(piece);
    return piece;
  }

  find(text: string): readonly Found[] {
    const found: Found[] = [];
    if (this.#table === empty) return found;
    const [table, mask, before] = [this.#table, this.#mask, this.#width - 1];
    // The search continues behind each match, so that a text is read only once, however repetitive it is.
    const foundUpTo = new Map<Needle, number>();
    let hash = 0;
    for (let last = 0; last < text.length; last += 1) {
      hash = ((hash << bits) ^ text.charCodeAt(last)) & mask;
      if (table[hash] === 0 || last < before) continue;
      const at = last - before;
      for (const piece of this.#begins.get(hash) ?? []) {
        if (!text.startsWith(piece.text, at)) continue;
        const size = piece.text.length;
        for (const { needle, at: offset } of piece.owners) {
          if (at + size <= (foundUpTo.get(needle) ?? 0)) continue;
          const one = extend(text, at, size, needle, offset);
          if (one === undefined) continue;
          found.push(one);
          foundUpTo.set(needle, one.end);
        }
      }
    }
    return found;
  }

  holdsApart(text: string): boolean {
    if (this.#table === empty) return false;
    const [table, mask] = [this.#table, this.#mask];
    let hash = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (!isLetterOrDigit(code)) continue;
      hash = ((hash << bits) ^ code) & mask;
      if (table[hash] !== 0 && this.#isFoundApart(text, index, hash)) return true;
    }
    return false;
  }

  /** Whether a needle stands, letters and digits alone, around the piece whose last hashed character is at `last`. */
  #isFoundApart(text: string, last: number, hash: number): boolean {
    let start = last + 1;
    for (let left = this.#width; left > 0 && start > 0;) {
      start -= 1;
      if (isLetterOrDigit(text.charCodeAt(start))) left -= 1;
    }
    return (this.#begins.get(hash) ?? []).some(({ text: piece, owners }) => {
      if (lettersFrom(text, start, piece.length) !== piece) return false;
      return owners.some(({ needle, at }) => {
        const before = lettersBefore(text, start, at);
        const near = before + lettersFrom(text, start, needle.sought.length - at);
        return extend(near, before.length, piece.length, needle, at) !== undefined;
      });
    });
  }
}

/** The next letters and digits of a text from `start` on, up to `most`. */
function lettersFrom(text: string, start: number, most: number): string {
  let letters = '';
  for (let at = start; at < text.length && letters.length < most; at += 1)
    if (isLetterOrDigit(text.charCodeAt(at))) letters += text.charAt(at);
  return letters;
}

function lettersBefore(text: string, end: number, most: number): string {
  let letters = '';
  for (let at = end - 1; at >= 0 && letters.length < most; at -= 1)
    if (isLetterOrDigit(text.charCodeAt(at))) letters = text.charAt(at) + letters;
  return letters;
}

const isLetterOrDigit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

const mostAlike = 2;

function extend(
  text: string,
  at: number,
  size: number,
  needle: Needle,
  offset: number,
): Found | undefined {
  const { sought, least, where, mask } = needle;
  let start = at;
  let end = at + size;
  while (start > 0 && text[start - 1] === sought[offset - (at - start) - 1]) start -= 1;
  while (end < text.length && text[end] === sought[offset + (end - at)]) end += 1;
  if (end - start < least || (where === 'alone' && !standsAlone(text, start, end)))
    return undefined;
  const from = offset - (at - start);
  // The characters next to a piece of base64 or base32 contain a few bits of the secret as well.
  if (where === 'encoded') {
    if (/[a-z0-9+/_-]/.test(text[start - 1] ?? '')) start -= 1;
    if (/[a-z0-9+/_-]/.test(text[end] ?? '')) end += 1;
  }
  return { start, end, mask, needle, from };
}

function small(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !/[a-z0-9]/.test(text[start - 1] ?? '') && !/[a-z0-9]/.test(text[end] ?? '');
}
