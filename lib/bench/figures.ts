// Writes figures as Markdown: numbers with their spread, tables, and their place in the page.

export function number(value: number, digits: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The median of several repetitions, with the least and the greatest: "1.24 (1.19–1.31)". */
export function spread(values: readonly number[], digits: number): string {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (part: number): string =>
    number(sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN, digits);
  return `${at(0.5)} (${at(0)}–${at(1)})`;
}

type Cells = readonly string[];

export function table(heads: Cells, rows: readonly Cells[]): string {
  const lines = heads.map((_, at) => (at === 0 ? '---' : '---:'));
  return [heads, lines, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

const [begin, end] = [
  '<!-- figures: written by `npm run bench -- --save` -->',
  '<!-- end of figures -->',
];

/** Replaces the figures of the page by these. */
export function withFigures(page: string, figures: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`.github/speed.md holds no place for the figures: ${begin} … ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${figures}\n${page.slice(to)}`;
}
