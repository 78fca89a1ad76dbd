// `compare` with targets that are run for it: the same twice, legal variants, production, keys of their own.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareReports } from '../../../certify/comparison/compare.js';
import type { Comparison } from '../../../certify/comparison/comparison.js';
import { variants, type Variant } from '../../../reference/index.js';
import { startRun } from '../../../judge/run/start-run.js';
import { prepareInMemory, runInMemory } from '../../../in-memory/in-memory.js';
import { atServer, reportIn } from '../../../testing/at-server.js';
import { command, inFolder, world } from '../../../testing/io.js';
import { main } from '../../cli.js';
import { until } from '../../../testing/until.js';

const named = (name: string): Variant =>
  variants.find((one) => one.name === name) ?? expect.fail(`there is no variant ${name}`);

const ids = ({ outcomes, observations }: Comparison): readonly string[] =>
  [...outcomes, ...observations].map(({ id }) => id);

describe('the same target twice', () => {
  test('differs in nothing, and each run is announced', async () => {
    const words = ['--seed', '2', '--effort', 'quick', '--fail-on', 'outcomes,observations'];
    const { code, out, err } = await command(['compare', 'reference', 'reference', ...words]);
    const planned =
      'reference: about 350 requests, 170 of them writes; up to about 100 animals will remain, more if rules fail.\n';
    const order =
      'The targets are run one after the other. Without --output DIR, their reports are not kept.\n';
    const run = 'reference: the run begins.\n  PROGRESS\nreference: N requests in T.\n';
    expect({
      code,
      err: err
        .replace(/: \d+ requests in [\d.]+ m?s/g, ': N requests in T')
        .replace(
          /(?: {2}\d+ of \d+ rules and observations, \d+ of about 350 requests\n)+/g,
          '  PROGRESS\n',
        ),
    }).toEqual({ code: 0, err: planned + planned + order + run + run });
    expect(out.replace(/\s+/g, ' ')).toMatch(/= No difference between reference \(first\) and /);
    expect(out.match(/seed\s+2,/g)).toHaveLength(2);
  });

  test('differs in nothing though the second run meets what the first one has added', async () => {
    const store = prepareInMemory({ seed: 4 });
    const [first, second] = [
      await startRun({ ...store, salt: 'first' }),
      await startRun({ ...store, salt: 'second' }),
    ];
    const comparison = compareReports(first, second, { operands: ['first', 'second'] });
    expect({ ...comparison.different, named: ids(comparison) }).toMatchObject({
      outcomes: 0,
      observations: 0,
      named: [],
    });
    // Observations that need lists with room were made only for the first.
    expect(comparison.onlyInOne.map(({ id }) => id)).toContain('list-animals.nothing-matches');
  });
});

describe('legal variants', () => {
  const reference = runInMemory({ seed: 5 });

  test.each([
    ['newest-first + orders-forbidden', ['list-animals.order', 'store-orders.answer']],
    ['default-pending', ['add-animal.default-status']],
    ['deprecation-announced', ['get-animal.deprecation']],
    ['residents-12 + throttled + slow', []],
  ])('%s differs from the reference in just what it does', async (names, expected) => {
    const variant = await runInMemory({ seed: 5, variants: names.split(' + ').map(named) });
    const comparison = compareReports(await reference, variant, { operands: ['reference', names] });
    expect(ids(comparison)).toEqual(expected);
    expect(comparison.different.outcomes).toBe(0);
  });
});

