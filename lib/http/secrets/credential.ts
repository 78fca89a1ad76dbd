// Describes a credential without showing a secret: in words for a report, and for a shell with the key in its
// environment. A wrong key that was made from the key is described by how it was made.

import type { Piece } from '../shell.js';
import { madeFrom } from './needles.js';

/** A secret and the environment variable that contains it. */
export interface Secret {
  readonly secret: string;
  readonly variable: string;
}

export interface Described {
  readonly label: string;
  readonly shell: readonly Piece[];
  /** False if the curl line sends a different wrong key from this one. */
  readonly exact: boolean;
}

interface Derived {
  readonly words: string;
  /** The pieces from which a shell makes this token. */
  readonly pieces: readonly Piece[];
}

export function describeCredential(
  value: string,
  known: readonly Secret[],
  redact: (text: string) => string,
): Described {
  const whole = literally(value, known, redact);
  if (whole !== null) return whole;
  const [before, token] = lastWord(value);
  const isBare = redact(before) === before;
  if (isBare && token !== '' && literally(before, known, redact) === null) {
    for (const secret of known) {
      const derived =
        secret.secret.length < 2 ? null : (edited(token, secret) ?? inBase64(token, secret));
      if (derived !== null)
        return {
          label: `${before}${derived.words}`,
          shell: [{ text: before, latin1: true }, ...derived.pieces],
          exact: true,
        };
    }
  }
  const safe = redact(value);
  if (safe === value) return { label: value, shell: [{ text: value, latin1: true }], exact: true };
  // This was made from the key and is masked in the same way as the key, but must not be called the key.
  const like = known.find(({ variable }) => safe.trimEnd() === `${before}$${variable}`);
  return {
    label: like === undefined ? safe : `${before}${madeFrom(`$${like.variable}`)}`,
    shell: [{ text: `${isBare ? before : ''}a-wrong-key`, latin1: true }],
    exact: false,
  };
}

/** Splits a value into its last word and what comes before that. */
function lastWord(value: string): readonly [before: string, word: string] {
  const [, before = '', word = ''] = /^(.*\s)?(\S*)\s*$/s.exec(value) ?? [];
  return [before, word];
}

/** Describes a text that contains the key unchanged. */
function literally(
  text: string,
  known: readonly Secret[],
  redact: (text: string) => string,
): Described | null {
  for (const { secret, variable } of known) {
    if (secret.length < 4 ? text !== `Bearer ${secret}` && text !== secret : !text.includes(secret))
      continue;
    const parts = text.split(secret).map((part) => besideIt(part, variable, known, redact));
    const label = parts
      .map((part) => part.label)
      .reduce((so, part) => `${so}${/^\w/.test(part) ? `\${${variable}}` : `$${variable}`}${part}`);
    return {
      label,
      shell: parts.flatMap((part, index): readonly Piece[] => [
        ...(index > 0 ? [{ expand: `\${${variable}}` }] : []),
        ...part.shell,
      ]),
      exact: parts.every(({ exact }) => exact),
    };
  }
  return null;
}

/**
 * Describes a text next to the key, which may contain more of it: a key that ends in padding, doubled without the
 * padding, begins with nearly the whole key.
 */
function besideIt(
  part: string,
  variable: string,
  known: readonly Secret[],
  redact: (text: string) => string,
): Described {
  if (redact(part) === part) return { label: part, shell: [text(part)], exact: true };
  const [before] = lastWord(part);
  const label = `${redact(before) === before ? before : ''}${madeFrom(`$${variable}`)}`;
  return { ...describeCredential(part, known, redact), label };
}

/** Describes a token that is one small edit away from the key, in one of the ways in which near misses are made. */
function edited(token: string, known: Secret): Derived | null {
  const edit =
    cutShort(token, known) ??
    turned(token, known) ??
    inOtherSigns(token, known) ??
    nearMiss(token, known);
  return edit === null
    ? null
    : { words: `$${known.variable} (${edit.words})`, pieces: edit.pieces };
}

const text = (literal: string): Piece => ({ text: literal, latin1: true });
const edit = (words: string, ...pieces: Piece[]): Derived => ({ words, pieces });
/** Describes what a command makes of the key. */
const through = (words: string, command: string, { variable }: Secret): Derived =>
  edit(words, { expand: `$(printf %s "$${variable}" | ${command})` });

function cutShort(token: string, { secret, variable }: Secret): Derived | null {
  const missing = secret.length - token.length;
  if (token.length === 0 || missing <= 0 || token.length * 3 < secret.length) return null;
  const count = missing === 1 ? 'character' : `${missing} characters`;
  const any = '?'.repeat(missing);
  if (secret.startsWith(token))
    return edit(`last ${count} missing`, { expand: `\${${variable}%${any}}` });
  if (secret.endsWith(token))
    return edit(`first ${count} missing`, { expand: `\${${variable}#${any}}` });
  return null;
}

