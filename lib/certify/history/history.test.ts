// Which runs can be compared, what has changed since an earlier one, and which lines are ignored.
import { describe, expect, test } from 'vitest';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { cleanReport, failingReport, warnedReport } from '../../testing/reports/fixture.js';
import { type PastRun, trendInText } from '../../report/trend.js';
import { mostRunsShown, trendOf } from './comparable.js';
import { pastRunOf, readPastRun } from './past-run.js';

const on = (report: Report, day: string): Report => ({
  ...report,
  run: { ...report.run, startedAt: `2026-11-${day}T03:00:00.000Z` },
});
const earlier = (report: Report, day: string, other: Partial<PastRun> = {}): PastRun => ({
  ...pastRunOf(on(report, day)),
  ...other,
});
const withOutcome = (report: Report, outcome: RuleResult['outcome']): Report => ({
  ...report,
  rules: report.rules.map((rule) => (rule.kind === 'open' ? rule : { ...rule, outcome })),
});

const since = (report: Report, ...past: readonly PastRun[]): string =>
  trendOf(on(report, '24'), past)?.since ?? '';

/** The fixtures all break the same rules, or the first of them. */
function failingOnly(number: number): Report {
  const report = failingReport();
  let left = number;
  return {
    ...report,
    rules: report.rules.map((rule): RuleResult => {
      const stays = rule.kind === 'stated' && rule.outcome === 'failed' && (left -= 1) >= 0;
      return stays || rule.kind === 'open' ? rule : { ...rule, outcome: 'passed', failures: [] };
    }),
  };
}

describe('a line of the history', () => {
  test('is read as it was written', () => {
    for (const report of [cleanReport(), failingReport(), warnedReport()]) {
      const run = pastRunOf(report);
      expect(readPastRun(JSON.stringify(run))).toEqual(run);
    }
  });

  test('says what a later run needs to know', () => {
    expect(pastRunOf(failingReport())).toMatchObject({
      verdict: 'not-conformant',
      complete: true,
      failed: expect.arrayContaining(['add-animal.missing-name']) as unknown,
      warned: [expect.any(String)],
      undecided: [expect.any(String)],
      counts: { failed: 5, warning: 1, cantTell: 1, known: 0 },
      latency: { p50: expect.any(Number) as unknown, p95: expect.any(Number) as unknown },
    });
    const { latency } = pastRunOf({ ...cleanReport(), latency: [] });
    expect(latency).toBeNull();
  });

  test('is of a complete run only where most rules were decided', () => {
    const report = cleanReport();
    const undecided = (count: number): Report => ({
      ...report,
      rules: report.rules.map((rule, at) => ({
        ...rule,
        outcome: at < count ? 'cantTell' : 'passed',
      })),
    });
    const half = Math.floor(report.rules.length / 2);
    expect(pastRunOf(undecided(half)).complete).toBe(true);
    expect(pastRunOf(undecided(half + 1)).complete).toBe(false);
  });

  test.each<readonly [string, string | object]>([
    ['no JSON', '<<<<<<< HEAD'],
    ['null', 'null'],
    ['another object', '{"startedAt":"2026-11-24T03:00:00.000Z"}'],
    ['another format', { format: 2 }],
    ['an hour that does not exist', { startedAt: '2026-11-24T99:00:00.000Z' }],
    ['a moment with more behind it', { startedAt: '2026-11-24T03:00:00.000Z<script>' }],
    ['a version that is text', { kit: '\u001b[2J' }],
    ['an unknown verdict', { verdict: 'constructor' }],
    ['an unknown effort', { effort: 'heroic' }],
    ['a negative count', { counts: { ...pastRunOf(cleanReport()).counts, failed: -1 } }],
    ['no counts', { counts: {} }],
    ['ids that are none', { failed: [1] }],
    ['no target', { target: 'staging' }],
    ['times beyond all measure', { latency: { p50: 1e300, p95: 1 } }],
  ])('is passed over if it is none: %s', (_, value) => {
    const line =
      typeof value === 'string' ? value : JSON.stringify({ ...pastRunOf(cleanReport()), ...value });
    expect(readPastRun(line)).toBeUndefined();
  });

  test('may have more fields than this version knows', () => {
    expect(readPastRun(JSON.stringify({ ...pastRunOf(cleanReport()), more: 1 }))).toBeDefined();
  });
});

