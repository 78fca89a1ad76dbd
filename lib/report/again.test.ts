// The command that makes a run again names what was chosen, and nothing else.
import { expect, test } from 'vitest';
import type { Report } from '../judge/result/report.js';
import { cleanReport } from '../testing/reports/fixture.js';
import { runAgain } from './again.js';

const address = 'https://a.example/v1';
const quickstart = 'https://q.example';
const whole = { full: true, readOnly: false, only: [], shard: null } as const;
const part = { ...whole, full: false };
const candidate = {
  baseUrl: 'http://127.0.0.1:41234/v1',
  quickstartBaseUrl: 'http://127.0.0.1:41234/q',
  again: ['--quickstart', 'http://127.0.0.1:$PORT/q', '--start', "node 'my server.js'"],
};

test.each<[string, Partial<Report['target']>, Partial<Report['run']>, string]>([
  ['an address', {}, {}, address],
  ['a quickstart', { quickstartBaseUrl: quickstart }, {}, `${address} --quickstart ${quickstart}`],
  [
    'a budget',
    {},
    { scope: { ...part, budget: { maxRequests: 300, maxWrites: 50, withinSeconds: 1.5 } } },
    `${address} --max-requests 300 --max-writes 50 --within 1.5`,
  ],
  ['a target with a name', { name: 'staging', quickstartBaseUrl: quickstart }, {}, 'staging'],
  [
    'a candidate that is gone, and its port with it',
    candidate,
    {},
    `--quickstart 'http://127.0.0.1:$PORT/q' --start 'node '\\''my server.js'\\'''`,
  ],
  ['few wrong keys', {}, { scope: { ...part, fewKeys: true } }, `${address} --wrong-keys few`],
  [
    'few wrong keys, as production gets them anyway',
    { name: 'production' },
    { scope: { ...part, readOnly: true, fewKeys: true } },
    'production --read-only',
  ],
  [
    'all wrong keys, where few would do, and consent to write',
    { name: 'production' },
    {},
    'production --allow-writes --wrong-keys all',
  ],
  [
    'a part',
    {},
    {
      scope: {
        ...part,
        readOnly: true,
        only: ['4.1', 'messages.*'],
        exclude: ['messages.echo', 'list-*'],
        shard: { index: 1, of: 2 },
      },
      strict: true,
      bail: 3,
    },
    `${address} --read-only --only '4.1,messages.*' --exclude 'messages.echo,list-*' --shard 1/2 --strict --bail 3`,
  ],
])('%s', (_, target, run, words) => {
  const { run: ran, ...report } = cleanReport();
  const again = runAgain({
    ...report,
    target: { name: 'made-up', baseUrl: address, quickstartBaseUrl: null, ...target },
    run: { ...ran, scope: whole, seed: 7, asOf: '2026-11-22', ...run },
  });
  expect(again).toBe(
    `npx animal-store-conformance run ${words} --effort standard --seed 7 --as-of 2026-11-22`,
  );
});
