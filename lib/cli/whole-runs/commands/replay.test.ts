// A reported failure, sent again: against the server that broke the rule, another one that breaks it, and a correct one.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../judge/result/report.js';
import { fakeKey } from '../../../reference/index.js';
import { atServer, reportIn, type Place } from '../../../testing/at-server.js';
import { command, inFolder } from '../../../testing/io.js';
import { rangesOf } from '../../../report/ranges.js';

const reports = 'reports/broken';
const writesOf = ({ asked }: Place): readonly string[] =>
  asked.flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]));

/** The first failure of a rule, in a report of the folder. */
async function failureOf(
  rule: string,
  { url, quickstartUrl, folder, run }: Place,
): Promise<Failure> {
  const where = [url, '--quickstart', quickstartUrl, '--output', reports];
  const how = ['--only', rule, '--seed', '3', '--quiet', '--strict', '--settle', '0.1'];
  expect((await run(...where, ...how)).code).toBe(1);
  return reportIn(folder, reports).rules[0]?.failures[0] ?? expect.fail('nothing failed');
}

/** A name that was altered: the server is gone, its report stays in the folder. */
const alteredName = (folder: string): Promise<Failure> =>
  atServer({ changes: ['name-in-capitals'], folder }, (place) =>
    failureOf('add-animal.keeps-name', place),
  );