describe('runs are compared', () => {
  const now = on(cleanReport(), '24');
  const own = pastRunOf(now);
  const others = (...past: readonly PastRun[]): number =>
    (trendOf(now, past)?.runs.length ?? 1) - 1;

  test('in their order, the latest thirty, with this one as the last', () => {
    const past = Array.from({ length: 23 }, (_, at) =>
      earlier(cleanReport(), String(at + 1).padStart(2, '0')),
    );
    expect(trendOf(now, past.toReversed())?.runs).toEqual([...past, own]);
    const many = Array.from({ length: 50 }, () => past[0]!);
    expect(trendOf(now, many)?.runs).toHaveLength(mostRunsShown);
  });

  test('with none of the same moment or later: a report may be shown again', () => {
    expect(others(own, earlier(cleanReport(), '25'))).toBe(0);
  });

  test.each<readonly [string, Partial<PastRun>]>([
    ['a partial one', { complete: false }],
    ['another effort', { effort: 'quick' }],
    ['one that only read', { readOnly: true }],
    ['one that tried few wrong keys', { fewKeys: true }],
    ['a strict one', { strict: true }],
    ['another target', { target: { ...own.target, name: 'other' } }],
    ['one of the quickstart too', { target: { ...own.target, quickstart: true } }],
  ])('but not with %s', (_, other) => {
    expect(others(earlier(cleanReport(), '20'))).toBe(1);
    expect(others(earlier(cleanReport(), '20', other))).toBe(0);
  });

  test('of a candidate whatever its port, but not of another command', () => {
    const at = (port: number, command = 'node server.js'): Report => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const again = ['--start', command];
      return {
        ...now,
        target: { name: baseUrl, baseUrl, quickstartBaseUrl: null, again },
      };
    };
    expect(trendOf(at(4078), [earlier(at(5000), '20')])?.runs).toHaveLength(2);
    expect(trendOf(at(4078), [earlier(at(5000, 'node other.js'), '20')])).toBeUndefined();
    const { again: _again, ...typed } = at(4078).target;
    const other = {
      ...typed,
      name: 'http://127.0.0.1:5000/v1',
      baseUrl: 'http://127.0.0.1:5000/v1',
    };
    const past = [earlier({ ...now, target: other }, '20')];
    expect(trendOf({ ...now, target: typed }, past)).toBeUndefined();
  });

  test.each<readonly [string, Partial<Report['run']>]>([
    ['some rules', { scope: { ...now.run.scope, only: ['errors'] } }],
    ['without some rules', { scope: { ...now.run.scope, exclude: ['errors'] } }],
    ['a shard', { scope: { ...now.run.scope, shard: { index: 1, of: 2 } } }],
    ['a budget', { scope: { ...now.run.scope, budget: { maxRequests: 10 } } }],
    ['ended by somebody', { interrupted: true }],
    ['ended at a failure', { bail: 1 }],
  ])('never if partial: %s', (_, run) => {
    const partial = { ...now, run: { ...now.run, ...run } };
    expect(trendOf(partial, [earlier(cleanReport(), '20')])).toBeUndefined();
  });
});

describe('what has changed is told in a sentence', () => {
  test('on no first run, and not where nothing has changed', () => {
    expect(since(failingReport())).toBe('');
    expect(since(failingReport(), earlier(failingReport(), '20'))).toBe('');
  });

  test('since a green run with its day', () => {
    const green = earlier(cleanReport(), '20');
    expect(since(failingOnly(2), green)).toBe(
      'Since the last green run (2026-11-20): 2 rules began to fail (list-animals.limit-is-maximum, add-animal.keeps-category).',
    );
    expect(since(failingOnly(1), green)).toBe(
      'Since the last green run (2026-11-20): 1 rule began to fail (list-animals.limit-is-maximum).',
    );
    expect(since(warnedReport(), green)).toMatch(
      /^Since the last green run \(2026-11-20\): (?:1 new warning|\d+ new warnings) \(.*\)\.$/,
    );
  });

  test('since a red one', () => {
    expect(since(failingOnly(1), earlier(failingOnly(2), '20'))).toBe(
      'Since the last complete run (2026-11-20): 1 rule no longer fails (add-animal.keeps-category).',
    );
    expect(since(cleanReport(), earlier(failingOnly(2), '20'))).toBe(
      'Since the last complete run (2026-11-20): 2 rules no longer fail (list-animals.limit-is-maximum, add-animal.keeps-category).',
    );
  });

  test('with the kit, if that has changed too', () => {
    const old = earlier(cleanReport(), '20', { kit: '0.0.9' });
    expect(since(failingOnly(2), old)).toBe(
      'Since the last green run (2026-11-20, with version 0.0.9 of the kit): 2 rules began to fail (list-animals.limit-is-maximum, add-animal.keeps-category).',
    );
  });

  test('but not of a rule that is or was undecided', () => {
    const undecided = withOutcome(cleanReport(), 'cantTell');
    expect(since(undecided, earlier(failingOnly(2), '20'))).toBe('');
    expect(since(failingOnly(2), earlier(undecided, '20'))).toBe('');
  });
});

test('the last runs are a line of text', () => {
  const text = (...past: readonly PastRun[]): readonly string[] | undefined => {
    const trend = trendOf(on(cleanReport(), '24'), past);
    return trend && trendInText(trend);
  };
  expect(text()).toBeUndefined();
  const clean = earlier(cleanReport(), '20');
  expect(text(clean)).toEqual(['No rule failed in the last 2 runs, since 2026-11-20']);
  const thisNight = { startedAt: '2026-11-24T01:05:00.000Z' };
  expect(text(earlier(cleanReport(), '24', thisNight))).toEqual([
    'No rule failed in the last 2 runs, since 2026-11-24 01:05 UTC',
  ]);
  expect(text(clean, earlier(failingOnly(1), '21'), earlier(failingReport(), '22'))).toEqual([
    'Since the last complete run (2026-11-22): 5 rules no longer fail (list-animals.limit-is-maximum, add-animal.keeps-category, add-animal.missing-name and 2 more), 1 warning gone (add-animal.odd-names).',
    'Failed rules per run, last 4 runs, since 2026-11-20: ▁▃█▁ (at most 5, now 0)',
  ]);
});