const backwards = `awk '{for(i=length($0);i>0;i--)printf "%s",substr($0,i,1)}'`;

/** Describes an edit of the whole key. */
function turned(token: string, known: Secret): Derived | null {
  const { secret, variable } = known;
  const [first = '', others] = [secret[0], secret.slice(1)];
  if (first < '\x7f' && token === `%${Buffer.from(first).toString('hex')}${others}`)
    return edit('first character percent-encoded', text('%'), {
      expand: `$(printf %02x "'$${variable}")\${${variable}#?}`,
    });
  if (token === secret.toUpperCase()) return through('in upper case', `tr 'a-z' 'A-Z'`, known);
  if (token === secret.toLowerCase()) return through('in lower case', `tr 'A-Z' 'a-z'`, known);
  if (token === swapCase(secret))
    return through('upper and lower case swapped', `tr 'a-zA-Z' 'A-Za-z'`, known);
  if (token === [...secret].reverse().join('')) return through('reversed', backwards, known);
  return null;
}

/** Describes an edit of the signs between letters. */
function inOtherSigns(token: string, known: Secret): Derived | null {
  const { secret } = known;
  if (token === secret.replace(/[^a-z0-9]/gi, ''))
    return through('without its signs', `tr -cd 'A-Za-z0-9'`, known);
  if (token === secret.replace(/[-._]/g, (sign) => (sign === '-' ? '_' : '-')))
    return through('with other signs', `sed 'y/-._/_--/'`, known);
  return null;
}

/** Describes an edit in one place. */
function nearMiss(token: string, known: Secret): Derived | null {
  const { secret } = known;
  const at = firstDifference(token, secret);
  const place = at + 1;
  const isSame = (fromHere: number, fromThere: number): boolean =>
    token.slice(fromHere) === secret.slice(fromThere);
  if (token.length === secret.length && isSame(place, place)) return changed(token, at, known);
  if (
    token.length === secret.length &&
    token[at] === secret[place] &&
    token[place] === secret[at] &&
    isSame(at + 2, at + 2)
  )
    return through(
      `characters ${place} and ${place + 1} swapped`,
      `sed 's/^\\(.\\{${at}\\}\\)\\(.\\)\\(.\\)/\\1\\3\\2/'`,
      known,
    );
  if (token.length === secret.length - 1 && isSame(at, place))
    return through(`${nth(place, secret)} missing`, `sed 's/.//${place}'`, known);
  const inserted = token[at] ?? '';
  if (token.length === secret.length + 1 && isSame(place, at) && isSedSafe(inserted))
    return through(
      `one more character after the ${at}${ordinals[at] ?? 'th'}`,
      `sed 's/./&${inserted}/${at}'`,
      known,
    );
  return null;
}

/** Describes a key in which one character is replaced. */
function changed(token: string, at: number, known: Secret): Derived | null {
  const { secret, variable } = known;
  const place = at + 1;
  const now = token[at] as string;
  if (now === swapCase(secret[at] as string))
    return through(
      `case of the ${nth(place, secret)} changed`,
      `awk '{c=substr($0,${place},1);print substr($0,1,${at}) (c==toupper(c)?tolower(c):toupper(c)) substr($0,${place + 1})}'`,
      known,
    );
  const words = `${nth(place, secret)} changed`;
  if (place === secret.length) return edit(words, { expand: `\${${variable}%?}` }, text(now));
  if (place === 1) return edit(words, text(now), { expand: `\${${variable}#?}` });
  return isSedSafe(now) ? through(words, `sed 's/./${now}/${place}'`, known) : null;
}

const ordinals: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

function nth(place: number, { length }: string): string {
  if (place === 1) return 'first character';
  return place === length ? 'last character' : `character ${place}`;
}

/** Describes base64 of a short text that contains the key, as in Basic credentials. */
function inBase64(token: string, { secret, variable }: Secret): Derived | null {
  if (secret.length < 4 || !/^[A-Za-z0-9+/]{6,}={0,2}$/.test(token)) return null;
  const plain = Buffer.from(token, 'base64').toString('latin1');
  if (!plain.includes(secret) || Buffer.from(plain, 'latin1').toString('base64') !== token)
    return null;
  const [before = '', after = '', ...more] = plain.split(secret);
  if (more.length > 0 || !/^[\w:.@ -]*$/.test(before + after)) return null;
  return {
    words: `base64(${before}$${variable}${after})`,
    pieces: [
      { expand: `$(printf '%s' "${before}\${${variable}}${after}" | base64 | tr -d '\\n')` },
    ],
  };
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}

function swapCase(text: string): string {
  return text.replace(/[a-z]|[A-Z]/g, (letter) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

function isSedSafe(character: string): boolean {
  return /^[\w .:=+,~^@#%-]$/.test(character);
}
