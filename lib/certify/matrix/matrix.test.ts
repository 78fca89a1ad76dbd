// Tests the order and the links of the matrix, and what it hides of invalid certificates.
import { describe, expect, test } from 'vitest';
import { entries, entry, id, ledger, thousand } from '../../testing/reports/fixture-matrix.js';
import { fewestProblemsFirst } from './entry.js';
import { matrixMarkdown } from './markdown.js';
import { matrixPage } from './page.js';

describe('the matrix', () => {
  test('has the verified first, and of these those with the fewest problems', () =>
    expect(fewestProblemsFirst(entries).map(({ name }) => name)).toEqual([
      'Alpha 1.0',
      'Beta 1.0',
      'Warned 1.0',
      'Unknown 1.0',
      'Forged 1.0',
    ]));

  test('as a table links each cell, says who is not verified and why', () => {
    const table = matrixMarkdown(entries, ledger);
    expect(table).toContain('5 implementations: 3 verified, 1 unverified, 1 refused.');
    const row = table.split('\n').find((line) => line.includes(`warned/report.html#${id}`));
    expect(row).toContain(`[✓](vendors/alpha/report.html#${id})`);
    expect(row).toContain(`[!](vendors/warned/report.html#${id})`);
    expect(table).not.toContain('forged/report.html');
    expect(table).toMatch(
      /^- Forged 1\.0 \(`vendors\/forged`\): refused\. badge\.svg is the badge/m,
    );
    const columns = table
      .split('\n')
      .flatMap((line) => (line.startsWith('|') ? [line.split(' | ').length] : []));
    expect(new Set(columns)).toEqual(new Set([entries.length + 1]));
  });

  test('escapes what vendors call themselves', () => {
    const hostile = [entry('Evil', { name: '</script><b>|[x](y)\u202e', organisation: '"><i>' })];
    const page = matrixPage(hostile, ledger);
    expect(page).not.toMatch(/<b>|<i>|<\/script><b/);
    expect(page).not.toContain('\u202e');
    const [head = ''] = matrixMarkdown(hostile, ledger).split('\n').slice(4);
    expect(head.split(' | ')).toHaveLength(2);
    expect(head).not.toContain('\u202e');
  });

  test('of a thousand vendors stays below two megabytes', () => {
    expect(Buffer.byteLength(matrixPage(thousand, ledger))).toBeLessThan(2_000_000);
    expect(Buffer.byteLength(matrixMarkdown(thousand, ledger))).toBeLessThan(2_000_000);
  });
});
