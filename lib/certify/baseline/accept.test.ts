// Updating a file of known failures keeps what people wrote into it.
import { describe, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { failingReport } from '../../testing/reports/fixture.js';
import { day } from '../../testing/reports/fixture-known.js';
import { accepted, type Accepting, NeedsReason } from './accept.js';
import { parseBaseline, type ParsedBaseline } from './parse.js';
import { standingsOf } from './standing.js';

const report = failingReport();
const parse = (text: string): ParsedBaseline =>
  parseBaseline(text, { file: 'k.yaml', rules: report.rules, nearest: () => undefined });
const how: Accepting = {
  reason: 'Work: in progress',
  expires: '2027-02-03',
  day,
  byCase: false,
  only: null,
  accept: true,
  prune: false,
};
const update = (text: string, more: Partial<Accepting> = {}, from: Report = report) =>
  accepted(parse(text), from, { ...how, ...more });
const rulesOf = (entries: readonly { readonly rule: string }[]) => entries.map(({ rule }) => rule);

describe('accepting', () => {
  test('writes an entry for each rule that fails the gate, and reads it again', () => {
    const { text, added, renewed, dropped } = update('', { link: 'https://t.example/1' });
    const stated = report.rules.filter(({ kind }) => kind === 'stated');
    const failing = stated.filter(({ outcome }) => outcome === 'failed');
    const undecided = stated.filter(({ outcome }) => outcome === 'cantTell');
    expect(undecided).not.toEqual([]);
    expect(rulesOf(added)).toEqual([...failing, ...undecided].map(({ id }) => id));
    expect([renewed, dropped]).toEqual([[], []]);
    expect(text).toMatch(/^# Known failures/);
    expect(parse(text).entries).toEqual(
      [...failing, ...undecided].map(({ id, outcome }) => ({
        rule: id,
        ...(outcome === 'cantTell' && { case: 'undecided' }),
        reason: 'Work: in progress',
        expires: '2027-02-03',
        link: 'https://t.example/1',
      })),
    );
    expect(update(text).added).toEqual([]);
  });

  test('renews an undecided rule that is still undecided, and adds none where nothing fails', () => {
    const { text, added } = update('');
    const late = text.replaceAll('2027-02-03', '2020-01-01');
    expect(rulesOf(update(late).renewed)).toEqual(rulesOf(added));
    const rules = report.rules.filter(({ outcome }) => outcome !== 'failed');
    expect(update('', {}, { ...report, rules }).added).toEqual([]);
  });

  test('counts warnings where they fail, or were asked for', () => {
    expect(rulesOf(update('').added)).not.toContain('add-animal.odd-names');
    const strict = { ...report, run: { ...report.run, strict: true } };
    expect(rulesOf(update('', {}, strict).added)).toContain('add-animal.odd-names');
    expect(rulesOf(update('', { only: ['add-animal.odd-names'] }).added)).toEqual([
      'add-animal.odd-names',
    ]);
  });

  test('writes an entry for each failure where that is asked for', () => {
    const { text } = update('', { byCase: true, only: ['errors.status-field'] });
    expect(parse(text).entries.map((entry) => entry.case)).toEqual(['f-0005', 'f-0006']);
  });

  test('keeps comments, order, reasons and days of what is there', () => {
    const before = `# Talk to Ada first.

- rule: errors.status-field # the gateway
  reason: The gateway writes it.
  expires: 2026-12-01

# Old.
- rule: list-animals.filter
  reason: Slow
  expires: 2026-12-02
`;
    const { text, added } = update(before);
    expect(text.startsWith(before)).toBe(true);
    expect(rulesOf(added)).not.toContain('errors.status-field');
    expect(text).toContain('- rule: add-animal.missing-name\n  reason: "Work: in progress"\n');
  });

  test('knows a further failure of a rule by its case, where the file knows the rule by cases', () => {
    const before =
      '- rule: errors.status-field\n  case: f-0005\n  reason: a\n  expires: 2026-12-01\n';
    const { text, added } = update(before, { only: ['errors.status-field'] });
    expect(added).toMatchObject([{ rule: 'errors.status-field', case: 'f-0006' }]);
    expect(text).toContain('case: "f-0006"');
  });

  test('renews what has expired and still fails, with its reason', () => {
    const before =
      '- rule: errors.status-field\n  reason: a\n  expires: 2026-11-04\n- rule: list-animals.filter\n  reason: b\n  expires: 2026-11-04\n';
    const { text, renewed, added } = update(before, { only: ['errors.status-field'] });
    expect([rulesOf(renewed), added]).toEqual([['errors.status-field'], []]);
    expect(parse(text).entries).toEqual([
      { rule: 'errors.status-field', reason: 'a', expires: '2027-02-03' },
      { rule: 'list-animals.filter', reason: 'b', expires: '2026-11-04' },
    ]);
  });

  test('asks why, unless nothing is new', () => {
    const { reason: _, ...silent } = how;
    expect(() => accepted(parse(''), report, silent)).toThrow(NeedsReason);
    const text = update('').text;
    expect(accepted(parse(text), report, silent).added).toEqual([]);
  });
});

describe('pruning', () => {
  const before = `# Head.

- rule: list-animals.filter
  reason: mended
  expires: 2026-12-01
- rule: errors.status-field
  case: f-9999
  reason: another case by now
  expires: 2026-12-01
- rule: messages.accepted
  reason: not tested in this run
  expires: 2026-12-01
- rule: add-animal.missing-name
  reason: still so
  expires: 2026-11-01
`;
  const prune = { accept: false, prune: true };

  test('removes what no longer fails, and nothing that was not tested', () => {
    const { text, dropped } = update(before, prune);
    expect(rulesOf(dropped)).toEqual(['list-animals.filter', 'errors.status-field']);
    expect(rulesOf(parse(text).entries)).toEqual(['messages.accepted', 'add-animal.missing-name']);
    expect(text).toMatch(/^# Head\./);
    expect(update(before).dropped).toEqual([]);
  });

  test('removes nothing after a run that sent only some cases', () => {
    const quick: Report = { ...report, run: { ...report.run, effort: 'quick' } };
    expect(update(before, prune, quick).dropped).toEqual([]);
  });

  test('leaves a file that may be read again, also of nothing', () => {
    const one = '- rule: list-animals.filter\n  reason: mended\n  expires: 2026-12-01\n';
    const { text } = update(one, prune);
    expect(parse(text).entries).toEqual([]);
    expect(text).toMatch(/^# Known failures\. .*\n(?:# .*\n)+\[\]\n$/);
    expect(rulesOf(parse(update(text).text).entries)).toContain('add-animal.missing-name');
  });
});

test('how each entry stands', () => {
  const text = [
    ['list-animals.filter', '2026-10-01'],
    ['add-animal.missing-name', '2026-11-04'],
    ['add-animal.keeps-category', '2026-11-19'],
    ['authentication.every-request', '2026-11-20'],
    ['errors.status-field', '2027-01-01\n  case: f-9999'],
  ]
    .map(([rule, expires]) => `- rule: ${rule}\n  reason: a\n  expires: ${expires}\n`)
    .join('');
  const { entries } = parse(text);
  const standings = (beside: Report | null) =>
    standingsOf({ entries, day }, beside).map(({ standing }) => standing);
  expect(standings(report)).toEqual([
    'no longer fails',
    'expired',
    'expires soon',
    'known',
    'other case',
  ]);
  expect(standings(null)).toEqual(['expired', 'expired', 'expires soon', 'known', 'known']);
});
