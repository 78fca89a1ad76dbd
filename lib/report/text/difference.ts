// Finds the differences of two short texts, word by word, so that a reader sees them at once. Knows no format.

export interface Part {
  readonly text: string;
  readonly same: boolean;
}

interface Marked {
  readonly expected: readonly Part[];
  readonly actual: readonly Part[];
}

const longest = 400; // words; above that the table below would be large

/** Marks what differs. Texts that hardly share a word are left unmarked: marking most of either helps nobody. */
export function markDifference(expected: string, actual: string): Marked {
  const left = words(expected);
  const right = words(actual);
  if (left.length > longest || right.length > longest) return byEnds(expected, actual);
  const { inLeft, inRight } = common(left, right);
  const shared = weightOf(left.filter((_, at) => inLeft.has(at)));
  const all = Math.max(weightOf(left), weightOf(right));
  if (expected === actual) return plain(expected, actual);
  if (shared * 4 < all) return byEnds(expected, actual, 0.5);
  const marked = { expected: join(left, inLeft), actual: join(right, inRight) };
  return isScattered(marked) ? plain(expected, actual) : refine(marked);
}

/** If all words of one text are here and there in the other, they are there by chance: "status 403", "any status but 403". */
function isScattered({ expected, actual }: Marked): boolean {
  const own = [expected, actual].map((parts) => parts.filter(({ same }) => !same));
  const inWords = own.map((parts) => parts.filter(({ text }) => /\p{L}/u.test(text)).length);
  return own.some(({ length }) => length === 0) && inWords.some((count) => count > 1);
}

/** Two words in the same place that begin or end alike, as long names do, are marked only where they part. */
function refine(marked: Marked): Marked {
  const { expected, actual } = marked;
  if (
    expected.length !== actual.length ||
    expected.some((part, at) => part.same !== actual[at]?.same)
  )
    return marked;
  const pairs = expected.map((part, at) => {
    const other = actual[at] ?? part;
    if (part.same) return { expected: [part], actual: [other] };
    const finer = byEnds(part.text, other.text);
    const alike = finer.expected.filter((one) => one.same);
    const length = alike.reduce((sum, one) => sum + one.text.length, 0);
    const differs = alike.length < finer.expected.length;
    return differs && length * 2 >= part.text.length
      ? finer
      : { expected: [part], actual: [other] };
  });
  return {
    expected: pairs.flatMap((pair) => pair.expected),
    actual: pairs.flatMap((pair) => pair.actual),
  };
}

/** A number with its sign, its fraction and its exponent: another digit anywhere makes it another number. */
const wholeNumber = String.raw`(?<![\p{L}\d])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\p{L})|\d+`;
const inWords = new RegExp(String.raw`${wholeNumber}|[\p{L}_]+|\s+|[^\p{L}\d\s_]`, 'gu');
const inCharacters = new RegExp(`${wholeNumber}|.`, 'gsu');

const words = (text: string): readonly string[] => text.match(inWords) ?? [];
/** Counts letters, as a long word says more than a short one; a number says no more for having more digits. */
const weightOf = (all: readonly string[]): number =>
  all.reduce((sum, word) => sum + (/\d/.test(word) ? 1 : word.trim().length), 0);
/** Differences within numbers are not shown digit by digit. */
const characters = (text: string): readonly string[] => text.match(inCharacters) ?? [];

/** The places of a longest common subsequence. */
function common(left: readonly string[], right: readonly string[]) {
  const wide = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * wide);
  const at = (row: number, column: number): number => lengths[row * wide + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * wide + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const inLeft = new Set<number>();
  const inRight = new Set<number>();
  for (let row = 0, column = 0; row < left.length && column < right.length;) {
    if (left[row] === right[column]) {
      inLeft.add(row);
      inRight.add(column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return { inLeft, inRight };
}

/** Neighbours become one part; a lone space between two differences belongs to them. */
function join(all: readonly string[], shared: ReadonlySet<number>): readonly Part[] {
  const between = (at: number): boolean => at > 0 && at < all.length - 1;
  const apart = (at: number): boolean => between(at) && !shared.has(at - 1) && !shared.has(at + 1);
  const same = all.map((word, at) => shared.has(at) && !(/^\s+$/.test(word) && apart(at)));
  const parts: { text: string; same: boolean }[] = [];
  all.forEach((word, at) => {
    const last = parts.at(-1);
    if (last !== undefined && last.same === same[at]) last.text += word;
    else parts.push({ text: word, same: same[at] === true });
  });
  return parts;
}

/** Compares the common beginning and end of both texts, unless they are less than the wanted share of the first. */
function byEnds(expected: string, actual: string, share = 0): Marked {
  const left = characters(expected);
  const right = characters(actual);
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let end = 0;
  const room = Math.min(left.length, right.length) - start;
  while (end < room && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const between = left.slice(start, left.length - end).join('').length;
  const alike = expected.length - between;
  if (alike === 0 || alike < expected.length * share) return plain(expected, actual);
  const split = (all: readonly string[]): readonly Part[] =>
    [
      { text: all.slice(0, start).join(''), same: true },
      { text: all.slice(start, all.length - end).join(''), same: false },
      { text: all.slice(all.length - end).join(''), same: true },
    ].filter((part) => part.text !== '');
  return { expected: split(left), actual: split(right) };
}

function plain(expected: string, actual: string): Marked {
  return { expected: [{ text: expected, same: true }], actual: [{ text: actual, same: true }] };
}

/** Cuts long stretches, so that what differs stays in sight: at most about twice `keep` characters of each part. */
export function shorten(parts: readonly Part[], keep: number): readonly Part[] {
  return parts.map((part, at) => {
    const characters = Array.from(part.text);
    if (characters.length <= keep * 2) return part;
    // Before the first difference only the end of the text is of interest, and after the last one only the start.
    const first = at === 0 && parts.length > 1;
    const last = at === parts.length - 1;
    const head = first ? '' : characters.slice(0, last ? keep * 2 : keep).join('');
    const tail = last ? '' : characters.slice(-keep).join('');
    return { ...part, text: `${head}…${tail}` };
  });
}
