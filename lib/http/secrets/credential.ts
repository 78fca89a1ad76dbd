// Says what a credential is without showing a secret: in words for a report, and for a shell that has the key in its
// environment. Wrong keys that were made from the key are told by how they were made.

import type { Piece } from '../shell.js';

/** A secret and the environment variable that holds it. */
export interface Secret {
  readonly secret: string;
  readonly variable: string;
}

export interface Told {
  readonly label: string;
  readonly shell: readonly Piece[];
  /** false: the shell sends some wrong key, not this very one. */
  readonly exact: boolean;
}

interface Derived {
  readonly words: string;
  /** For a shell: what becomes this token. */
  readonly pieces: readonly Piece[];
}

export function tellCredential(
  value: string,
  known: readonly Secret[],
  redact: (text: string) => string,
): Told {
  const whole = literally(value, known);
  if (whole !== null) return whole;
  const [, before = '', token = ''] = /^(.*\s)?(\S*)\s*$/s.exec(value) ?? [];
  if (literally(before, known) === null && redact(before) === before && token !== '') {
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
  return {
    label: safe,
    shell: [{ text: `${redact(before) === before ? before : ''}a-wrong-key`, latin1: true }],
    exact: false,
  };
}

/** The key as it is, somewhere in the text. */
function literally(text: string, known: readonly Secret[]): Told | null {
  for (const { secret, variable } of known) {
    if (secret.length < 4 ? text !== `Bearer ${secret}` && text !== secret : !text.includes(secret))
      continue;
    const parts = text.split(secret);
    const label = parts.reduce(
      (so, part) => `${so}${/^\w/.test(part) ? `\${${variable}}` : `$${variable}`}${part}`,
    );
    return {
      label,
      shell: parts.flatMap((part, index): Piece[] => [
        ...(index > 0 ? [{ expand: `\${${variable}}` }] : []),
        { text: part, latin1: true },
      ]),
      exact: true,
    };
  }
  return null;
}

/** One small edit away from the key, in the ways in which near misses are made. */
function edited(token: string, { secret, variable }: Secret): Derived | null {
  const name = `$${variable}`;
  const text = (literal: string): Piece => ({ text: literal, latin1: true });
  const derived = (words: string, ...pieces: Piece[]): Derived => ({
    words: `${name} (${words})`,
    pieces,
  });
  const through = (command: string): Piece => ({
    expand: `$(printf %s "$${variable}" | ${command})`,
  });
  const { length } = secret;

  if (token.length > 0 && token.length < length && token.length * 3 >= length) {
    const missing = length - token.length;
    const count = missing === 1 ? 'character' : `${missing} characters`;
    if (secret.startsWith(token))
      return derived(`last ${count} missing`, { expand: `\${${variable}%${'?'.repeat(missing)}}` });
    if (secret.endsWith(token))
      return derived(`first ${count} missing`, {
        expand: `\${${variable}#${'?'.repeat(missing)}}`,
      });
  }
  if (token === secret.toUpperCase()) return derived('in upper case', through(`tr 'a-z' 'A-Z'`));
  if (token === secret.toLowerCase()) return derived('in lower case', through(`tr 'A-Z' 'a-z'`));
  if (token === swapCase(secret))
    return derived('upper and lower case swapped', through(`tr 'a-zA-Z' 'A-Za-z'`));
  if (token === [...secret].reverse().join(''))
    return derived(
      'reversed',
      through(`awk '{for(i=length($0);i>0;i--)printf "%s",substr($0,i,1)}'`),
    );

  const at = firstDifference(token, secret);
  const place = at + 1;
  const where =
    place === 1 ? 'first character' : place === length ? 'last character' : `character ${place}`;
  if (token.length === length && token.slice(at + 1) === secret.slice(at + 1)) {
    const now = token[at] as string;
    if (now === swapCase(secret[at] as string)) {
      return derived(
        `case of the ${where} changed`,
        through(
          `awk '{c=substr($0,${place},1);print substr($0,1,${at}) (c==toupper(c)?tolower(c):toupper(c)) substr($0,${place + 1})}'`,
        ),
      );
    }
    if (place === length)
      return derived('last character changed', { expand: `\${${variable}%?}` }, text(now));
    if (place === 1)
      return derived('first character changed', text(now), { expand: `\${${variable}#?}` });
    return isSedSafe(now)
      ? derived(`${where} changed`, through(`sed 's/./${now}/${place}'`))
      : null;
  }
  if (
    token.length === length &&
    token[at] === secret[at + 1] &&
    token[at + 1] === secret[at] &&
    token.slice(at + 2) === secret.slice(at + 2)
  ) {
    return derived(
      `characters ${place} and ${place + 1} swapped`,
      through(`sed 's/^\\(.\\{${at}\\}\\)\\(.\\)\\(.\\)/\\1\\3\\2/'`),
    );
  }
  if (token.length === length - 1 && token.slice(at) === secret.slice(at + 1))
    return derived(`${where} missing`, through(`sed 's/.//${place}'`));
  const inserted = token[at];
  if (
    token.length === length + 1 &&
    token.slice(at + 1) === secret.slice(at) &&
    inserted !== undefined &&
    isSedSafe(inserted)
  ) {
    return derived(
      `one more character after the ${at}${at === 1 ? 'st' : at === 2 ? 'nd' : at === 3 ? 'rd' : 'th'}`,
      through(`sed 's/./&${inserted}/${at}'`),
    );
  }
  return null;
}

/** base64 of a short text that holds the key, as in Basic credentials. */
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
