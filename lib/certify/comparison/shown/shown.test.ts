// Tests the presentations of a comparison: on the terminal, as Markdown, as a page, as JSON.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparisonJson, oneSided } from './parts.js';
import { comparisonMarkdown } from './markdown.js';
import { comparisonHtml } from './page.js';
import { renderComparison } from './terminal.js';
import { visible } from '../../../report/text/inert.js';
import { hostileReport } from '../../../testing/reports/fixture-hostile.js';
import {
  answering,
  between,
  broken,
  measured,
  production,
  staging,
  withRule,
} from '../../../testing/reports/fixture-comparison.js';
import { poison, poisoned, readPoisoned } from '../../../testing/reports/poison.js';
import { compareReports } from '../compare.js';
import type { Comparison } from '../comparison.js';

const limit = 'list-animals.limit-is-maximum';
const order = 'list-animals.order';
const plain = { colour: false, width: 100 };

const compared = (...[a, b]: readonly Parameters<typeof compareReports>[0][]): Comparison =>
  compareReports(a ?? staging(), b ?? production(), { operands: ['a', 'b'] });

/** A comparison with one of each: a broken rule, a different answer, an untested rule and a slower operation. */
const ofAll = (): Comparison =>
  compared(
    {
      ...answering(staging(), order, 'by ascending identifier'),
      latency: [measured('listPets', between(40, 60)), measured('getPet', between(1, 2))],
    },
    {
      ...answering(
        ['add-animal.answers-201', 'add-animal.keeps-name'].reduce(
          (report, id) => withRule(report, id, { outcome: 'untested', reason: 'only read' }),
          broken(production(), limit, 'The list is too long.'),
        ),
        order,
        'newest first',
      ),
      latency: [measured('listPets', between(100, 120)), measured('getPet', between(1, 2))],
    },
  );
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

const flat = (text: string): string => text.replace(/\s+/g, ' ');
const withoutColours = (text: string): string =>
  text.replace(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '');

/** Expects these parts in this order. */
function expectInOrder(text: string, parts: readonly string[]): void {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    expect(
      at,
      `${part} behind ${from} in:\n${text.slice(from, from + 2000)}`,
    ).toBeGreaterThanOrEqual(0);
    from = at + part.length;
  }
}

describe('on the terminal', () => {
  test('what clients will notice comes first, and the conclusion last', () => {
    const text = flat(renderComparison(ofAll(), plain));
    expectInOrder(text, [
      'Animal Store: staging and production',
      'What clients will notice',
      `✗ failed ${limit}`,
      'production breaks this rule; staging keeps it.',
      'The list is too long.',
      `i observed ${order}`,
      'staging lists animals by ascending identifier, production newest first.',
      'Decided for only one of them',
      'staging: passed; production: untested',
      'only read add-animal.answers-201, add-animal.keeps-name',
      'Response times',
      '▲ listPets slower',
      'half within 110 ms',
    ]);
    expect(text).not.toContain('getPet');
    expect(text).toMatch(
      / ≠ staging and production differ in 1 outcome, 1 observation and 1 response time; \d+ rules and \d+ observations are the same; 2 could be decided for only one of them and \d+ for neither\. $/,
    );
  });

  test('nothing is said of what does not differ, unless it is asked for', () => {
    const text = renderComparison(same(), plain);
    expect(text).not.toMatch(/What|Response times/);
    expect(text).toMatch(/\n= No difference between staging and production: /);
    const all = renderComparison(same(), { ...plain, verbose: true });
    expectInOrder(all, [
      'Response times',
      '= listPets  no change beyond noise',
      'What is the same',
      limit,
    ]);
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
  test('has every part, in the same order', () => {
    expectInOrder(comparisonMarkdown(ofAll()), [
      '## ≠ Animal Store: staging and production\n',
      '`https://animals.example/v1`',
      '### What clients will notice',
      `- ✗ failed: \`${limit}\``,
      `- i observed: \`${order}\``,
      '  - staging lists animals by ascending identifier, production newest first.',
      '### Decided for only one of them',
      '`add-animal.answers-201`, `add-animal.keeps-name`',
      '### Response times',
      '| `listPets` | 50 ms, 58 ms, 60 ms; 500 |',
      '**production is slower**',
      '| `getPet` |',
      'no change beyond noise',
      '<details><summary>What is the same',
    ]);
  });

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
  test('begins with what clients will notice', () => {
    const { text } = readPoisoned(comparisonHtml(ofAll()));
    const main = text.slice(text.lastIndexOf('By kind'));
    expectInOrder(main, [
      'What clients will notice',
      'production breaks this rule; staging keeps it.',
      'staging lists animals by ascending identifier, production newest first.',
      'Decided for only one of them',
      'staging: passed; production: untested',
      'Response times',
      'listPets',
      'slower',
      'getPet',
      'no change beyond noise',
      'What was compared',
      'https://api.animals.example/v1',
      'What is the same',
    ]);
  });

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

  test('says so where nothing differs', () => {
    expect(readPoisoned(comparisonHtml(same())).text).toContain(
      'Nothing: no rule and no observation differs.',
    );
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

test('as JSON it is the whole comparison', () => {
  expect(JSON.parse(comparisonJson(ofAll()))).toEqual(JSON.parse(JSON.stringify(ofAll())));
});
