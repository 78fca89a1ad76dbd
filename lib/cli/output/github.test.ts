import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../../testing/io.js';
import { toJobSummary } from './github.js';

test('a summary that is larger than GitHub takes is told, and not written', () =>
  inFolder((folder) => {
    const summary = join(folder, 'summary');
    const printed: string[] = [];
    const write = (text: string): void =>
      toJobSummary(text, { GITHUB_STEP_SUMMARY: summary }, (line) => void printed.push(line));
    write('short');
    write('x'.repeat(1024 * 1024));
    expect(readFileSync(summary, 'utf8')).toBe('short\n');
    expect(printed).toEqual([
      '::warning::The job summary could not be written (it is larger than GitHub takes).\n',
    ]);
    return Promise.resolve();
  }));
