// Tests what the golden files of a comparison do not show: what it groups, cuts, and makes harmless.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneSided } from './parts.js';
import { comparisonMarkdown } from './markdown.js';
import { comparisonHtml } from './page.js';
import { renderComparison } from './terminal.js';
import { visible } from '../../../report/text/inert.js';
import { hostileReport } from '../../../testing/reports/fixture-hostile.js';
import {
  answering,
  differing,
  production,
  staging,
  withRule,
} from '../../../testing/reports/fixture-comparison.js';
import { poison, poisoned, readPoisoned } from '../../../testing/reports/poison.js';
import { compareReports } from '../compare.js';
import type { Comparison } from '../comparison.js';

const order = 'list-animals.order';
const plain = { colour: false, width: 100 };

const compared = (...[a, b]: readonly Parameters<typeof compareReports>[0][]): Comparison =>
  compareReports(a ?? staging(), b ?? production(), { operands: ['a', 'b'] });

const ofAll = (): Comparison => compared(...differing());
const same = (): Comparison => compared(staging(), production());

test('observations of only one of them are one group by their reason; one alone shows its answer', () => {
  const open = staging()
    .rules.filter(({ kind }) => kind === 'open')
    .map(({ id }) => id);
  const without = (ids: readonly string[]) => {
    const less = ids.reduce(
      (report, id) => withRule(report, id, { outcome: 'untested', reason: 'only read' }),
      production(),
    );
    return { ...less, observations: less.observations.filter(({ id }) => !ids.includes(id)) };
  };
  const ofAllOpen = open.reduce((report, id) => answering(report, id, `as ${id}`), staging());
  const groupsWithout = (ids: readonly string[]) => oneSided(compared(ofAllOpen, without(ids)));
  expect(groupsWithout(open)).toEqual([
    expect.objectContaining({ sentence: 'staging: observed; production: untested', ids: open }),
  ]);
  const [first = ''] = open;
  expect(groupsWithout([first])[0]?.sentence).toBe(`staging: as ${first}; production: untested`);
});

test('a rule that one breaks, and of which the other was asked less, has the reason of the other', () => {
  const [first] = staging().rules;
  const id = first?.id ?? '';
  const why = '3 of 9 cases were skipped';
  const { run, ...rest } = withRule(production(), id, { outcome: 'passed', reason: why });
  const less = { ...rest, run: { ...run, scope: { ...run.scope, full: false, readOnly: true } } };
  const ours = withRule(staging(), id, { outcome: 'failed' });
  const sentence = 'staging: failed; production: passed';
  expect(oneSided(compared(ours, less))).toContainEqual(
    expect.objectContaining({ sentence, why, ids: [id] }),
  );
});

const flat = (text: string): string => text.replace(/\s+/g, ' ');
const withoutColours = (text: string): string =>
  text.replace(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '');

describe('on the terminal', () => {
  test('what does not differ is shown where it is asked for', () => {
    expect(flat(renderComparison(same(), { ...plain, verbose: true }))).toMatch(
      / Response times = listPets no change beyond noise .* What is the same .*list-animals\.limit-is-maximum/,
    );
    expect(renderComparison(ofAll(), plain)).not.toContain('getPet');
    expect(renderComparison(ofAll(), { ...plain, quiet: true })).toMatch(/^≠ staging and /);
  });

  test.each([false, true])(
    'what a target sent is shown and never obeyed (colours: %s)',
    (colour) => {
      const hostile = compared(hostileReport(), production());
      const text = renderComparison(hostile, { colour, width: 90, verbose: true });
      const lines = withoutColours(text).split('\n');
      expect(lines).toEqual(lines.map(visible));
      expect(lines.filter((line) => /^\s*::error|##\[|##vso/.test(line))).toEqual([]);
    },
  );
});

describe('as Markdown', () => {
  test('nothing that a target sent is markup in it', () => {
    const text = comparisonMarkdown(compared(hostileReport(), production()));
    const outside = text.replace(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, '');
    expect(outside).not.toMatch(/<(?!\/?(?:details|summary)>)|\]\(|(?<!\\)!\[|^::error|@everyone/m);
  });

  test('stays below what a job summary holds', () => {
    const long = 'x; '.repeat(400_000);
    const text = comparisonMarkdown(
      compared(answering(staging(), order, long), answering(production(), order, `${long}y`)),
    );
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  });
});

describe('as a page', () => {
  test('marks the words that differ', () => {
    const page = comparisonHtml(
      compared(
        answering(staging(), order, 'sorted by name'),
        answering(production(), order, 'sorted by age'),
      ),
    );
    expect(page).toContain('sorted by <mark>name</mark>');
    expect(page).toContain('sorted by <mark>age</mark>');
  });

  /** Names that the page looks up in tables, and whose types allow no other values. */
  const lookedUp = new Set(['verdict', 'outcome', 'kind', 'change', 'startedAt']);
  test('shows every text as text, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(poison, { minLength: 1, maxLength: 40 }), (texts) => {
        expect(readPoisoned(comparisonHtml(poisoned(ofAll(), texts, lookedUp))).evil).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
