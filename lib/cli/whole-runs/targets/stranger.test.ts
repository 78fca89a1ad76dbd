// A candidate is a stranger: it learns no secret of the pipeline that tests it, and cannot change the result of the
// run, whatever it does to the files of the kit.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentFor } from '../../../api/execute/candidate.js';
import { packageRoot } from '../../../contract/files.js';
import type { Report } from '../../../judge/result/report.js';
import { mainFile, start } from '../../../testing/built.js';
import { command, inFolder } from '../../../testing/io.js';

const key = { ANIMAL_STORE_API_KEY: 'fake-reference-key-0123456789' };
const honest = `"${process.execPath}" "${mainFile}" reference --port $PORT`;
const secrets = { GITHUB_TOKEN: 'fake-1', NPM_TOKEN: 'fake-2', SIGNING_KEY: 'fake-3' };

describe('the environment of a candidate', () => {
  test('has what a program needs and what was handed on, and no secret of the pipeline', async () => {
    await inFolder(async (folder) => {
      const environment = {
        ...key,
        ...secrets,
        HOME: folder,
        TMPDIR: folder,
        LANG: 'C',
        DATABASE_URL: 'postgres://here',
        EMPTY: '',
      };
      const handedOn = ['--candidate-env', 'DATABASE_URL', '--candidate-env', 'EMPTY'];
      const run = start(
        ['--start', `env > seen; exec ${honest}`, ...handedOn, '--only', 'version', '--quiet'],
        folder,
        environment,
      );
      expect([await run.ended, run.written.err]).toEqual([0, 'Reports: reports/candidate\n']);
      const names = readFileSync(join(folder, 'seen'), 'utf8')
        .split('\n')
        .flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
      // Some shells add the last three.
      const own = names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)).sort();
      expect(own).toEqual([
        'ANIMAL_STORE_API_KEY',
        'ANIMAL_STORE_CANDIDATE',
        'ANIMAL_STORE_QUICKSTART_API_KEY',
        'DATABASE_URL',
        'EMPTY',
        'HOME',
        'LANG',
        'PATH',
        'PORT',
        'TMPDIR',
      ]);
      const again = JSON.parse(readFileSync(join(folder, 'reports/candidate/report.json'), 'utf8'));
      expect((again as Report).target.again).toEqual(
        expect.arrayContaining(handedOn) as readonly string[],
      );
    });
  });

  test('cannot be widened by mistake', async () => {
    const refused = async (...words: string[]): Promise<string> => {
      const { code, err } = await command(words, { environment: key });
      expect(code).toBe(2);
      return err;
    };
    expect(await refused('--candidate-env', 'PATH')).toContain("add --start 'COMMAND'");
    expect(await refused('--start', 'true', '--candidate-env', 'NONE')).toContain(
      'there is no such variable',
    );
    const typed = await refused('--start', 'true', '--candidate-env', 'TOKEN=fake-secret');
    expect(typed).toContain('without its value');
    expect(typed).not.toContain('fake-secret');
  });

  test('keeps the port and the keys of the kit', () => {
    expect(
      environmentFor(
        { command: '', port: 7, variables: ['PORT', 'ANIMAL_STORE_API_KEY'] },
        { PORT: '1', ANIMAL_STORE_API_KEY: 'fake-other', ...secrets },
        {
          key: 'fake-key',
          quickstartKey: 'fake-key-2',
          from: { key: null, quickstartKey: null },
          warnings: [],
          warningsHere: [],
          notes: [],
        },
      ),
    ).toEqual({
      PORT: '7',
      ANIMAL_STORE_API_KEY: 'fake-key',
      ANIMAL_STORE_QUICKSTART_API_KEY: 'fake-key-2',
    });
  });
});

const packages =
  'ajv ajv-formats dotenv fast-check fast-deep-equal fast-uri json-schema-traverse pure-rand require-from-string undici yaml';

/** What a candidate may do to every file of the kit before it serves. */
const hostilities = {
  'writes over': `for (const one of readdirSync('kit', { recursive: true, withFileTypes: true })) if (one.isFile())
  writeFileSync(join(one.parentPath, one.name), /\\.[cm]?js$/.test(one.name)
    ? 'process.stdout.write("overwritten"); process.exit(0);' : /json$/.test(one.name) ? '{}' : '');`,
  deletes: `rmSync('kit', { recursive: true, force: true });`,
};
type Hostility = keyof typeof hostilities;

