// Finds the word that was most likely meant. Knows no flags, rules or targets.

/** " Did you mean X?" with a space before it, or nothing where no word is near. */
export function didYouMean(
  written: string,
  known: readonly string[],
  show: (word: string) => string = (word) => word,
): string {
  const near = nearest(written, known);
  return near === undefined ? '' : ` Did you mean ${show(near)}?`;
}

const mostNamed = 5;

/** The names that hold the word where there are several; else the nearest; else those that hold a part of it. */
export function namesLike(written: string, known: readonly string[]): string {
  const word = written.toLowerCase();
  const holding = word.length < 3 ? [] : holdingFirst(word, known);
  if (holding.length > 1) return ` These are like it: ${shortList(holding)}.`;
  const near = didYouMean(written, known);
  if (near !== '') return near;
  const alike = withMostParts(word, known);
  return alike.length === 0 ? '' : ` These are like it: ${shortList(alike)}.`;
}

/** Words that begin with it come first. */
const holdingFirst = (word: string, known: readonly string[]): readonly string[] => [
  ...known.filter((name) => name.startsWith(word)),
  ...known.filter((name) => name.includes(word) && !name.startsWith(word)),
];

/** Returns the known words that contain most of its parts. */
function withMostParts(word: string, known: readonly string[]): readonly string[] {
  const parts = word.split(/[^a-z]+/).filter((part) => part.length >= 4);
  const counted = known
    .map((name) => ({ name, count: parts.filter((part) => name.includes(part)).length }))
    .filter(({ count }) => count > 0);
  const most = Math.max(...counted.map(({ count }) => count));
  return counted.filter(({ count }) => count === most).map(({ name }) => name);
}

const shortList = (names: readonly string[]): string =>
  `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? `, and ${names.length - mostNamed} more` : ''}`;

/** The part of a word that may be wrong: of five letters, one, because with two, "serve" would be near to "merge". */
const mostChanged = 0.35;

export function nearest(written: string, known: readonly string[]): string | undefined {
  const word = written.toLowerCase();
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const distance = other.startsWith(word) && word.length >= 3 ? 1 : editDistance(word, other);
    if (best === undefined || distance < best.distance) best = { word: candidate, distance };
  }
  return best !== undefined &&
    best.distance <= Math.max(1, Math.floor(Math.max(word.length, best.word.length) * mostChanged))
    ? best.word
    : undefined;
}

/** How many letters to add, drop, change, or swap with their neighbour. */
export function editDistance(one: string, other: string): number {
  const a = [...one].slice(0, 80);
  const b = [...other].slice(0, 80);
  let before: number[] = [];
  let last = b.map((_, at) => at).concat(b.length);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
