// `replay` and `--last-failed` without anything to retype: they follow the user's own runs, and nobody else's.
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeKey } from '../../../reference/index.js';
import { atServer, reportIn, type Place } from '../../../testing/at-server.js';
import { command } from '../../../testing/io.js';

const few = [
  '--only',
  'add-animal.missing-name,messages.time-format,version',
  '--seed',
  '3',
  '--quiet',
];

const atHome = (
  work: (
    run: Place['run'],
    server: Place,
    folders: { readonly home: string; readonly working: string },
  ) => Promise<void>,
): Promise<void> =>
  atServer(['missing-name-taken'], async (server) => {
    const [home, working] = [join(server.folder, 'home'), join(server.folder, 'working')];
    mkdirSync(home);
    mkdirSync(working);
    const environment = { ...server.environment, HOME: home };
    const run: Place['run'] = (...words) => command(words, { folder: working, environment });
    await work(run, server, { home, working });
  });

test('an own run is followed to its target and its quickstart', () =>
  atHome(async (run, { url, quickstartUrl }, { home, working }) => {
    expect((await run(url, '--quickstart', quickstartUrl, ...few)).code).toBe(1);
    // A run that writes no report leaves the earlier one, and what led to it.
    const output = ['--output', `reports/${new URL(url).host.replace(':', '-')}`];
    const broken = await run('--start', 'node no-such-file.js', ...output, '--quiet');
    expect([broken.code, broken.err]).toEqual([
      4,
      expect.stringContaining('No report was written'),
    ]);
    const again = await run('replay');
    expect(again.code).toBe(1);
    expect(again.out).toContain('Retried 1 rule: 1 failed.');
    const other = await run('replay', 'errors.valid-requests');
    expect(other.code).toBe(2);
    expect(other.err).toMatch(
      /The run of the report "\S+" had only \d+ rules?, and not errors\.valid-requests: run it again with --only errors\.valid-requests,/,
    );
    for (const target of [[url], []]) {
      const last = await run('--last-failed', ...target, '--quiet');
      expect([last.code, last.err]).toEqual([1, expect.stringContaining('Reports: ')]);
      expect(last.out).toContain(url);
      const name = `reports/${new URL(url).host.replace(':', '-')}`;
      expect(reportIn(working, name).target.quickstartBaseUrl).toBe(quickstartUrl);
    }
    const kept = readFileSync(
      join(home, '.local/state/animal-store-conformance/runs.json'),
      'utf8',
    );
    expect(kept).toContain(quickstartUrl);
    expect(kept).not.toContain(fakeKey);
  }));

test('a run that was to be certified is followed as well', () =>
  atHome(async (run, { url }, { working }) => {
    expect((await run('certify', '--keygen')).code).toBe(0);
    const offered = { organisation: 'A', product: 'B', version: '1', url: 'https://a.example' };
    const implementation = { ...offered, contact: ['a@a.example'] };
    writeFileSync(join(working, 'implementation.yaml'), JSON.stringify(implementation));
    expect((await run('certify', url, '--quiet')).code).toBe(1);
    const again = await run('replay', 'add-animal.missing-name');
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('still fails')]);
  }));

test('a report that was altered, or of another user, leads nowhere', () =>
  atHome(async (run, { url }, { home, working }) => {
    const [name] = [`reports/${new URL(url).host.replace(':', '-')}`];
    expect((await run(url, ...few, '--output', name)).code).toBe(1);
    expect((await run('replay')).code).toBe(1);
    appendFileSync(join(working, name, 'report.json'), '\n');
    const altered = await run('replay');
    expect([altered.code, altered.err]).toEqual([2, expect.stringContaining('Specify the TARGET')]);
    const last = await run('--last-failed');
    expect([last.code, last.err]).toEqual([2, expect.stringContaining('specify the target')]);
    // Whoever pastes what is suggested runs nothing else.
    const report = reportIn(working, name!);
    const place = {
      name: `${url}/$(id);`,
      baseUrl: `${url}/$(id);`,
      quickstartBaseUrl: `${url}/&id`,
    };
    const text = JSON.stringify({ ...report, target: place });
    writeFileSync(join(working, name!, 'report.json'), text);
    const hostile = await run('replay', 'add-animal.missing-name');
    expect([hostile.code, hostile.err]).toEqual([
      2,
      expect.stringContaining(
        `Specify the TARGET: replay add-animal.missing-name '${url}/$(id);' --quickstart '${url}/&id'\n`,
      ),
    ]);
    // The stored words may be anything as well.
    for (const text of ['no JSON', '[1]', '[["x", 3]]', '{}']) {
      writeFileSync(join(home, '.local/state/animal-store-conformance/runs.json'), text);
      expect((await run('replay')).code).toBe(2);
    }
  }));