/** The kit as a project has it in node_modules, and a candidate that is hostile to it before it serves. */
async function withKit(
  hostility: Hostility,
  work: (folder: string, kit: string, hostile: (more?: string) => string) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    const kit = join(folder, 'kit');
    mkdirSync(kit);
    for (const name of ['dist', 'spec', 'package.json', ...packages.split(' ')]) {
      const path =
        name.includes('.') || ['dist', 'spec'].includes(name) ? name : `node_modules/${name}`;
      cpSync(join(packageRoot(), path), join(kit, path), { recursive: true });
    }
    writeFileSync(
      join(folder, 'hostile.cjs'),
      `const { readdirSync, rmSync, writeFileSync } = require('node:fs'); const { join } = require('node:path');
${hostilities[hostility]}
writeFileSync('done', '');`,
    );
    const hostile = (more = ''): string =>
      `"${process.execPath}" hostile.cjs && exec ${honest} ${more}`;
    await work(folder, join(kit, 'dist/lib/cli/main.js'), hostile);
    expect(existsSync(join(folder, 'done'))).toBe(true);
  });
}

const all = Object.keys(hostilities) as Hostility[];
describe.concurrent.each(all)('a candidate that %s the files of the kit', (hostility) => {
  test('fails as it would have', async () => {
    await withKit(hostility, async (folder, kit, hostile) => {
      const flags = ['--seed', '1', '--strict', '--vitest-test', 'found.test.ts', '--verbose'];
      const run = start(
        ['--start', hostile('--fault missing-name-taken'), ...flags],
        folder,
        { ...key, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary') },
        kit,
      );
      expect([await run.ended, run.written.err]).toEqual([
        1,
        expect.stringContaining('found.test.ts'),
      ]);
      expect(run.written.out).toContain('add-animal.missing-name');
      expect(run.written.out).not.toContain('overwritten');
      const read = (name: string): string =>
        readFileSync(join(folder, 'reports/candidate', name), 'utf8');
      const report = JSON.parse(read('report.json')) as Report;
      expect(report.verdict).toBe('not-conformant');
      expect(report.kit.digest).toMatch(/^[0-9a-f]{64}$/);
      expect(report.causes?.length).toBeGreaterThan(0);
      expect(read('animal-store.md')).toContain('# ');
      expect(readFileSync(join(folder, 'found.test.ts'), 'utf8')).toContain('missing-name');
    });
  });

  test('is told by its end where it never serves', async () => {
    await withKit(hostility, async (folder, kit, hostile) => {
      const run = start(['--start', hostile().replace(/exec .*/, 'exit 3')], folder, key, kit);
      expect([await run.ended, run.written.err]).toEqual([
        4,
        expect.stringContaining('The candidate exited with status 3 before it responded'),
      ]);
      expect(run.written.out).toBe('');
    });
  });

  test('is started again where it crashes, and blamed for it', async () => {
    await withKit(hostility, async (folder, kit, hostile) => {
      writeFileSync(
        join(folder, 'crash.cjs'),
        `const { Server } = require('node:http'); const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...others) {
  if (event === 'request' && /limit=17(?!\\d)/.test(others[0].url)) process.exit(1);
  return emit.call(this, event, ...others);
};`,
      );
      const dying = hostile().replace('exec ', 'NODE_OPTIONS="--require ./crash.cjs" exec ');
      const run = start(['--start', dying, '--only', '4.1,errors.*'], folder, key, kit);
      expect(await run.ended).toBe(1);
      expect(run.written.out).toContain('limit=17');
      expect(run.written.out).not.toContain('overwritten');
    });
  });

  test('is certified only for what it does', async () => {
    await withKit(hostility, async (folder, kit, hostile) => {
      const answers = ['Acme', 'Store', '1', 'https://acme.example', 'a@acme.example', '', ''];
      await command(['certify', '--init'], { folder, stdin: answers.join('\n') });
      await command(['certify', '--keygen'], { folder });
      const run = start(['certify', '--start', hostile(), '--quiet'], folder, key, kit);
      expect([await run.ended, run.written]).toEqual([
        0,
        expect.objectContaining({ out: expect.stringContaining('Certified until ') as string }),
      ]);
      const verify = ['verify', 'certificate', '--public-key', 'signing-key.pub.pem'];
      const verified = start(verify, folder);
      expect([await verified.ended, verified.written]).toEqual([0, expect.anything()]);
    });
  });
});

test('a candidate cannot open a debugger in the kit', async () => {
  await inFolder(async (folder) => {
    const run = start(
      ['--start', `kill -USR1 $PPID; exec ${honest}`, '--only', 'version', '--quiet'],
      folder,
      key,
    );
    expect([await run.ended, run.written.err]).toEqual([0, 'Reports: reports/candidate\n']);
  });
});
