import { expect, test } from 'vitest';
import type { Report } from '../judge/result/report.js';
import { cleanReport } from '../testing/reports/fixture.js';
import { runAgain } from './again.js';

const report = (target: Partial<Report['target']>, run: Partial<Report['run']> = {}): Report => {
  const clean = cleanReport();
  return {
    ...clean,
    target: {
      name: 'made-up',
      baseUrl: 'https://a.example/v1',
      quickstartBaseUrl: null,
      ...target,
    },
    run: {
      ...clean.run,
      scope: { full: true, readOnly: false, only: [], shard: null },
      strict: false,
      seed: 7,
      effort: 'standard',
      asOf: '2026-11-22',
      ...run,
    },
  };
};
const effort = '--effort standard --seed 7 --as-of 2026-11-22';

test.each<[string, Report, string]>([
  ['an address', report({}), `https://a.example/v1 ${effort}`],
  [
    'a quickstart',
    report({ quickstartBaseUrl: 'https://q.example' }),
    `https://a.example/v1 --quickstart https://q.example ${effort}`,
  ],
  [
    'a budget',
    report(
      {},
      {
        scope: {
          full: false,
          readOnly: false,
          only: [],
          shard: null,
          budget: { maxRequests: 300, maxWrites: 50, withinSeconds: 1.5 },
        },
      },
    ),
    `https://a.example/v1 --max-requests 300 --max-writes 50 --within 1.5 ${effort}`,
  ],
  [
    'a target with a name',
    report({ name: 'staging', quickstartBaseUrl: 'https://q.example' }),
    `staging ${effort}`,
  ],
  [
    'a candidate that is gone, and its port with it',
    report({
      baseUrl: 'http://127.0.0.1:41234/v1',
      quickstartBaseUrl: 'http://127.0.0.1:41234/q',
      again: ['--quickstart', 'http://127.0.0.1:$PORT/q', '--start', "node 'my server.js'"],
    }),
    `--quickstart 'http://127.0.0.1:$PORT/q' --start 'node '\\''my server.js'\\''' ${effort}`,
  ],
  [
    'few wrong keys',
    report({}, { scope: { full: false, readOnly: false, only: [], shard: null, fewKeys: true } }),
    `https://a.example/v1 --wrong-keys few ${effort}`,
  ],
  [
    'few wrong keys, as production gets them anyway',
    report(
      { name: 'production' },
      { scope: { full: false, readOnly: true, only: [], shard: null, fewKeys: true } },
    ),
    `production --read-only ${effort}`,
  ],
  [
    'a part',
    report(
      {},
      {
        scope: {
          full: false,
          readOnly: true,
          only: ['4.1', 'messages.*'],
          exclude: ['messages.echo', 'list-*'],
          shard: { index: 1, of: 2 },
        },
        strict: true,
        bail: 3,
      },
    ),
    `https://a.example/v1 --read-only --only '4.1,messages.*' --exclude 'messages.echo,list-*' --shard 1/2 --strict --bail 3 ${effort}`,
  ],
])('%s', (_, given, words) => {
  expect(runAgain(given)).toBe(`npx animal-store-conformance run ${words}`);
});
