import { expect, test } from 'vitest';
import { cleanReport, manyFailures } from '../../testing/reports/fixture.js';
import { renderInterrupted } from './interrupted.js';
import { columns } from './lines.js';

test.each([60, 100])('has a few lines, %i columns wide, whatever failed', (width) => {
  for (const report of [cleanReport(), manyFailures()]) {
    const lines = renderInterrupted(report, { colour: false, width }).trimEnd().split('\n');
    // With the three lines around them a dozen.
    expect(lines.length).toBeLessThanOrEqual(9);
    for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
  }
});

test('says how far the run came and what failed', () => {
  const text = renderInterrupted(manyFailures(), { colour: false, width: 100 });
  expect(text).toMatch(/^https:\S+\nInterrupted after \d+ of \d+ rules, [\d,]+ requests in /);
  expect(text.match(/^ {2}[✗!] /gm)?.length).toBe(5);
  expect(text).toMatch(/^ {2}and \d+ more rules that failed: see report\.html$/m);
  expect(renderInterrupted(cleanReport(), { colour: false, width: 100 })).not.toContain('✗');
});
