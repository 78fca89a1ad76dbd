// Masks the key wherever it could be read: plain, in any mixture of escapes, in hex or base64, in long pieces, and in
// wrong keys that were made from it. It is meant only for text that is about to leave the kit.

import { besides, fromSecret, Haystack, madeFrom, parts, squeezed, type Found } from './needles.js';
import { describeCredential, type Secret, type Described } from './credential.js';
import { publicText } from './public-text.js';
import { views } from './views.js';

export interface Redactor {
  (text: string): string;
  /** Learns a wrong key that was made from this secret, and so may show it: it is masked from now on. */
  learn(wrong: string, secret: string): void;
  /** Masks another text, such as the token of a gateway. */
  hide(secret: string, mask: string): void;
  /** Describes a credential in words and for a shell, without any part of a secret. */
  describe(credential: string): Described;
}

type Range = Pick<Found, 'start' | 'end' | 'mask'>;

const ownVariable = 'ANIMAL_STORE_API_KEY';
const mostLearned = 500;

/** So much of a long text tells whether it is full of keys: as many as these. */
const sampled = 65_536;
const crowd = 500;

/** Most texts come again: headers, errors, and lists that are reported and recorded. So many characters are kept. */
const mostRemembered = 2_000_000;

/**
 * `pieces` tells whether to mask long pieces of a secret too, as is needed for whatever a target sends. Defaults to
 * true. Pieces that stand in `open`, such as the address of the target, are not masked.
 */
export function redactor(
  secrets: readonly (string | Secret)[],
  {
    pieces = true,
    open = [],
  }: { readonly pieces?: boolean; readonly open?: readonly string[] } = {},
): Redactor {
  const known: Secret[] = secrets
    .map((each) => (typeof each === 'string' ? { secret: each, variable: ownVariable } : each))
    .filter(
      ({ secret }, index, all) =>
        secret !== '' && all.findIndex((other) => other.secret === secret) === index,
    );
  const isSecret = (text: string): boolean =>
    known.some(({ secret }) => lowered(text).includes(lowered(secret)));
  const isPublic = publicText(open.filter((text) => !isSecret(text)));
  const haystack = new Haystack(isPublic);
  const apart = new Haystack(isPublic);
  for (const { secret, variable } of known) {
    haystack.add(fromSecret(secret, `$${variable}`, pieces));
    apart.add(squeezed(secret, `$${variable}`));
    if (pieces) haystack.add(parts(secret, `$${variable}`));
    // Unescaping a key with quotation marks or backslashes is ambiguous, so its usual spellings are searched for
    // directly.
    for (const spelling of spellings(secret))
      if (spelling !== secret) haystack.add(fromSecret(spelling, `$${variable}`, pieces));
  }
  const masks = new Set(
    known.flatMap(({ variable }) => [`$${variable}`, madeFrom(`$${variable}`)]),
  );
  const tiny = known.filter(({ secret }) => secret.length < 4);
  const learned = new Set<string>();
  const remembered = new Map<string, string>();
  let charactersRemembered = 0;

  const redact = (text: string): string => {
    if (text.length < haystack.shortest && tiny.length === 0) return text;
    const before = remembered.get(text);
    if (before !== undefined) return before;
    const now = crowded(text) ?? maskedIn(text);
    if (charactersRemembered + text.length > mostRemembered) forget();
    charactersRemembered += text.length;
    remembered.set(text, now);
    return now;
  };
  const forget = (): void => {
    remembered.clear();
    charactersRemembered = 0;
  };

  /** Of a long text that begins with hundreds of keys nothing is kept: to mask each of them would take long. */
  const crowded = (text: string): string | undefined => {
    if (text.length <= sampled) return undefined;
    const found = haystack.find(lowered(text.slice(0, sampled)));
    return found.length < crowd ? undefined : found[0]?.mask;
  };

  const maskedIn = (text: string): string => {
    const ranges: Range[] = [];
    for (const { text: read, at, upTo = at } of views(text)) {
      const small = lowered(read);
      for (const { start, end, mask } of [...haystack.find(small), ...takenApart(small, apart)])
        ranges.push({ start: at(start), end: upTo(end), mask });
    }
    return maskTiny(masked(text, ranges, masks), tiny);
  };

  return Object.assign(redact, {
    learn(wrong: string, secret: string): void {
      const from = known.find((one) => one.secret === secret);
      if (from === undefined || learned.size >= mostLearned || learned.has(wrong)) return;
      // A text that contains the whole key is masked anyway.
      const isMasked = known.some((one) =>
        spellings(one.secret).some((spelled) => wrong.includes(spelled)),
      );
      if (isMasked || isPublic(lowered(wrong))) return;
      learned.add(wrong);
      forget();
      haystack.add(fromSecret(wrong, madeFrom(`$${from.variable}`)));
    },
    hide(secret: string, mask: string): void {
      if (secret.length < 4) return;
      forget();
      masks.add(mask);
      haystack.add(fromSecret(secret, mask));
    },
    describe: (credential: string): Described => describeCredential(credential, known, redact),
  });
}