describe('two targets', () => {
  test('each get the key that is meant for them, and no other', () => {
    const keys = { a: 'fake-key-of-a', b: 'fake-key-of-b' };
    return atServer({ key: keys.a }, (a) =>
      atServer({ key: keys.b, changes: ['challenge'], folder: a.folder }, async (b) => {
        const { folder } = a;
        for (const side of ['a', 'b'] as const)
          writeFileSync(join(folder, side), keys[side], { mode: 0o600 });
        const words = ['compare', a.url, b.url, '--only', '5,4.5', '--effort', 'quick'];
        const own = ['--key-from-a', 'a', '--key-from-b', 'b', '--quickstart-b', b.quickstartUrl];
        const { code, out, err } = await command([...words, ...own, '--output', 'out'], {
          folder,
        });
        expect(code, err).toBe(1);
        expect(out).toContain('authentication.challenge');
        const [sentToA, sentToB] = [JSON.stringify(a.asked), JSON.stringify(b.asked)];
        expect(sentToA).toContain(keys.a);
        expect(sentToB).toContain(keys.b);
        expect(sentToA).not.toContain(keys.b);
        expect(sentToB).not.toContain(keys.a);
        expect(sentToA).not.toContain('/messages');
        expect(sentToB).toContain('/messages');

        expect(readdirSync(join(folder, 'out')).sort()).toEqual([
          'a',
          'b',
          'comparison.html',
          'comparison.json',
          'comparison.md',
        ]);
        const [ofA, ofB] = [reportIn(folder, 'out/a'), reportIn(folder, 'out/b')];
        expect(ofA.target.baseUrl).toBe(a.url);
        expect(ofB.run.seed).toBe(ofA.run.seed);
        const again = await command(['compare', 'out/a', 'out/b'], { folder });
        expect(again).toMatchObject({ code: 1, err: '' });
      }),
    );
  });

  test('of which one is production are only read, and that is said', () =>
    atServer([], (live) =>
      atServer([], async (stage) => {
        const environment = {
          ...live.environment,
          ANIMAL_STORE_PRODUCTION_URL: live.url,
          ANIMAL_STORE_STAGING_URL: stage.url,
        };
        const words = ['--effort', 'quick', '--rate', '5000'];
        const { code, out } = await command(['compare', 'staging', 'production', ...words], {
          environment,
        });
        expect(code).toBe(0);
        expect(out.replace(/\s+/g, ' ')).toContain(
          'Both were only read, because writing to production needs --allow-writes',
        );
        for (const { asked } of [live, stage]) {
          expect(asked.length).toBeGreaterThan(50);
          expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
        }
      }),
    ));

  test('of which one cannot be tested are not compared', async () => {
    const { code, out, err } = await command(
      [
        'compare',
        'reference',
        'http://127.0.0.1:1/v1',
        '--only',
        'version',
        '--quickstart',
        'none',
      ],
      { environment: { ANIMAL_STORE_API_KEY: 'fake-key' } },
    );
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toMatch(/http:\/\/127\.0\.0\.1:1\/v1/);
  });

  test('are not compared when somebody ends the run', () =>
    atServer([], async ({ url, asked, environment }) => {
      const running = world({ environment });
      const code = main(['compare', url, url], running.io);
      await until(() => asked.length > 20);
      running.interrupt();
      expect(await code).toBe(130);
      expect(running.written.out).toBe('');
      expect(running.written.err).toContain('Interrupted: nothing is compared.');
      expect(running.listeners).toBe(0);
    }));
});

describe('a report and a target', () => {
  test('are compared with the seed, effort and scope of the report', () =>
    inFolder(async (folder) => {
      mkdirSync(join(folder, 'reports'));
      const run = [
        'run',
        'reference',
        '--seed',
        '77',
        '--effort',
        'quick',
        '--read-only',
        '--quiet',
      ];
      await command([...run, '--only', '4.1,4.3', '--exclude', 'get-animal.sunset'], { folder });
      const words = ['compare', 'reports/reference', 'reference', '--output', 'out'];
      const { code, out } = await command(words, { folder });
      expect({ code, notes: out.match(/! note/g) }).toEqual({ code: 0, notes: null });
      const [before, after] = [reportIn(folder, 'reports/reference'), reportIn(folder, 'out/b')];
      expect(after.run).toMatchObject({ seed: 77, effort: 'quick', scope: before.run.scope });
      expect(after.rules.map(({ id }) => id)).toEqual(before.rules.map(({ id }) => id));
      expect(readdirSync(join(folder, 'out'))).not.toContain('a');

      const other = await command([...words, '--seed', '78'], { folder });
      expect(other.out.replace(/\s+/g, ' ')).toContain('different seeds');
    }));
});
