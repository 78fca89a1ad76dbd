// What a replay says that it has left behind: the true number of animals, or nothing.
import { describe, expect, test } from 'vitest';
import { failingReport } from '../../../testing/reports/fixture.js';
import type { Io } from '../../io.js';
import type { FailureOfReport } from '../../runs/earlier-reports.js';
import type { ReplayOutcome } from './retry.js';
import { rangesOf } from '../../../report/ranges.js';
import { printReplay, printReplays } from './lines.js';

const report = failingReport();
const result = report.rules.find(({ failures }) => failures.length > 0)!;
const [failure] = result.failures;
const found = { report, result, failure: failure! } as FailureOfReport;

/** What is printed where each of the runs of a replay added animals with these identifiers. */
function said(
  runs: readonly (readonly string[])[],
  { remains = true, json = false, quiet = false } = {},
): string {
  const outcome = outcomeOf(runs);
  return printed((io) => printReplay(found, outcome, { json, quiet, remains }, io));
}

function printed(print: (io: Io) => void): string {
  let out = '';
  const add = (text: string): void => void (out += text);
  const stdout = { write: add, data: add, isTTY: false, columns: 80 };
  print({ stdout, environment: {} } as unknown as Io);
  return out;
}

function outcomeOf(runs: readonly (readonly string[])[]): ReplayOutcome {
  return {
    stillFails: false,
    mark: 'passed',
    isCounted: false,
    sentence: 'It no longer fails.',
    reports: runs.map((ids) => ({
      ...report,
      run: {
        ...report.run,
        created: ids.map((id) => ({ id, name: 'Mia', rule: result.id })),
      },
    })),
  };
}

const sentence = '✓ passed       It no longer fails.\n';

describe('the animals that a replay leaves behind', () => {
  test.each<[string, readonly (readonly string[])[], string]>([
    ['none', [[], []], ''],
    ['no run at all', [], ''],
    ['one', [['7'], []], '1 animal was created and remains: 7.\n'],
    [
      'several, of both runs',
      [
        ['9', '7'],
        ['8', '12'],
      ],
      '4 animals were created and remain: 7-9, 12.\n',
    ],
    ['with identifiers that are texts', [['a', 'b']], '2 animals were created and remain.\n'],
    ['with some that are', [['a', '5']], '2 animals were created and remain: 5 and 1 more.\n'],
  ])('%s', (_, runs, ending) => {
    expect(said(runs)).toBe(sentence + ending);
  });

  test('are not told of a server that is gone, nor where it is to be quiet', () => {
    expect(said([['7']], { remains: false })).toBe(sentence);
    expect(said([['7']], { quiet: true })).toBe(sentence);
  });

  test('of many failures are told once, before the sum', () => {
    const several = [outcomeOf([['7']]), outcomeOf([['8'], ['9']])].map((outcome) => ({
      found,
      outcome,
      again: 'replay',
    }));
    const saidOf = (more: object): string =>
      printed((io) =>
        printReplays(several, 2, { json: false, quiet: false, remains: true, ...more }, io),
      );
    expect(saidOf({})).toBe('3 animals were created and remain: 7-9.\nRetried 1 rule: 1 passed.\n');
    expect(saidOf({ remains: false })).toBe('Retried 1 rule: 1 passed.\n');
    expect(saidOf({ quiet: true })).toBe('Retried 1 rule: 1 passed.\n');
  });

  test('are listed for programs', () => {
    const reported = JSON.parse(said([['7'], ['9']], { json: true })) as { created: object[] };
    expect(reported.created).toMatchObject([{ id: '7' }, { id: '9' }]);
  });

  test('stand in ranges, whatever their size and order', () => {
    expect(rangesOf(['3', '1', '2', '2', '-5']).join(', ')).toBe('-5, 1-3');
    expect(rangesOf(['9223372036854775807', '9223372036854775806']).join(', ')).toBe(
      '9223372036854775806-9223372036854775807',
    );
  });
});