const spellings = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
];

/**
 * Finds a secret if only letters and digits are compared, so that blanks, colons, quotation marks or zeros between them
 * do not hide it.
 */
function takenApart(text: string, apart: Haystack): readonly Range[] {
  if (!apart.holdsApart(text)) return [];
  const pressed = text.replace(besides, '');
  if (pressed.length === text.length) return [];
  const found = apart.find(pressed);
  if (found.length === 0) return found;
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) if (/[a-z0-9]/.test(text.charAt(at))) places.push(at);
  return found.map(({ start, end, mask }) => ({
    mask,
    start: places[start] ?? 0,
    end: (places[end - 1] ?? 0) + 1,
  }));
}

/** Lower-cases a text without moving a character: the one letter whose lower case is longer stays as it is. */
const lowered = (text: string): string =>
  text.includes('\u0130')
    ? text.split('\u0130').map(toLowerCase).join('\u0130')
    : text.toLowerCase();
const toLowerCase = (text: string): string => text.toLowerCase();

function masked(text: string, ranges: readonly Range[], masks: ReadonlySet<string>): string {
  if (ranges.length === 0) return text;
  const already = [...masks]
    .flatMap((mask) => occurrences(text, mask))
    .sort(([one], [other]) => one - other);
  // What is found within a mask stays as it is. Both are in order, so one pass tells: a text may be full of either.
  let next = 0;
  let coveredUpTo = 0;
  const found = ranges
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter(({ start, end }) => {
      for (; next < already.length && (already[next]?.[0] ?? 0) <= start; next += 1)
        coveredUpTo = Math.max(coveredUpTo, already[next]?.[1] ?? 0);
      return end > coveredUpTo;
    });
  let out = '';
  let done = 0;
  for (let index = 0; index < found.length;) {
    let longest = found[index] as Range;
    const { start } = longest;
    let { end } = longest;
    for (index += 1; index < found.length && (found[index] as Range).start <= end; index += 1) {
      const next = found[index] as Range;
      if (next.end - next.start > longest.end - longest.start) longest = next;
      end = Math.max(end, next.end);
    }
    out += text.slice(done, start) + longest.mask;
    done = end;
  }
  return out + text.slice(done);
}

function occurrences(text: string, part: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    found.push([at, at + part.length]);
  return found;
}

/** Masks a key of one to three characters only where it stands as a credential, because it occurs everywhere. */
function maskTiny(text: string, tiny: readonly Secret[]): string {
  let out = text;
  for (const { secret, variable } of tiny) {
    out = out.replace(
      /\b(bearer|basic|token|apikey)(\s+)([^\s"',;]+)/gi,
      (whole, scheme: string, space: string, value: string) =>
        value === secret ? `${scheme}${space}$${variable}` : whole,
    );
  }
  return out;
}