describe('replay', () => {
  // lib/proof/replays.test.ts does the same in memory, with every rule: these differ in how much is sent again, and where.
  test.each([
    [
      'a shrunk case',
      'name-in-capitals',
      'add-animal.keeps-name',
      /^valid animals, \w+#\d+(:\d+)+$/,
    ],
    [
      'cases compared with one another',
      'same-id-for-each-status',
      'add-animal.unique-ids',
      /^valid animals/,
    ],
    ['a message', 'message-not-echoed', 'messages.echo', /^the first message#0/],
  ])('says whether it still fails: %s', (_, fault, rule, path) =>
    inFolder(async (folder) => {
      const replay = (id: string, { url, quickstartUrl, run }: Place) =>
        run('replay', id, url, '--quickstart', quickstartUrl, '--settle', '0.1');
      const { id } = await atServer({ changes: [fault], folder }, async (place) => {
        const found = await failureOf(rule, place);
        expect(found.case.path).toMatch(path);
        const again = await replay(found.id, place);
        // A list that is full by now, or no longer empty, may hide what it showed.
        expect([again.code, again.out]).toEqual([
          expect.toBeOneOf([1, 3]),
          expect.stringMatching(/ still fails|\? undecided /),
        ]);
        return found;
      });
      await atServer({ changes: [fault], folder }, async (place) => {
        const elsewhere = await replay(id, place);
        expect(elsewhere.code).toBe(1);
        expect(elsewhere.out).toMatch(/ still fails.*\.\n/);
        // The run was strict: so is its replay.
        expect(elsewhere.out).toMatch(new RegExp(`✗ failed +${rule} {2}retried\\n`));
        expect(elsewhere.out).toContain(
          `npx animal-store-conformance replay ${id} ${place.url} --quickstart ${place.quickstartUrl}\n`,
        );
      });
      await atServer({ folder }, async (place) => {
        const fixed = await replay(id, place);
        expect([fixed.code, fixed.out]).toEqual([
          0,
          expect.stringContaining(`${rule} (${id}) no longer fails. `),
        ]);
      });
    }),
  );

  test('sends the case alone when that is enough', () =>
    atServer(['code-missing-in-404'], async (place) => {
      const { id } = await failureOf('errors.error-object', place);
      const before = place.asked.length;
      expect(await place.run('replay', id, place.url, '--quiet')).toMatchObject({
        code: 1,
        out: `✗ failed       errors.error-object (${id}) still fails.\n`,
      });
      expect(place.asked.length - before).toBeLessThan(10);
    }));

  test('says so when it cannot be told, and when the target cannot be tested', () =>
    inFolder(async (folder) => {
      const { id } = await alteredName(folder);
      const environment = { ANIMAL_STORE_API_KEY: fakeKey };
      const gone = ['replay', id, 'http://127.0.0.1:1/v1'];
      expect(await command(gone, { folder, environment })).toMatchObject({
        code: 4,
        err: expect.stringContaining('nothing listens') as string,
      });
      await atServer({ folder }, async (place) => {
        const reading = await place.run('replay', id, place.url, '--read-only');
        expect([reading.code, reading.out]).toEqual([
          3,
          `? undecided    add-animal.keeps-name (${id}): testing this needs requests that write, and this run is read-only.\n`,
        ]);
        expect(writesOf(place)).toEqual([]);
        const bounded = await place.run('replay', id, place.url, '--max-writes', '1');
        expect([bounded.code, bounded.out]).toEqual([3, expect.stringContaining('--max-writes')]);
      });
    }));

  test('says why the case alone decided nothing, although its rule passed', () =>
    inFolder(async (folder) => {
      const { id } = await atServer({ changes: ['limit-37-gives-38'], folder }, (place) =>
        failureOf('list-animals.limit-is-maximum', place),
      );
      await atServer(
        {
          folder,
          // The case alone and its rule are a run each, which looks at the target first: the case can add nothing.
          instead: ({ method }, asked) =>
            method === 'POST' && asked.filter(({ path }) => path.endsWith('?limit=1')).length < 2
              ? { status: 403, headers: [], body: '' }
              : undefined,
        },
        async ({ url, run }) => {
          const { code, out } = await run('replay', id, url, '--quiet');
          expect(out).toMatch(/: testing this limit takes at least 38 matching animals, .*\.\n$/);
          expect(code).toBe(3);
        },
      );
    }));

  test('tells a program', () =>
    atServer(['name-in-capitals'], async (place) => {
      const failure = await failureOf('add-animal.keeps-name', place);
      const { code, out } = await place.run('replay', failure.id, place.url, '--json');
      expect(code).toBe(1);
      expect(JSON.parse(out)).toMatchObject({
        failure: failure.id,
        rule: 'add-animal.keeps-name',
        target: { baseUrl: place.url },
        stillFails: true,
        shown: {
          cause: expect.stringMatching(/^`name` .* came back as /) as string,
          input: failure.input,
        },
      });
    }));

  test('finds the newest report, or takes the one that is named', () =>
    inFolder(async (folder) => {
      const { id } = await alteredName(folder);
      const replay = (...words: readonly string[]) => command(['replay', ...words], { folder });
      expect(await replay('00000000')).toMatchObject({
        code: 2,
        err: expect.stringContaining(
          'No report in reports/ contains the failure "00000000"',
        ) as string,
      });
      expect(await replay('00000000', '--report', reports)).toMatchObject({
        code: 2,
        err: expect.stringContaining(
          `does not contain the failure "00000000": it contains ${id}`,
        ) as string,
      });
      expect((await replay()).code).toBe(2);
      expect((await replay(id, 'reference', 'more')).code).toBe(2);
      const report = ['--report', `${reports}/report.json`];
      expect((await replay(id.toUpperCase(), 'reference', ...report)).code).toBe(0);
    }));

  test('sends the key to no address that only a file names, wherever the file lies', () =>
    atServer(['name-in-capitals'], async (place) => {
      const { url, quickstartUrl, asked, run } = place;
      const { id } = await failureOf('add-animal.keeps-name', place);
      const before = asked.length;
      for (const named of [[], ['--report', reports]])
        expect(await run('replay', id, ...named)).toMatchObject({
          code: 2,
          err: expect.stringContaining(
            `Specify the TARGET: replay ${id} ${url} --quickstart ${quickstartUrl}\n`,
          ) as string,
        });
      expect(asked.length).toBe(before);
    }));

  test('sends it to the address of a report that the settings name too', () =>
    atServer(['name-in-capitals'], async (place) => {
      const { url, quickstartUrl, folder, environment } = place;
      const { id } = await failureOf('add-animal.keeps-name', place);
      const replayed = async (own: Readonly<Record<string, string>>): Promise<number> =>
        (await command(['replay', id], { folder, environment: { ...environment, ...own } })).code;
      const own = { ANIMAL_STORE_STAGING_URL: url, ANIMAL_STORE_QUICKSTART_URL: quickstartUrl };
      expect(await replayed(own)).toBe(1);
      const { origin } = new URL(url);
      for (const other of [
        { ...own, ANIMAL_STORE_STAGING_URL: 'https://animals.invalid/v1' },
        // Another path of the same host may be somebody else's.
        { ...own, ANIMAL_STORE_STAGING_URL: `${origin}/v2` },
        { ...own, ANIMAL_STORE_QUICKSTART_URL: `${origin}/elsewhere` },
        // Each address is for its own purpose.
        { ANIMAL_STORE_STAGING_URL: quickstartUrl, ANIMAL_STORE_QUICKSTART_URL: url },
        { ANIMAL_STORE_STAGING_URL: url },
      ])
        expect({ other, code: await replayed(other) }).toEqual({ other, code: 2 });
      const report = reportIn(folder, reports);
      const target = { ...report.target, quickstartBaseUrl: 'https://animals.invalid' };
      writeFileSync(join(folder, reports, 'report.json'), JSON.stringify({ ...report, target }));
      // The quickstart has an address of its own, which gets a key as well.
      expect(await replayed({ ANIMAL_STORE_STAGING_URL: url })).toBe(2);
    }));

  test('keeps production safe', () =>
    inFolder(async (folder) => {
      const { id } = await alteredName(folder);
      const report = reportIn(folder, reports);
      await atServer({ folder }, async (place) => {
        const { url, environment } = place;
        const target = { name: 'production', baseUrl: url, quickstartBaseUrl: null };
        writeFileSync(
          join(folder, reports, 'report.json'),
          JSON.stringify({ ...report, target }).replaceAll(
            new URL(report.target.baseUrl).origin,
            new URL(url).origin,
          ),
        );
        const replayed = async (...more: readonly string[]): Promise<number> => {
          const staging = { ...environment, ANIMAL_STORE_STAGING_URL: url };
          return (await command(['replay', id, ...more], { folder, environment: staging })).code;
        };
        expect(await replayed()).toBe(3);
        expect(await replayed(url)).toBe(3);
        expect(writesOf(place)).toEqual([]);
        expect(await replayed('--allow-writes')).toBe(0);
      });
    }));
});

test('the command in a failure works as it stands', () =>
  atServer(['message-not-echoed'], async ({ url, quickstartUrl, folder, run }) => {
    const few = ['--only', 'messages.echo', '--seed', '3', '--quiet'];
    const where = [url, '--quickstart', quickstartUrl];
    expect((await run(...where, ...few)).code).toBe(1);
    expect((await run(...where, ...few, '--output', "my own/re'port")).code).toBe(1);
    for (const name of [`reports/127.0.0.1-${new URL(url).port}`, "my own/re'port"]) {
      const { replay } =
        reportIn(folder, name).rules[0]?.failures[0] ?? expect.fail('nothing failed');
      const words = shellWords(replay);
      expect(words.slice(0, 2)).toEqual(['npx', 'animal-store-conformance']);
      expect(await run(...words.slice(2))).toMatchObject({ code: 1, err: '' });
    }
  }));

const shellWords = (line: string): readonly string[] =>
  execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\n' "$word"; done`], {
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');

test('--rerun-failed runs the rules that failed, with their seed and effort', () =>
  inFolder(async (folder) => {
    await atServer({ changes: ['limit-off-by-one'], folder }, async ({ url, run }) => {
      const first = ['--only', '4.1', '--seed', '11', '--output', 'first', '--quiet'];
      expect((await run(url, ...first)).code).toBe(1);
      const failed = reportIn(folder, 'first')
        .rules.filter((rule) => rule.outcome === 'failed')
        .map((rule) => rule.id);
      const again = ['--rerun-failed', 'first', '--output', 'second', '--quiet'];
      expect((await run(url, ...again)).code).toBe(1);
      const second = reportIn(folder, 'second');
      expect(second).toMatchObject({
        verdict: 'not-conformant',
        run: { seed: 11, effort: 'standard', scope: { full: false, only: failed } },
      });
      expect(second.rules.map((rule) => [rule.id, rule.outcome])).toEqual(
        failed.map((id) => [id, 'failed']),
      );
    });
    await atServer({ folder }, async ({ url, run }) => {
      const words = ['--rerun-failed', 'first/report.json', '--output', 'third', '--quiet'];
      expect((await run(url, ...words)).code).toBe(0);
      expect(reportIn(folder, 'third').verdict).toBe('no-violation-found');
    });
    expect(await command(['--rerun-failed', 'third'], { folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'no rule failed in this report, so there is nothing to run again',
      ) as string,
    });
    const both = ['--rerun-failed', 'first', '--only', '4.1'];
    expect((await command(both, { folder })).code).toBe(2);
  }));

test('identifiers that follow one another are written as a range', () => {
  expect(rangesOf(['10', '9', '8', '3', '9223372036854775807', '1']).join(', ')).toBe(
    '1, 3, 8-10, 9223372036854775807',
  );
  expect(rangesOf([]).join(', ')).toBe('');
});
