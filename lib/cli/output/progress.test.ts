// What a terminal and a log get while a run goes on: in a log, nothing twice, though a candidate may be started again and
// again.
import { afterEach, expect, test, vi } from 'vitest';
import type { RuleResult } from '../../judge/result/report.js';
import type { Exchange } from '../../http/types.js';
import { failingReport } from '../../testing/reports/fixture.js';
import { showProgress } from './progress.js';

afterEach(() => void vi.useRealTimers());

/** The progress of a run in a log. */
const inLog = (
  written: string[],
  more: Partial<Parameters<typeof showProgress>[0]>,
): ReturnType<typeof showProgress> =>
  showProgress({
    output: { write: (text) => written.push(text) > 0, isTTY: false, columns: 100 },
    environment: {},
    style: 'plain',
    strict: false,
    ids: [],
    ...more,
  });

const exchange = (more: object = {}) => ({ ask: {}, resent: 0, ...more }) as Exchange;

test('a phase that is repeated, and a rule that fails again, are said once', () => {
  const written: string[] = [];
  const failed = failingReport().rules.find(({ outcome }) => outcome === 'failed') as RuleResult;
  const progress = inLog(written, { ids: [failed.id] });
  for (let part = 0; part < 2; part++) {
    progress.listeners.onEvent({ type: 'started', rules: 1 });
    progress.listeners.onEvent({ type: 'rule', result: failed, done: 1, of: 1, exchanges: 1 });
    for (let time = 0; time < 3; time++) progress.listeners.onPhase('starting it again');
  }
  progress.end();
  const lines = written.join('').split('\n');
  expect(lines.filter((line) => line === 'starting it again')).toHaveLength(2);
  expect(lines.filter((line) => line.includes(failed.id))).toHaveLength(1);
});

test('what fails is left to a result that shows it right after, and a log counts the requests', () => {
  const written: string[] = [];
  const failed = failingReport().rules.find(({ outcome }) => outcome === 'failed') as RuleResult;
  const progress = inLog(written, {
    ids: [failed.id, 'version.base-path'],
    expected: 1040,
    showsFailures: false,
  });
  progress.listeners.onEvent({ type: 'started', rules: 2 });
  progress.listeners.onEvent({ type: 'rule', result: failed, done: 1, of: 2, exchanges: 10 });
  progress.end();
  expect(written).toEqual(['  1 of 2 rules and observations, 10 of about 1,040 requests\n']);
});

test('a long wait for new animals is explained when it begins', () => {
  const written: string[] = [];
  const progress = inLog(written, {});
  for (let time = 0; time < 2; time++)
    progress.listeners.onEvent({ type: 'waiting', where: 'lists', mostMs: 45_000 });
  progress.end();
  expect(written).toEqual(['Waiting up to 45 s for new animals to appear in lists\n']);
});

test.each<[string, boolean, 'invalid' | 'valid', string[]]>([
  ['wrong keys', true, 'invalid', ['wrong keys: --wrong-keys few sends fewer of them']],
  ['wrong keys that a certificate needs', false, 'invalid', ['wrong keys']],
  ['everything', true, 'valid', ['slow down, so the run takes longer']],
])('that a target throttles %s is said once', (_, maySendFewerKeys, validity, ending) => {
  const written: string[] = [];
  const progress = inLog(written, { maySendFewerKeys });
  const ask = { key: { wrong: 'fake' }, validity };
  for (let sent = 0; sent < 50; sent++) {
    progress.listeners.onExchange(exchange({ ask }));
    progress.listeners.onExchange(exchange({ ask, resent: 1, lost: 1 }));
    if (sent === 4) expect(written).toEqual([]);
    progress.listeners.onExchange(exchange({ ask, resent: 2 }));
  }
  progress.end();
  expect(written.map((line) => line.replace(/^.*(?=wrong keys|slow down)|\n/g, ''))).toEqual(
    ending,
  );
});

test('on a terminal one line says how far the run is, until the run ends', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let written = '';
  /** What was written since it was last asked for, with the line that is overwritten marked. */
  const since = (): string => {
    const text = written.replaceAll('\r\u001b[2K', '<');
    written = '';
    return text;
  };
  const [failed, ...others] = failingReport().rules as [RuleResult, ...RuleResult[]];
  const progress = showProgress({
    output: { write: (text) => (written += text) !== '', isTTY: true, columns: 100 },
    environment: { NO_COLOR: '1' },
    style: 'live',
    strict: false,
    ids: ['sequences.model', 'bodies.json', 'bodies.other', 'version.x', 'errors.x'],
  });
  progress.listeners.onPhase('Looking');
  progress.listeners.onPhase('Looking');
  expect(since()).toBe('<Looking<Looking');
  progress.listeners.onEvent({ type: 'started', rules: 5 });
  progress.listeners.onExchange(exchange());
  expect(since()).toBe('');
  vi.advanceTimersByTime(250);
  const none = '────────────────────';
  expect(since()).toBe(`<${none} 0 of 5 rules and observations, 1 request  sequences, bodies`);

  const rule = (result: RuleResult, done: number): void =>
    progress.listeners.onEvent({ type: 'rule', result, done, of: 5, exchanges: 9 });
  rule({ ...failed, id: 'sequences.model', outcome: 'failed' }, 1);
  expect(since()).toBe('<  ✗ failed sequences.model\n');
  rule({ ...(others[0] as RuleResult), id: 'bodies.json', outcome: 'passed' }, 2);
  vi.advanceTimersByTime(250);
  expect(since()).toBe(
    '<━━━━━━━━──────────── 2 of 5 rules and observations, 9 requests  bodies, version',
  );
  // Eight of the nine that were sent are answered yet.
  for (let late = 0; late < 8; late++) progress.listeners.onExchange(exchange());
  expect(since()).toBe('');
  vi.advanceTimersByTime(80);
  progress.listeners.onExchange(exchange());
  expect(since()).toContain(', 10 requests');

  progress.note('A note.');
  expect(since()).toBe('<A note.\n');
  progress.interrupt('Ending.');
  progress.listeners.onExchange(exchange());
  progress.listeners.onPhase('after');
  rule({ ...failed, id: 'version.x', outcome: 'failed' }, 3);
  vi.advanceTimersByTime(1000);
  progress.end();
  expect(since()).toBe('Ending.\n');
  expect(vi.getTimerCount()).toBe(0);
});
