// A reported failure, sent again: against the server that broke the rule, another one that breaks it, and a correct one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Failure, Report } from '../../../judge/result/report.js';
import { createReference, faultNamed, fakeKey, serve } from '../../../reference/index.js';
import { command, inFolder } from '../../../testing/io.js';
import { rangesOf } from '../../../report/ranges.js';

const environment = { ANIMAL_STORE_API_KEY: fakeKey };

interface Place {
  readonly url: string;
  readonly quickstartUrl: string;
  readonly asked: readonly string[];
}

async function served<T>(
  faults: readonly string[],
  work: (place: Place) => Promise<T>,
  refuses: (method: string, asked: readonly string[]) => boolean = () => false,
): Promise<T> {
  const asked: string[] = [];
  const reference = createReference({
    faults: faults.map((name) => faultNamed(name) ?? expect.fail(`there is no fault ${name}`)),
  });
  const serving = await serve({
    ...reference,
    handle: async (request) => {
      asked.push(`${request.method} ${request.path}`);
      return refuses(request.method, asked)
        ? { status: 403, headers: [], body: '' }
        : reference.handle(request);
    },
  });
  try {
    return await work({ url: serving.url, quickstartUrl: serving.quickstartUrl, asked });
  } finally {
    await serving.close();
  }
}

const reportIn = (folder: string, name: string): Report =>
  JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8')) as Report;

/** The first failure of a rule, and the report that holds it. */
async function failureOf(
  rule: string,
  { url, quickstartUrl }: Place,
  folder: string,
): Promise<Failure> {
  const { code } = await command(
    [
      url,
      '--quickstart',
      quickstartUrl,
      '--only',
      rule,
      '--seed',
      '3',
      '--output',
      'reports/broken',
      '--quiet',
      '--strict',
      '--settle',
      '0.1',
    ],
    { folder, environment },
  );
  expect(code).toBe(1);
  return reportIn(folder, 'reports/broken').rules[0]?.failures[0] ?? expect.fail('nothing failed');
}

