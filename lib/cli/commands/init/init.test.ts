// `init` in folders of every kind: what it writes, what it leaves alone, and what it says.
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { parse as parseYaml } from 'yaml';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../contract/files.js';
import { inFolder, world } from '../../../testing/io.js';
import { main } from '../../cli.js';
import { variables } from '../../../api/configuration/settings.js';
import { dotenvText, projectFile } from './template.js';

const environment = { PATH: process.env['PATH'], HOME: '/nonexistent' };

interface Typed {
  readonly argv?: readonly string[];
  /** On a terminal, one for each question. */
  readonly answers?: readonly string[];
}

async function init(folder: string, { argv = [], answers }: Typed = {}) {
  const { io, written } = world({ folder, environment, terminal: answers !== undefined });
  const left = [...(answers ?? [])];
  const stdin = { ...io.stdin, line: () => Promise.resolve(left.shift() ?? '') };
  const code = await main(['init', ...argv], { ...io, stdin });
  return { code, ...written, left };
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const repository = (folder: string): void =>
  void execFileSync('git', ['init', '--quiet'], { cwd: folder, env: environment });

describe('.env', () => {
  test('is the template that the repository has as .env.example', async () => {
    expect(readFileSync(join(packageRoot(), '.env.example'), 'utf8')).toBe(dotenvText());
    await inFolder(async (folder) => {
      const { code, out, err } = await init(folder);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(read(folder, '.env')).toBe(dotenvText());
      expect(lstatSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['.env', projectFile]);
      for (const name of Object.values(variables)) {
        expect(dotenvText()).toMatch(new RegExp(`^(?:# )?${name}=`, 'm'));
        expect(out).toContain(`\n  ${name} `);
      }
      expect(out).toMatch(
        /\nNext, .*:\n {2}npx \S+ --start 'node server\.js'\nElse, .*:\n {2}npx \S+ doctor\n$/,
      );
    });
  });

  test('takes the addresses that are typed on a terminal, and asks again for what is none', async () => {
    await inFolder(async (folder) => {
      const answers = ['staging', 'https://staging.example/v1/', '', 'https://q.example/messages'];
      const { code, err, left } = await init(folder, { answers });
      expect({ code, left }).toEqual({ code: 0, left: [] });
      expect(err).toMatch(/The address is not a complete URL/);
      expect(err).not.toMatch(/key/i);
      expect(parse(read(folder, '.env'))).toEqual({
        [variables.key]: '',
        [variables.stagingUrl]: 'https://staging.example/v1',
        [variables.quickstartUrl]: 'https://q.example',
      });
    });
  });

  test('is not written when no answer is an address', async () => {
    await inFolder(async (folder) => {
      const { code, err } = await init(folder, { answers: ['a', 'b', 'c'] });
      expect(code).toBe(2);
      expect(err).toMatch(/Nothing was written/);
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  test('that exists stays as it is: its variables are named, and no value is shown', async () => {
    await inFolder(async (folder) => {
      const text = `${variables.key}=fake-key-of-init\n${variables.stagingUrl}=https://s.example/v1\n`;
      writeFileSync(join(folder, '.env'), text, { mode: 0o644 });
      const { code, out, err } = await init(folder, { answers: ['https://new.example/v1'] });
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(read(folder, '.env')).toBe(text);
      const [set = '', missing = ''] = out.split('Not set');
      expect(set).toMatch(/\.env already exists \(unchanged\)/);
      expect(set).toContain(variables.key);
      expect(set).toContain(variables.stagingUrl);
      expect(set).toContain('chmod 600 .env');
      expect(missing).toContain(variables.quickstartUrl);
      expect(missing).not.toContain(`${variables.stagingUrl} `);
      expect(out).not.toMatch(/fake-key|s\.example/);
    });
  });

  test('that sets nothing is told so', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, '.env'), '', { mode: 0o600 });
      expect((await init(folder)).out).toMatch(
        /^– \.env already exists \(unchanged; it sets nothing yet\)\.\n/,
      );
    });
  });

  test.each<[string, (folder: string) => void]>([
    ['a link to nowhere', (folder) => symlinkSync('../elsewhere.env', join(folder, '.env'))],
    ['a folder', (folder) => mkdirSync(join(folder, '.env'))],
  ])('is not written where it is %s', async (_, make) => {
    await inFolder(async (folder) => {
      const here = join(folder, 'here');
      mkdirSync(here);
      make(here);
      const { code, err } = await init(here);
      expect(code).toBe(2);
      expect(err).toMatch(/\.env"? cannot be (?:read|written) \(/);
      expect(readdirSync(folder)).toEqual(['here']);
    });
  });
});

describe('.gitignore', () => {
  test('gets a line where the repository does not ignore .env, once', async () => {
    await inFolder(async (folder) => {
      repository(folder);
      writeFileSync(join(folder, '.gitignore'), 'dist');
      expect((await init(folder)).out).toContain('.env is added to .gitignore.');
      expect(read(folder, '.gitignore')).toBe('dist\n.env\nreports/\n');
      expect((await init(folder)).out).not.toContain('.gitignore');
      expect(read(folder, '.gitignore')).toBe('dist\n.env\nreports/\n');
    });
  });

  test('gets a line for reports/, unless git has files in a folder of this name', async () => {
    await inFolder(async (folder) => {
      repository(folder);
      writeFileSync(join(folder, '.gitignore'), '.env\n');
      mkdirSync(join(folder, 'reports'));
      writeFileSync(join(folder, 'reports', 'ours.md'), '');
      const { out } = await init(folder);
      expect(out).toContain('✓ reports/ is added to .gitignore.\n');
      expect(out).not.toContain('.env is added');
      expect(read(folder, '.gitignore')).toBe('.env\nreports/\n');
      writeFileSync(join(folder, '.gitignore'), '.env\n');
      execFileSync('git', ['add', 'reports'], { cwd: folder, env: environment });
      expect((await init(folder)).out).not.toContain('reports/ is added');
      expect(read(folder, '.gitignore')).toBe('.env\n');
    });
  });

  test.each<[string, string]>([
    ['a pattern', '*.env\nreports\n'],
    ['a folder above', ''],
  ])('stays as it is where .env is ignored by %s', async (_, own) => {
    await inFolder(async (folder) => {
      repository(folder);
      const below = join(folder, 'below');
      mkdirSync(below);
      writeFileSync(
        join(folder, '.gitignore'),
        own === '' ? 'below/.env\nbelow/reports/**\n' : own,
      );
      expect((await init(below)).code).toBe(0);
      expect(readdirSync(below)).toEqual(['.env', projectFile]);
    });
  });

  test('that is a link is not followed, and the command says what to do', async () => {
    await inFolder(async (folder) => {
      const here = join(folder, 'here');
      mkdirSync(here);
      repository(here);
      writeFileSync(join(folder, 'other'), 'other\n');
      symlinkSync('../other', join(here, '.gitignore'));
      const { code, err } = await init(here);
      expect(code).toBe(2);
      expect(err).toMatch(/\.gitignore cannot be written \(.*add the line \.env/);
      expect(read(folder, 'other')).toBe('other\n');
    });
  });

  test('does not help where git has .env already', async () => {
    await inFolder(async (folder) => {
      repository(folder);
      writeFileSync(join(folder, '.env'), '', { mode: 0o600 });
      execFileSync('git', ['add', '--force', '.env'], { cwd: folder, env: environment });
      expect((await init(folder)).out).toContain('git rm --cached .env');
      expect(read(folder, '.gitignore')).toBe('reports/\n');
    });
  });
});

describe('--pipeline', () => {
  const places = [
    ['github', '.github/workflows/animal-store.yml'],
    ['gitlab', '.gitlab-ci.yml'],
    ['kubernetes', 'animal-store-job.yaml'],
  ] as const;

  test.each(places)('%s writes %s, and never over one', async (pipeline, path) => {
    await inFolder(async (folder) => {
      const argv = ['--pipeline', pipeline];
      expect((await init(folder, { argv })).out).toContain(`✓ ${path} is written.`);
      const text = read(folder, path);
      expect(text).toContain('animal-store-conformance');
      expect(text).not.toContain('Copy it to');
      const again = await init(folder, { argv: [...argv, '--start', 'other'] });
      expect(again).toMatchObject({ code: 0 });
      expect(again.out).toContain(`– ${path} already exists (unchanged).`);
      expect(read(folder, path)).toBe(text);
    });
  });

  test('starts what package.json starts, what --start says, or what is to be replaced', async () => {
    await inFolder(async (folder) => {
      const argv = ['--pipeline', 'github'];
      const at = (name: string): string => {
        mkdirSync(join(folder, name));
        return join(folder, name);
      };
      const [plain, guessed, reported] = [at('plain'), at('guessed'), at('told')];
      for (const one of [guessed, reported])
        writeFileSync(join(one, 'package.json'), '{"scripts":{"start":"node here.js"}}');
      const first = await init(plain, { argv });
      expect(first.out).toMatch(/`node server\.js`: change that/);
      const second = await init(guessed, { argv });
      expect(second.out).toMatch(/`npm start`, which is a guess from package\.json/);
      expect(second.out).toMatch(/Next:\n {2}npx animal-store-conformance\n/);
      expect(read(guessed, projectFile)).toMatch(/^start: "npm start"$/m);
      expect(read(guessed, '.github/workflows/animal-store.yml')).toContain('npm start');
      const third = await init(reported, { argv: [...argv, '--start', './serve --port "$PORT"'] });
      expect(third.out).toMatch(/Next:\n {2}npx animal-store-conformance\n/);
      expect(parseYaml(read(reported, projectFile))).toEqual({ start: './serve --port "$PORT"' });
      const again = await init(reported, { argv: ['--start', 'npm run serve'] });
      expect(again.out).toContain(`${projectFile} already exists (unchanged)`);
      expect(again.out).toMatch(/Next:\n.*--start 'npm run serve'\n/);
      expect((await init(guessed)).out).toMatch(/Next:\n {2}npx animal-store-conformance\n/);
    });
  });

  test('starts what the project file starts, before what package.json does', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'package.json'), '{"scripts":{"start":"node here.js"}}');
      writeFileSync(join(folder, projectFile), 'start: node mine.js\n');
      await init(folder, { argv: ['--pipeline', 'github'] });
      expect(read(folder, '.github/workflows/animal-store.yml')).toContain('node mine.js');
      expect(read(folder, projectFile)).toBe('start: node mine.js\n');
    });
  });

  test('gitlab leaves somebody’s own pipeline alone, and says how to include this one', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, '.gitlab-ci.yml'), 'build: {}\n');
      const { out } = await init(folder, { argv: ['--pipeline', 'gitlab'] });
      expect(out).toMatch(/animal-store\.gitlab-ci\.yml is written/);
      expect(out).toMatch(/include: \[\{ local: animal-store\.gitlab-ci\.yml \}\]/);
      expect(read(folder, '.gitlab-ci.yml')).toBe('build: {}\n');
      expect(read(folder, 'animal-store.gitlab-ci.yml')).toContain('include that there');
    });
  });

  test('follows no link out of the folder, and leaves nothing half made', async () => {
    await inFolder(async (folder) => {
      const [here, there] = [join(folder, 'here'), join(folder, 'there')];
      for (const one of [here, there]) mkdirSync(one);
      symlinkSync('../there', join(here, '.github'));
      const { code, err } = await init(here, { argv: ['--pipeline', 'github'] });
      expect(code).toBe(2);
      expect(err).toMatch(/animal-store\.yml" cannot be written \(\.github is a link\)/);
      expect(readdirSync(there)).toEqual([]);
    });
  });

  test.each([
    ['jenkins', /--pipeline is "jenkins": specify github, gitlab or kubernetes/],
    ['github', /--start is more than one line/],
  ])('is refused before anything is written: %s', async (pipeline, message) => {
    await inFolder(async (folder) => {
      const argv = ['--pipeline', pipeline, '--start', 'a\nb'];
      const { code, err } = await init(folder, { argv });
      expect(code).toBe(2);
      expect(err).toMatch(message);
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});