test('a copy of the report in another folder leads nowhere, nor what a checkout has brought', () =>
  atHome(async (run, { url }, { home, working }) => {
    expect((await run(url, ...few, '--output', 'reports/own')).code).toBe(1);
    const other = join(working, '../other');
    cpSync(working, other, { recursive: true });
    const environment = { ANIMAL_STORE_API_KEY: fakeKey, HOME: home };
    expect((await command(['replay'], { folder: other, environment })).code).toBe(2);
    // The same folder, but its memory lies within.
    cpSync(join(home, '.local'), join(working, '.local'), { recursive: true });
    const inside = { ...environment, HOME: working };
    expect((await command(['replay'], { folder: working, environment: inside })).code).toBe(2);
    expect((await run('replay')).code).toBe(1);
  }));

test('a report of a stranger is shown without the words that lead to its target', () =>
  atHome(async (run, { url }, { home, working }) => {
    expect((await run(url, ...few, '--output', 'reports/own')).code).toBe(1);
    const line = /npx animal-store-conformance replay [^<]*/;
    const own = await run('report', 'reports/own', '--junit', '-');
    expect(line.exec(own.out)?.[0]).toMatch(` ${url} `);
    const other = join(working, '../other');
    cpSync(working, other, { recursive: true });
    const environment = { ANIMAL_STORE_API_KEY: fakeKey, HOME: home };
    const words = ['report', 'reports/own', '--junit', '-'];
    const strange = await command(words, { folder: other, environment });
    expect(line.exec(strange.out)?.[0]).toMatch(/ replay [0-9a-f]{8}$/);
  }));

test('a memory that others may have written is not believed', () =>
  atHome(async (run, { url }, { home }) => {
    expect((await run(url, ...few)).code).toBe(1);
    const folder = join(home, '.local/state/animal-store-conformance');
    for (const [path, mode] of [
      [join(folder, 'runs.json'), 0o600],
      [folder, 0o700],
    ] as const) {
      expect((await run('replay')).code).toBe(1);
      expect(statSync(path).mode & 0o777).toBe(mode);
      chmodSync(path, mode | 0o044);
      expect((await run('replay')).code).toBe(2);
      chmodSync(path, mode);
    }
  }));

test('a home that cannot be written to costs nothing', () =>
  atHome(async (run, { url, environment }, { home, working }) => {
    const nowhere = { ...environment, XDG_STATE_HOME: '/proc' };
    expect((await command([url, ...few], { folder: working, environment: nowhere })).code).toBe(1);
    writeFileSync(join(home, '.local'), 'in the way');
    const { code, err } = await run(url, ...few);
    expect([code, err]).toEqual([1, expect.not.stringContaining('in the way')]);
    expect(existsSync(join(home, '.local/state'))).toBe(false);
  }));

test('--last-failed says where there is no report, or two are named', () =>
  atHome(async (run) => {
    expect(await run('--last-failed')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no report in reports/ yet') as string,
    });
    expect(await run('--last-failed', '--rerun-failed', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('omit one of them') as string,
    });
  }));

/** It parses a body without a guard, and ends with the process. */
const crashing = `import { createServer } from 'node:http';
const pets = [];
createServer(async (request, response) => {
  const answer = (status, body) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const refuse = (status) => answer(status, { code: 'refused', message: 'No.', status });
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.headers.authorization !== 'Bearer ' + process.env.ANIMAL_STORE_API_KEY) return refuse(401);
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST' && pathname === '/v1/pets') {
    const { name, categoryId, status = 'available' } = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof name !== 'string' || !Number.isInteger(categoryId)) return refuse(400);
    pets.push({ id: pets.length + 1, name, categoryId, status });
    return answer(201, pets.at(-1));
  }
  if (pathname === '/v1/pets') {
    const status = searchParams.get('status');
    const found = pets.filter((pet) => status === null || pet.status === status);
    return answer(200, found.slice(0, Number(searchParams.get('limit') ?? 20)));
  }
  const pet = pets.find(({ id }) => pathname === '/v1/pets/' + id);
  return pet ? answer(200, pet) : refuse(404);
}).listen(process.env.PORT);
`;

test('what crashed the candidate is sent again, although the rule that failed sends none of it', () =>
  atHome(async (run, _server, { working }) => {
    writeFileSync(join(working, 'server.mjs'), crashing);
    // In this process, a candidate starts where the tests do.
    const start = ['--start', `"${process.execPath}" "${join(working, 'server.mjs')}"`, '--quiet'];
    const first = await run(...start, '--only', 'errors.valid-requests,add-animal.empty-body');
    expect([first.code, first.out]).toEqual([1, expect.stringContaining('crashed the candidate')]);
    const again = await run(...start, '--last-failed');
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('crashed the candidate')]);
  }));