describe('replay', () => {
  // lib/proof/replays.test.ts does the same in memory, with every rule: these differ in how a case is found again.
  test.each([
    ['a case among many animals', 'limit-off-by-one', 'list-animals.never-above-100', /#\d+$/],
    [
      'a shrunk case',
      'name-in-capitals',
      'add-animal.keeps-name',
      /^valid animals, \w+#\d+(:\d+)+$/,
    ],
    [
      'a halved batch',
      'refused-body-added',
      'add-animal.refused-adds-nothing',
      /^refused bodies, and then the lists#0(:[01])+$/,
    ],
    [
      'cases compared with one another',
      'same-id-for-each-status',
      'add-animal.unique-ids',
      /^valid animals/,
    ],
    ['a message', 'message-not-echoed', 'messages.echo', /^the first message#0/],
    ['a sequence', 'filter-ignored', 'sequences.model', /^random sequences/],
  ])('says whether it still fails: %s', async (_, fault, rule, path) => {
    await inFolder(async (folder) => {
      const failure = await served([fault], async (place) => {
        const found = await failureOf(rule, place, folder);
        expect(found.case.path).toMatch(path);
        const again = await command(
          ['replay', found.id, place.url, '--quickstart', place.quickstartUrl, '--settle', '0.1'],
          { folder, environment },
        );
        // A list that is full by now, or no longer empty, may hide what it showed.
        expect([again.code, again.out]).toEqual([
          expect.toBeOneOf([1, 3]),
          expect.stringMatching(/ still fails|\? undecided /),
        ]);
        return found;
      });
      await served([fault], async ({ url, quickstartUrl }) => {
        const elsewhere = await command(
          ['replay', failure.id, url, '--quickstart', quickstartUrl, '--settle', '0.1'],
          { folder, environment },
        );
        expect([elsewhere.code, elsewhere.out]).toEqual([
          1,
          expect.stringMatching(/ still fails.*\.\n/),
        ]);
        // The run was strict: so is its replay.
        expect(elsewhere.out).toMatch(new RegExp(`✗ failed +${rule} {2}retried\\n`));
        expect(elsewhere.out).toContain(
          `npx animal-store-conformance replay ${failure.id} ${url} --quickstart ${quickstartUrl}\n`,
        );
      });
      await served([], async ({ url, quickstartUrl }) => {
        const fixed = await command(
          ['replay', failure.id, url, '--quickstart', quickstartUrl, '--settle', '0.1'],
          { folder, environment },
        );
        expect([fixed.code, fixed.out]).toEqual([
          0,
          expect.stringContaining(`${rule} (${failure.id}) no longer fails. `),
        ]);
      });
    });
  });

  test('sends the case alone when that is enough', async () => {
    await inFolder(async (folder) => {
      await served(['code-missing-in-404'], async (place) => {
        const failure = await failureOf('errors.error-object', place, folder);
        const before = place.asked.length;
        const { code, out } = await command(['replay', failure.id, place.url, '--quiet'], {
          folder,
          environment,
        });
        expect([code, out]).toEqual([
          1,
          `✗ failed       errors.error-object (${failure.id}) still fails.\n`,
        ]);
        expect(place.asked.length - before).toBeLessThan(10);
      });
    });
  });

  test('says so when it cannot be told, and when the target cannot be tested', async () => {
    await inFolder(async (folder) => {
      let former = '';
      const failure = await served(['name-in-capitals'], (place) => {
        former = place.url;
        return failureOf('add-animal.keeps-name', place, folder);
      });
      const gone = await command(['replay', failure.id, former], { folder, environment });
      expect([gone.code, gone.err]).toEqual([4, expect.stringContaining('nothing listens')]);
      await served([], async ({ url, asked }) => {
        const reading = await command(['replay', failure.id, url, '--read-only'], {
          folder,
          environment,
        });
        expect([reading.code, reading.out]).toEqual([
          3,
          `? undecided    add-animal.keeps-name (${failure.id}): it needs requests that write, and this run is read-only.\n`,
        ]);
        expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
        const bounded = await command(['replay', failure.id, url, '--max-writes', '1'], {
          folder,
          environment,
        });
        expect([bounded.code, bounded.out]).toEqual([3, expect.stringContaining('--max-writes')]);
      });
    });
  });

  test('says why the case alone decided nothing, although its rule passed', async () => {
    await inFolder(async (folder) => {
      const failure = await served(['limit-37-gives-38'], (place) =>
        failureOf('list-animals.limit-is-maximum', place, folder),
      );
      // The case alone and its rule are a run each, which looks at the target first.
      const runs = (asked: readonly string[]): number =>
        asked.filter((one) => one.endsWith('/pets?limit=1')).length;
      await served(
        [],
        async ({ url }) => {
          const words = ['replay', failure.id, url, '--quiet'];
          const { code, out } = await command(words, { folder, environment });
          expect(out).toMatch(/: testing this limit takes at least 38 matching animals, .*\.\n$/);
          expect(code).toBe(3);
        },
        (method, asked) => method === 'POST' && runs(asked) < 2,
      );
    });
  });

  test('tells a program', async () => {
    await inFolder(async (folder) => {
      await served(['name-in-capitals'], async (place) => {
        const failure = await failureOf('add-animal.keeps-name', place, folder);
        const { code, out } = await command(['replay', failure.id, place.url, '--json'], {
          folder,
          environment,
        });
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
      });
    });
  });

  test('finds the newest report, or takes the one that is named', async () => {
    await inFolder(async (folder) => {
      const failure = await served(['name-in-capitals'], (place) =>
        failureOf('add-animal.keeps-name', place, folder),
      );
      const unknown = await command(['replay', '00000000'], { folder, environment });
      expect([unknown.code, unknown.err]).toEqual([
        2,
        expect.stringContaining('No report in reports/ contains the failure "00000000"'),
      ]);
      const elsewhere = await command(['replay', '00000000', '--report', 'reports/broken'], {
        folder,
        environment,
      });
      expect([elsewhere.code, elsewhere.err]).toEqual([
        2,
        expect.stringContaining(
          `does not contain the failure "00000000": it contains ${failure.id}`,
        ),
      ]);
      expect(await command(['replay'], { folder, environment })).toMatchObject({ code: 2 });
      expect(
        await command(['replay', failure.id, 'reference', 'more'], { folder, environment }),
      ).toMatchObject({ code: 2 });
      expect(
        await command(
          [
            'replay',
            failure.id.toUpperCase(),
            'reference',
            '--report',
            'reports/broken/report.json',
          ],
          { folder },
        ),
      ).toMatchObject({ code: 0 });
    });
  });

  test('sends the key to no address that only a file names, wherever the file lies', async () => {
    await inFolder(async (folder) => {
      await served(['name-in-capitals'], async (place) => {
        const failure = await failureOf('add-animal.keeps-name', place, folder);
        const before = place.asked.length;
        for (const named of [[], ['--report', 'reports/broken']]) {
          const { code, err } = await command(['replay', failure.id, ...named], {
            folder,
            environment,
          });
          expect([code, err]).toEqual([
            2,
            expect.stringContaining(
              `specify the TARGET, such as replay ${failure.id} ${place.url} --quickstart ${place.quickstartUrl}.`,
            ),
          ]);
        }
        expect(place.asked.length).toBe(before);
      });
    });
  });

  test('sends it to the address of a report that the settings name too', async () => {
    await inFolder(async (folder) => {
      await served(['name-in-capitals'], async (place) => {
        const { id } = await failureOf('add-animal.keeps-name', place, folder);
        const replay = (own: Readonly<Record<string, string>>) =>
          command(['replay', id], { folder, environment: { ...environment, ...own } });
        const own = {
          ANIMAL_STORE_STAGING_URL: place.url,
          ANIMAL_STORE_QUICKSTART_URL: place.quickstartUrl,
        };
        expect(await replay(own)).toMatchObject({ code: 1 });
        const { origin } = new URL(place.url);
        for (const other of [
          { ...own, ANIMAL_STORE_STAGING_URL: 'https://animals.invalid/v1' },
          // Another path of the same host may be somebody else's.
          { ...own, ANIMAL_STORE_STAGING_URL: `${origin}/v2` },
          { ...own, ANIMAL_STORE_QUICKSTART_URL: `${origin}/elsewhere` },
          // Each address is for its own purpose.
          { ANIMAL_STORE_STAGING_URL: place.quickstartUrl, ANIMAL_STORE_QUICKSTART_URL: place.url },
          { ANIMAL_STORE_STAGING_URL: place.url },
        ])
          expect({ other, code: (await replay(other)).code }).toEqual({ other, code: 2 });
        const report = reportIn(folder, 'reports/broken');
        writeFileSync(
          join(folder, 'reports/broken/report.json'),
          JSON.stringify({
            ...report,
            target: { ...report.target, quickstartBaseUrl: 'https://animals.invalid' },
          }),
        );
        // The quickstart has an address of its own, which gets a key as well.
        expect(await replay({ ANIMAL_STORE_STAGING_URL: place.url })).toMatchObject({ code: 2 });
      });
    });
  });

  test('keeps production safe', async () => {
    await inFolder(async (folder) => {
      const failure = await served(['name-in-capitals'], (place) =>
        failureOf('add-animal.keeps-name', place, folder),
      );
      const report = reportIn(folder, 'reports/broken');
      await served([], async ({ url, asked }) => {
        writeFileSync(
          join(folder, 'reports/broken/report.json'),
          JSON.stringify({
            ...report,
            target: { name: 'production', baseUrl: url, quickstartBaseUrl: null },
          }).replaceAll(new URL(report.target.baseUrl).origin, new URL(url).origin),
        );
        const replay = (...more: string[]) =>
          command(['replay', failure.id, ...more], {
            folder,
            environment: { ...environment, ANIMAL_STORE_STAGING_URL: url },
          });
        expect(await replay()).toMatchObject({ code: 3 });
        expect(await replay(url)).toMatchObject({ code: 3 });
        expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
        expect(await replay('--allow-writes')).toMatchObject({ code: 0 });
      });
    });
  });
});

describe('the command in a failure', () => {
  test('works as it stands', async () => {
    await inFolder(async (folder) => {
      await served(['message-not-echoed'], async ({ url, quickstartUrl }) => {
        const run = (...more: string[]) =>
          command(
            [
              url,
              '--quickstart',
              quickstartUrl,
              '--only',
              'messages.echo',
              '--seed',
              '3',
              '--quiet',
              ...more,
            ],
            { folder, environment },
          );
        expect(await run()).toMatchObject({ code: 1 });
        expect(await run('--output', "my own/re'port")).toMatchObject({ code: 1 });
        for (const name of [`reports/127.0.0.1-${new URL(url).port}`, "my own/re'port"]) {
          const { replay } =
            reportIn(folder, name).rules[0]?.failures[0] ?? expect.fail('nothing failed');
          const words = await shellWords(replay);
          expect(words.slice(0, 2)).toEqual(['npx', 'animal-store-conformance']);
          expect(await command(words.slice(2), { folder, environment })).toMatchObject({
            code: 1,
            err: '',
          });
        }
      });
    });
  });
});

async function shellWords(line: string): Promise<readonly string[]> {
  const { execFileSync } = await import('node:child_process');
  return execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\n' "$word"; done`], {
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');
}

describe('--rerun-failed', () => {
  test('runs the rules that failed, with their seed and effort', async () => {
    await inFolder(async (folder) => {
      await served(['limit-off-by-one'], async ({ url }) => {
        expect(
          await command([url, '--only', '4.1', '--seed', '11', '--output', 'first', '--quiet'], {
            folder,
            environment,
          }),
        ).toMatchObject({ code: 1 });
        const failed = reportIn(folder, 'first')
          .rules.filter((rule) => rule.outcome === 'failed')
          .map((rule) => rule.id);
        expect(
          await command([url, '--rerun-failed', 'first', '--output', 'second', '--quiet'], {
            folder,
            environment,
          }),
        ).toMatchObject({ code: 1 });
        const second = reportIn(folder, 'second');
        expect(second).toMatchObject({
          verdict: 'not-conformant',
          run: { seed: 11, effort: 'standard', scope: { full: false, only: failed } },
        });
        expect(second.rules.map((rule) => [rule.id, rule.outcome])).toEqual(
          failed.map((id) => [id, 'failed']),
        );
      });
      await served([], async ({ url }) => {
        expect(
          await command(
            [url, '--rerun-failed', 'first/report.json', '--output', 'third', '--quiet'],
            { folder, environment },
          ),
        ).toMatchObject({ code: 0 });
        expect(reportIn(folder, 'third').verdict).toBe('no-violation-found');
      });
      const nothing = await command(['--rerun-failed', 'third'], { folder });
      expect([nothing.code, nothing.err]).toEqual([
        2,
        expect.stringContaining('no rule failed in this report, so there is nothing to run again'),
      ]);
      expect(await command(['--rerun-failed', 'first', '--only', '4.1'], { folder })).toMatchObject(
        { code: 2 },
      );
    });
  });
});

describe('identifiers that follow one another', () => {
  test('are written as a range', () => {
    expect(rangesOf(['10', '9', '8', '3', '9223372036854775807', '1']).join(', ')).toBe(
      '1, 3, 8-10, 9223372036854775807',
    );
    expect(rangesOf([]).join(', ')).toBe('');
  });
});
