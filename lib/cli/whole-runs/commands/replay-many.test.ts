// Replays without the id of a failure: of a rule, of all that failed, and of a candidate that is gone with its run.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeKey } from '../../../reference/index.js';
import { atServer, reportIn } from '../../../testing/at-server.js';
import { mainFile } from '../../../testing/built.js';
import { command, inFolder } from '../../../testing/io.js';

const environment = { ANIMAL_STORE_API_KEY: fakeKey };
const few = [
  '--only',
  'add-animal.missing-name,list-animals.limits-accepted,version',
  '--seed',
  '3',
];
const remains = String.raw`\d+ animals? (?:was|were) created and remains?: [\d, -]+\.\n`;

describe('replay', () => {
  test('of a value that the server now refuses, as it may, says that it no longer fails', () =>
    inFolder(async (folder) => {
      const rule = 'add-animal.keeps-padding';
      await atServer({ changes: ['name-trimmed'], folder }, async ({ url, run }) =>
        expect((await run(url, '--only', rule, '--seed', '3', '--quiet', '--strict')).code).toBe(1),
      );
      await atServer({ changes: ['padded-names-refused'], folder }, async ({ url, run }) =>
        expect(await run('replay', rule, url, '--json')).toMatchObject({
          code: 0,
          out: expect.stringMatching(
            /add-animal\.keeps-padding \([0-9a-f]{8}\) no longer fails\. The case no longer applies \(the target refuses some names\); passed with its rule \(\d+ cases\)\./,
          ) as string,
        }),
      );
    }));

  test('names the case that fails instead of the one that was fixed', () =>
    inFolder(async (folder) => {
      const rule = 'add-animal.invalid-name';
      await atServer({ changes: ['name-null-taken'], folder }, async ({ url, run }) =>
        expect((await run(url, '--only', rule, '--seed', '3', '--quiet')).code).toBe(1),
      );
      await atServer({ changes: ['name-word-taken'], folder }, async ({ url, run }) =>
        expect(await run('replay', rule, url, '--json')).toMatchObject({
          code: 1,
          out: expect.stringMatching(
            /add-animal\.invalid-name \([0-9a-f]{8}\) still fails, though not in this case, but in another one \([0-9a-f]{8}\)\./,
          ) as string,
        }),
      );
    }));

  test('takes a rule, and without one replays all that failed', () =>
    inFolder(async (folder) => {
      const two = { changes: ['missing-name-taken', 'limit-100-refused'], folder };
      await atServer(two, async ({ url, run }) => {
        expect((await run(url, ...few, '--quiet')).code).toBe(1);
        const ofRule = await run('replay', 'add-animal.missing-name', url);
        expect(ofRule.code).toBe(1);
        expect(ofRule.out).toMatch(
          new RegExp(
            String.raw`^✗ failed  add-animal\.missing-name  retried\n[^]*\n✗ failed +add-animal\.missing-name \([0-9a-f]{8}\) still fails\.\n${remains}$`,
          ),
        );
        const all = await run('replay', url);
        expect(all.code).toBe(1);
        expect(all.out).toContain('add-animal.missing-name');
        expect(all.out).toContain('list-animals.limits-accepted');
        expect(all.out).toMatch(/^Retried 2 rules: 2 failed\. /m);
        const reported = JSON.parse((await run('replay', url, '--json')).out) as object[];
        expect(reported.length).toBeGreaterThan(1);
        expect(reported[0]).toMatchObject({ stillFails: true, kind: 'stated', mark: 'failed' });
      });
      await atServer({ changes: ['missing-name-taken'], folder }, async ({ url, run }) => {
        const half = await run('replay', url);
        expect(half.code).toBe(1);
        expect(half.out).toMatch(/^Retried 2 rules: 1 failed, 1 passed\. /m);
        expect(half.out).toContain(' no longer fails.');
        expect((await run('replay', 'list-animals.limits-accepted', url)).code).toBe(0);
      });
    }));

  test('exits as the run did: a warning fails neither, unless the run was strict', () =>
    inFolder(async (folder) => {
      const two = ['--only', 'add-animal.missing-name,list-animals.unknown-status,version'];
      const faults = ['missing-name-taken', 'unknown-status-lists-all'];
      await atServer({ changes: faults, folder }, async ({ url, run }) => {
        expect((await run(url, ...two, '--quiet')).code).toBe(1);
        const both = await run('replay', url);
        expect(both.code).toBe(1);
        expect(both.out).toMatch(
          new RegExp(
            String.raw`^✗ failed +add-animal\.missing-name [^\n]* still fails\.\n! warning +list-animals\.unknown-status [^\n]*\n${remains}Retried 2 rules: 1 failed, 1 warning\. ` +
              '`npx \\S+ replay',
          ),
        );
      });
      await atServer({ changes: ['unknown-status-lists-all'], folder }, async ({ url, run }) => {
        expect((await run(url, ...two, '--quiet')).code).toBe(0);
        const warned = await run('replay', url);
        expect(warned.code).toBe(0);
        expect(warned.out).toMatch(
          new RegExp(
            String.raw`^! warning +\S+ \S+ still warns\.\n${remains}Retried 1 rule: 1 warning\. .* Warnings do not fail a run without --strict\.\n$`,
          ),
        );
        expect(JSON.parse((await run('replay', url, '--json')).out)).toContainEqual(
          expect.objectContaining({ kind: 'implied', mark: 'warning', stillFails: true }),
        );
        expect((await run(url, ...two, '--quiet', '--strict')).code).toBe(1);
        const strict = await run('replay', url);
        expect(strict.code).toBe(1);
        expect(strict.out).toMatch(
          new RegExp(
            String.raw`^✗ failed +\S+ \S+ still fails\.\n${remains}Retried 1 rule: 1 failed\. `,
          ),
        );
        const [, id = ''] = / replay ([0-9a-f]{8}) /.exec(strict.out) ?? [];
        expect((await run('replay', id, url)).out).toMatch(/^✗ failed +list-animals/);
      });
    }));

  test('counts what the baseline knows as little as the run does', () =>
    atServer(['missing-name-taken'], async ({ url, folder, run }) => {
      const known = (expires: string): void =>
        writeFileSync(
          join(folder, 'known-failures.yaml'),
          `- rule: add-animal.missing-name\n  reason: a\n  expires: ${expires}\n`,
        );
      const words = [...few, '--quiet', '--baseline', 'known-failures.yaml'];
      known('2999-12-31');
      expect((await run(url, ...words)).code).toBe(0);
      const still = await run('replay', url);
      expect(still.code).toBe(0);
      expect(still.out).toMatch(
        new RegExp(
          String.raw`^◇ known +add-animal\.missing-name \S+ still fails\.\n${remains}Retried 1 rule: 1 known\. `,
        ),
      );
      known('2020-12-31');
      expect((await run(url, ...words)).code).toBe(1);
      expect((await run('replay', url)).code).toBe(1);
    }));

  test('sends what needs an empty store before anything is added to it', () =>
    inFolder(async (folder) => {
      const only = 'list-animals.filter-few,list-animals.nothing-matches';
      await atServer({ changes: ['filter-ignored'], folder }, async ({ url, run }) =>
        expect((await run(url, '--only', only, '--seed', '3', '--quiet')).code).toBe(1),
      );
      await atServer({ folder }, async ({ url, run }) =>
        expect(await run('replay', url)).toMatchObject({
          code: 0,
          out: expect.stringContaining('Retried 2 rules: 2 passed.') as string,
        }),
      );
    }));

  test('tells a rule with several failures once, and names the target that was typed', () =>
    inFolder(async (folder) => {
      const wrong = { changes: ['status-always-400'], folder };
      const only = ['--only', 'errors.status-field', '--seed', '3', '--quiet', '--strict'];
      await atServer(wrong, async ({ url, run }) => expect((await run(url, ...only)).code).toBe(1));
      await atServer(wrong, async ({ url, run }) => {
        const { out } = await run('replay', url);
        expect(out).toMatch(
          new RegExp(
            String.raw`^✗ failed +errors\.status-field \((\d+) of \1 cases\) still fails\.\n${remains}Retried 1 rule: 1 failed\. `,
          ),
        );
        const [, id = ''] = / replay ([0-9a-f]{8}) /.exec(out) ?? [];
        expect((await run('replay', id, url)).out).toContain(
          `npx animal-store-conformance replay ${id} ${url}\n`,
        );
      });
    }));

  test('says what there is not', () =>
    inFolder(async (folder) => {
      const refused = async (...words: readonly string[]): Promise<string> => {
        const { code, err } = await command(['replay', ...words], { folder });
        expect(code).toBe(2);
        return err;
      };
      expect(await refused()).toContain('There is no report in reports/');
      await command([...few, '--quiet'], { folder });
      expect(await refused()).toContain(
        'Nothing failed in the report "reports/reference/report.json"',
      );
      await refused('version.prefix', 'reference');
      expect(await refused('list-animals.fliter')).toContain('Did you mean list-animals.filter?');
    }));
});

