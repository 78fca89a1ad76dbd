import { expect, test } from 'vitest';
import { freshSideBySide } from './fresh.js';
import { startSideBySide } from './start.js';

test('the bare loop sends what a run sends', async () => {
  const [turn] = await freshSideBySide(1);
  expect(turn?.exchanges).toBeGreaterThan(2_000);
  expect(turn?.bare.wallMs).toBeGreaterThan(0);
});

test('the first result that the command prints is seen', async () => {
  const [turn] = await startSideBySide(1);
  expect(turn?.kit.firstResultMs).toBeLessThan(turn?.kit.wallMs ?? 0);
});
