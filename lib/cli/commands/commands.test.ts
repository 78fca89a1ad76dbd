// The commands that send nothing: the ledger, explanations, the reference server, reports again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { expectedOf } from '../../proof/also-fails/index.js';
import { faults, variants } from '../../reference/index.js';
import { cleanReport, failingReport } from '../../testing/reports/fixture.js';
import { reportJson } from '../../report/files/json.js';
import { steady } from '../../report/steady.js';
import { command, inFolder, world } from '../../testing/io.js';
import { main } from '../cli.js';
import { kitVersion } from '../../api/package.js';
import { until } from '../../testing/until.js';

describe('version', () => {
  test.each(['--version', 'version'])('%s is a version number', async (word) => {
    expect(await command([word])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.-]+)?\n$/) as string,
    });
  });
});

describe('rules', () => {
  test('lists the whole ledger', async () => {
    const { code, out } = await command(['rules']);
    expect(code).toBe(0);
    for (const { id } of loadLedger().rules)
      expect(out).toMatch(
        new RegExp(`^ {2}${id.replaceAll('.', '\\.')} {2}(stated|implied|open)$`, 'm'),
      );
    expect(out.match(/not checked/g)?.length).toBeGreaterThanOrEqual(loadLedger().unchecked.length);
    expect(JSON.parse((await command(['rules', '--json'])).out)).toEqual(loadLedger());
  });

  test('lists what is new since an older version, and nothing where nothing is', async () => {
    const { code, out } = await command(['rules', '--since', '0.0.0']);
    expect(code).toBe(0);
    expect(out).toMatch(/^New\n {2}sequences\.model {2}stated, in 0\.1\.0\n {6}Any sequence/);
    expect(out).toContain(`From 0.0.0 to ${kitVersion()}: `);
    expect((await command(['rules', '--since', kitVersion()])).out).toBe(
      `Nothing has changed from ${kitVersion()} to ${kitVersion()}.\n`,
    );
    const { since, version, ...changes } = JSON.parse(
      (await command(['rules', '--since', 'v0.0.0', '--json'])).out,
    ) as Readonly<Record<string, unknown>>;
    expect([since, version]).toEqual(['0.0.0', kitVersion()]);
    expect(changes).toEqual({ new: loadLedger().rules, changed: [], retired: [] });
  });

  test.each([
    ['1.0', 'specify a version of the kit, such as 0.1.0.'],
    ['999.0.0', 'which does not know the rules of later versions'],
  ])('refuses --since %s', async (version, why) =>
    expect(await command(['rules', '--since', version])).toMatchObject({
      code: 2,
      err: expect.stringContaining(why) as string,
    }),
  );
});

describe('explain', () => {
  test.each(loadLedger().rules)(
    '$id',
    async ({ id, clause, statement, since, readings, harm, frameworks }) => {
      const { code, out } = await command(['explain', id, '--verbose']);
      expect(code).toBe(0);
      const flat = out.replace(/\s+/g, ' ');
      expect(flat).toContain(statement);
      expect(flat).toContain(`clause ${clause} `);
      expect(flat).toContain(` since ${since} `);
      expect(flat).toMatch(/ mean: \S*spec\/guide\/reading-a-report\.md $/);
      expect(flat).toMatch(/ sends /);
      for (const reported of [readings?.strict, readings?.lenient, harm, frameworks])
        if (reported !== undefined) expect(flat).toContain(reported);
      expect(flat.includes(' readings Strict: ')).toBe(readings !== undefined);
      for (const fault of faults)
        expect(flat.includes(` ${fault.name}: `)).toBe(expectedOf(fault).fails.includes(id));
      // The example that is shown was made for this rule.
      const example = /reference --fault (\S+)/.exec(flat)?.[1];
      const own = faults.filter(({ rule }) => rule === id).map(({ name }) => name);
      if (own.length > 0) expect(own).toContain(example);
    },
  );
});

test.each([
  ['authentication.wrong-key', 6],
  ['messages.recent', 3],
])('explain %s shows %i faults', async (id, most) => {
  const { out } = await command(['explain', id]);
  const shown = faults.filter(({ name }) => out.includes(` ${name}: `));
  expect(shown).toHaveLength(most);
  const more = /and (\d+) more faults, with --verbose/.exec(out)?.[1];
  const all = faults.filter((fault) => expectedOf(fault).fails.includes(id));
  expect(shown.length + Number(more ?? 0)).toBe(all.length);
});