/** The command of a server whose lists show no names from the first body on that matches. */
function listsBrokenFrom(body: string, folder: string): string {
  writeFileSync(
    join(folder, 'lists.cjs'),
    `const { Server } = require('node:http'); const { emit } = Server.prototype;
let isBroken = false;
Server.prototype.emit = function (event, request, response) {
  if (event !== 'request') return emit.apply(this, arguments);
  request.on('data', (chunk) => { isBroken ||= ${body}.test(chunk); });
  if (isBroken && request.method === 'GET' && request.headers.authorization) {
    const { end } = response;
    response.end = (text) => end.call(response, String(text).replace(/"name":/g, '"Name":'));
    response.removeHeader('Content-Length');
    response.setHeader = () => response;
  }
  return emit.apply(this, arguments);
};`,
  );
  return `"${process.execPath}" --require ${join(folder, 'lists.cjs')} "${mainFile}" reference --port $PORT`;
}

describe('after a run with --start', () => {
  const candidate = (faults: string): string =>
    `"${process.execPath}" "${mainFile}" reference --port $PORT ${faults}`;

  test('replay says what to add, and page and terminal name no dead port', async () => {
    await inFolder(async (folder) => {
      const start = candidate('--fault missing-name-taken');
      const words = ['--start', start, '--output', 'reports/mine', '--verbose', ...few];
      // No key is set: one is made up for each run.
      const { code, out, err } = await command(words, { folder });
      expect(code).toBe(1);
      expect(err).toContain('one was made up for this run');
      const report = reportIn(folder, 'reports/mine');
      const id = report.rules.flatMap(({ failures }) => failures)[0]?.id ?? '';
      expect(report.target.again).toEqual(['--start', start]);
      expect(out).toMatch(
        /^Run again\n {4}npx animal-store-conformance run --start '"[^\n]*--fault missing-name-taken' --only /m,
      );
      const again = /Run again with the same requests[^]*?<\/pre>/.exec(
        readFileSync(join(folder, 'reports/mine/report.html'), 'utf8'),
      )?.[0];
      expect(again).toContain('--start');
      expect(again).not.toMatch(/127\.0\.0\.1/);
      const where = await command(['replay', id], { folder });
      expect(where.code).toBe(2);
      // What stands in the report may be anybody's command.
      expect(where.err).toContain(`Start it again: replay ${id} --start 'COMMAND'\n`);
      expect(await command(['replay', id, '--start', start], { folder })).toMatchObject({
        code: 1,
      });
      expect(await command(['replay', '--start', candidate('')], { folder })).toMatchObject({
        code: 0,
      });
    });
  });

  test('finds the quickstart of the report on the port of the candidate', async () => {
    await inFolder(async (folder) => {
      const run = (...words: readonly string[]) => command(words, { folder });
      const start = candidate('--fault message-trimmed');
      const quickstart = 'http://127.0.0.1:$PORT/quickstart';
      const only = ['--only', 'messages.echo', '--seed', '3', '--output', 'out'];
      await run('--start', start, '--quickstart', quickstart, ...only);
      const again = ['replay', 'messages.echo', '--report', 'out', '--start'];
      expect(await run(...again, start)).toMatchObject({ code: 1 });
      expect(await run(...again, candidate(''))).toMatchObject({ code: 0 });
      // No other address follows from a report.
      const report = join(folder, 'out/report.json');
      const elsewhere = readFileSync(report, 'utf8').replaceAll('127.0.0.1:$PORT', '127.0.0.1:9');
      writeFileSync(report, elsewhere);
      expect(await run(...again, start)).toMatchObject({ code: 3 });
    });
  });

  test('finds empty lists fixed, although a whole run comes first, which fills the store', async () => {
    await inFolder(async (folder) => {
      const run = (...words: string[]) => command(words, { folder, environment });
      const again = ['replay', '--report', 'out', '--start'];
      const empty = ['--only', 'list-animals.nothing-matches,version', '--seed', '3'];
      const start = candidate('--fault empty-list-null');
      await run('--start', start, ...empty, '--quiet', '--output', 'out');
      expect(await run(...again, start)).toMatchObject({ code: 1 });
      const fixed = await run(...again, candidate(''));
      expect([fixed.code, fixed.out]).toEqual([
        0,
        expect.stringMatching(/^✓ passed +list-animals\.nothing-matches .* no longer fails\./),
      ]);
    });
  });

  test('finds a list fixed, although another defect fills the store with what is no animal', async () => {
    await inFolder(async (folder) => {
      const run = (...words: readonly string[]) => command(words, { folder });
      const again = ['replay', 'list-animals.filter', '--report', 'out', '--start'];
      const broken = candidate('--fault filter-ignored');
      await run('--start', broken, '--seed', '3', '--quiet', '--output', 'out');
      expect(await run(...again, broken)).toMatchObject({ code: 1 });
      const polluted = listsBrokenFrom(String.raw`/"name":\d/`, folder);
      expect(await run(...again, polluted)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/ no longer fails\. Passed alone and with its rule/) as string,
      });
    });
  });

  test('finds what a list shows only after other rules have added something', async () => {
    await inFolder(async (folder) => {
      const run = (...words: string[]) => command(words, { folder, environment });
      const noName = String.raw`/^\{"categoryId":\d+,"status":"[a-z]+"\}$/`;
      const candidate = listsBrokenFrom(noName, folder);
      await run('--start', candidate, '--seed', '3', '--quiet', '--output', 'out');
      const ofLists = reportIn(folder, 'out').rules.find(
        ({ id }) => id === 'list-animals.bare-array',
      );
      const id = ofLists?.failures[0]?.id ?? expect.fail('lists are not broken');
      const again = await run('replay', id, '--report', 'out', '--start', candidate);
      expect([again.code, again.out]).toEqual([1, expect.stringContaining(' still fails')]);
    });
  });
});
