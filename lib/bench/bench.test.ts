import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { builtPath } from '../contract/files.js';

test('it measures runs beside the bare loop, and sees the first result that the command prints', () => {
  const bench = builtPath('tools/lib/bench/main.js');
  const text = execFileSync(process.execPath, [bench, '--quick', 'exchange', 'command'], {
    encoding: 'utf8',
  });
  const figures = (label: string): readonly number[] => {
    const [, cells = ''] = new RegExp(`^\\| ${label} \\|(.*)$`, 'm').exec(text) ?? [];
    return cells.split('|').map((cell) => Number(cell.replaceAll(',', '').split(' (')[0]));
  };
  expect(figures('a whole run')[0]).toBeGreaterThan(2_000);
  expect(figures('a whole run')[2]).toBeGreaterThan(0);
  expect(figures('first result printed')[0]).toBeLessThan(figures('whole command')[0] ?? 0);
});