test('explain takes a failure of a report for its rule', () =>
  inFolder(async (folder) => {
    const report = failingReport();
    const ids = new Set(loadLedger().rules.map(({ id }) => id));
    const rules = report.rules
      .filter(({ id, failures }) => ids.has(id) && failures.length > 0)
      .map((rule) => ({
        ...rule,
        failures: rule.failures.map((one) => ({
          ...one,
          id: 'be45aa1f',
          replay: 'npx animal-store-conformance replay be45aa1f',
        })),
      }))
      .slice(0, 1);
    const [{ id } = expect.unreachable()] = rules;
    mkdirSync(join(folder, 'reports', 'staging'), { recursive: true });
    writeFileSync(
      join(folder, 'reports', 'staging', 'report.json'),
      reportJson({ ...report, rules }),
    );
    expect(await command(['explain', 'BE45AA1F'], { folder })).toEqual({
      code: 0,
      out: (await command(['explain', id], { folder })).out,
      err: `be45aa1f is a failure of ${id}.\n`,
    });
  }));

describe('reference', () => {
  test('lists faults and variants', async () => {
    const { out } = await command(['reference', '--list']);
    for (const { name } of [...faults, ...variants]) expect(out).toContain(`  ${name} `);
  });

  test('serves until it is interrupted', async () => {
    const running = world();
    const written = new Promise<void>((resolve) => {
      const { write } = running.io.stdout;
      running.io.stdout.write = (text) => {
        write(text);
        resolve();
      };
    });
    const code = main(['reference', '--fault', 'limit-off-by-one', '--animals', '3'], running.io);
    await written;
    const url = /catalogue +(\S+)/.exec(running.written.out)?.[1] ?? '';
    const key = /key +(\S+)/.exec(running.written.out)?.[1] ?? '';
    const list = (await (
      await fetch(`${url}/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as unknown[];
    expect(list).toHaveLength(2);
    running.interrupt();
    expect(await code).toBe(0);
    await expect(fetch(`${url}/pets`)).rejects.toThrow();
  });

  test('says when its port is taken', async () => {
    const running = world();
    const first = main(['reference'], running.io);
    await until(() => running.written.out.includes('catalogue'));
    const port = /:(\d+)\/v1/.exec(running.written.out)?.[1] ?? '';
    expect(await command(['reference', '--port', port])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Port ${port} is in use`) as string,
    });
    running.interrupt();
    await first;
  });
});

describe('report', () => {
  test('renders a report again, on the terminal and into files', async () => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'in'));
      const text = reportJson(steady(cleanReport()));
      writeFileSync(join(folder, 'in', 'report.json'), text);
      const shown = await command(['report', 'in/report.json'], { folder });
      expect(shown).toMatchObject({ code: 0, err: '' });
      expect(await command(['report', 'in'], { folder })).toEqual(shown);
      expect(shown.out).toContain(cleanReport().summary.slice(0, 20));
      expect(
        await command(['report', 'in/report.json', '--html', 'page.html', '--junit', '-'], {
          folder,
        }),
      ).toMatchObject({ code: 0, out: expect.stringMatching(/^<\?xml/) as string });
      expect(readFileSync(join(folder, 'page.html'), 'utf8')).toMatch(/^<!doctype html>/i);
      expect(
        (await command(['report', 'in/report.json', '--output', 'out'], { folder })).code,
      ).toBe(0);
      expect(readFileSync(join(folder, 'out', 'report.json'), 'utf8')).toBe(text);
      expect(await command(['report', 'in/report.json', '--html', 'in'], { folder })).toMatchObject(
        { code: 2, err: expect.stringContaining('it is a folder') as string },
      );
    });
  });

  test.each([
    ['its verdict', { verdict: 'splendid' }, '/verdict'],
    [
      'the moment of its run',
      { run: { ...cleanReport().run, startedAt: 'noon' } },
      '/run/startedAt',
    ],
    [
      'by a later version',
      { kit: { ...cleanReport().kit, version: '999.0.0' }, news: [] },
      'version 999.0.0 wrote it, and this is ',
    ],
    [
      'by a later format',
      { format: 3, kit: { ...cleanReport().kit, version: '9.1.0' } },
      'its format 3 is newer than 2, the last one that version ',
    ],
  ])('refuses what is no report, and says where it does not fit: %s', async (_, other, place) => {
    await inFolder(async (folder) => {
      const text = JSON.stringify({ ...cleanReport(), ...other });
      writeFileSync(join(folder, 'report.json'), text);
      const { code, err } = await command(['report', 'report.json'], { folder });
      expect(code).toBe(2);
      expect(err).toContain(`not a report of this kit: ${place}`);
    });
  });
});
