// Makes a release with one command, in a repository of its own: `npm version` checks, dates the changelog, commits and
// tags.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../contract/files.js';
import { inFolder } from '../io.js';

const root = packageRoot();
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};
/** After a preview, npm's next patch version is the release itself. */
const manifest = { ...own, version: own.version.replace(/-.*$/, '') };
const changelog = (unreleased: string): string =>
  `# Changelog\n\nWhat users notice.\n\n## Unreleased\n${unreleased}`;

interface Repository {
  readonly run: (
    name: string,
    ...words: readonly string[]
  ) => { code: number | null; said: string };
  readonly read: (path: string) => string;
  /** Replaces a file and commits the change. */
  readonly commit: (path: string, text: string) => void;
}

/** Copies what a release needs from this project, with tests that take no time. */
async function inRepository(work: (repository: Repository) => void): Promise<void> {
  await inFolder((folder) => {
    const { PATH } = process.env;
    const person = { NAME: 'A. Keeper', EMAIL: 'keeper@animals.example' };
    const env = {
      ...(PATH === undefined ? {} : { PATH }),
      HOME: folder,
      GIT_CONFIG_GLOBAL: join(folder, 'none'),
      ...Object.fromEntries(
        Object.entries(person).flatMap(([key, value]) => [
          [`GIT_AUTHOR_${key}`, value],
          [`GIT_COMMITTER_${key}`, value],
        ]),
      ),
      npm_config_update_notifier: 'false',
      npm_config_cache: join(folder, 'node_modules.cache'),
    };
    const run: Repository['run'] = (name, ...words) => {
      const { status, stdout, stderr } = spawnSync(name, words, {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return { code: status, said: `${stdout}${stderr}`.trim() };
    };
    const commit: Repository['commit'] = (path, text) => {
      writeFileSync(join(folder, path), text);
      expect(run('git', 'add', '-A').code).toBe(0);
      expect(run('git', 'commit', '-qm', `Writes ${path}`)).toEqual({ code: 0, said: '' });
    };
    for (const path of ['package-lock.json', 'spec', '.ci/release'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.gitignore'), 'node_modules*\n.npm\n');
    const slow = [
      'prepare',
      'format:check',
      'lint',
      'types',
      'build',
      'package:check',
      'test',
      'test:slow',
    ];
    const stubs = Object.fromEntries(
      slow.map((name) => [name, `node -e "console.log('${name}')"`]),
    );
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, ...stubs } }, null, 2)}\n`,
    );
    run('git', 'init', '-q', '-b', 'main');
    commit('CHANGELOG.md', changelog('- A new thing.\n\n## 0.0.1 - 2026-01-31\n- The first.\n'));
    work({ run, read: (path) => readFileSync(join(folder, path), 'utf8'), commit });
    return Promise.resolve();
  });
}

const versionIn = (text: string): string => (JSON.parse(text) as { version: string }).version;
const [major, minor, patch] = manifest.version.split('.').map(Number);
const next = `${major}.${minor}.${(patch ?? 0) + 1}`;
const nextMinor = `${major}.${(minor ?? 0) + 1}.0`;

test('npm version tests, dates the changelog, commits and tags, and says what to push', async () => {
  await inRepository(({ run, read }) => {
    const { code, said } = run('npm', 'version', 'patch', '--offline');
    expect(said).toMatch(/^test$/m);
    expect(said).toContain(`then: git push --atomic origin main v${next}`);
    expect(code).toBe(0);
    const day = new Date().toISOString().slice(0, 10);
    expect(read('CHANGELOG.md')).toBe(
      changelog(`\n## ${next} - ${day}\n- A new thing.\n\n## 0.0.1 - 2026-01-31\n- The first.\n`),
    );
    expect([versionIn(read('package.json')), versionIn(read('package-lock.json'))]).toEqual([
      next,
      next,
    ]);
    expect(run('git', 'tag', '--points-at', 'HEAD').said).toBe(`v${next}`);
    expect(run('git', 'status', '--porcelain').said).toBe('');
    expect(run('git', 'show', '--name-only', '--format=%s').said.split('\n').sort()).toEqual(
      [next, '', 'CHANGELOG.md', 'package-lock.json', 'package.json'].sort(),
    );
    expect(run('npm', 'version', 'patch', '--offline').said).toContain(
      'The unreleased section of CHANGELOG.md has no line',
    );
  });
});

test('the first release has the version that is there already', async () => {
  await inRepository(({ run, read, commit }) => {
    commit('CHANGELOG.md', `# Changelog\n\n## ${manifest.version} (unreleased)\n- All of it.\n`);
    run('npm', 'version', manifest.version, '--allow-same-version', '--offline');
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(
        `^# Changelog\n\n## Unreleased\n\n## ${manifest.version} - \\d{4}-.*\n- All of it`,
      ),
    );
    expect(run('git', 'tag').said).toBe(`v${manifest.version}`);
  });
});

test('new, changed and retired rules name the version of the release, and are recorded with it', async () => {
  await inRepository(({ run, read, commit }) => {
    const rule = `{ id: bodies.new, clause: "4", kind: open, statement: "What?", since: 99.0.0 }`;
    const rules = read('spec/rules.yaml')
      .replace('rules:\n', `rules:\n  - ${rule}\n`)
      .replace(
        'sent as application/json."',
        'sent as application/json.", changed: { 99.0.0: "One." }',
      )
      .replace(/^ {2}- \{ id: errors\.codes.*\n/m, '')
      .replace(
        'retired: []',
        'retired: [{ id: errors.codes, in: 99.0.0, reason: "Asked twice." }]',
      );
    commit('spec/rules.yaml', rules);
    const { said } = run('npm', 'version', 'minor', '--offline');
    for (const problem of [
      'bodies.new is new, but says since 99.0.0',
      'bodies.json says changed in 99.0.0',
      'errors.codes says retired in 99.0.0',
    ])
      expect(said).toContain(`spec/rules.yaml: ${problem}: this release is ${nextMinor}.`);
    commit('spec/rules.yaml', rules.replaceAll('99.0.0', next));
    const { said: ofPatch } = run('npm', 'version', 'patch', '--offline');
    expect(ofPatch).toContain('bodies.new is new, and');
    expect(ofPatch).toContain('errors.codes is retired, which only a major version does');
    commit('spec/rules.yaml', rules.replaceAll('99.0.0', nextMinor));
    expect(run('npm', 'version', 'minor', '--offline').code).toBe(0);
    const released = JSON.parse(read('.ci/release/released-rules.json')) as Record<string, object>;
    expect(released[nextMinor]).toEqual({
      'bodies.new': expect.stringMatching(/^open [0-9a-f]{8}$/) as string,
      'bodies.json': expect.stringMatching(/^stated [0-9a-f]{8}$/) as string,
    });
    commit(
      'CHANGELOG.md',
      read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n- More.\n'),
    );
    expect(run('npm', 'version', 'minor', '--offline').code).toBe(0);
  });
});

test('a preview has the new rules, and the release after it is their first', async () => {
  await inRepository(({ run, read, commit }) => {
    const rule = `{ id: bodies.new, clause: "4", kind: open, statement: "What?", since: ${nextMinor} }`;
    commit('spec/rules.yaml', read('spec/rules.yaml').replace('rules:\n', `rules:\n  - ${rule}\n`));
    expect(run('npm', 'version', 'preminor', '--preid', 'rc', '--offline').code).toBe(0);
    expect(run('git', 'tag').said).toBe(`v${nextMinor}-rc.0`);
    expect(read('.ci/release/released-rules.json')).not.toContain('bodies.new');
    const changes = read('CHANGELOG.md').replace(
      '## Unreleased\n',
      '## Unreleased\n- All of it.\n',
    );
    commit('CHANGELOG.md', changes);
    expect(run('npm', 'version', 'minor', '--offline').code).toBe(0);
    expect(read('.ci/release/released-rules.json')).toContain('bodies.new');
  });
});

test('nothing is changed where something is missing', async () => {
  await inRepository(({ run, read, commit }) => {
    commit('CHANGELOG.md', changelog(''));
    run('git', 'switch', '-qc', 'elsewhere');
    const { code, said } = run('npm', 'version', 'minor', '--offline');
    expect(code).not.toBe(0);
    expect(said).toContain('The branch is elsewhere: release from main.');
    expect(said).toContain('The unreleased section of CHANGELOG.md has no line');
    expect(said).not.toMatch(/^test$/m);
    expect(read('CHANGELOG.md')).toBe(changelog(''));
    expect(versionIn(read('package.json'))).toBe(manifest.version);
    expect(run('git', 'tag').said).toBe('');
  });
});

test('the check of a tag compares it with what is there', async () => {
  await inRepository(({ run, commit, read }) => {
    commit(
      'package-lock.json',
      read('package-lock.json').replace('"version"', '"resolved": "x",\n"version"'),
    );
    const { code, said } = run('npm', 'run', 'release:check', '--', 'v9.9.9');
    expect(code).not.toBe(0);
    for (const problem of [
      `The tag v9.9.9 is not v${manifest.version} of package.json.`,
      'package-lock.json names addresses of packages: remove every `resolved`.',
      `CHANGELOG.md does not begin with a dated section for ${manifest.version}.`,
      'The package lacks dist/lib/cli/main.js: build first (npm run build), or correct `files`.',
    ])
      expect(said).toContain(problem);
  });
});

test('publishing is tried without a registry', async () => {
  await inRepository(({ run }) => {
    const { code, said } = run('npm', 'publish', '--dry-run', '--offline', '--ignore-scripts');
    expect(said).toContain(`+ animal-store-conformance@${manifest.version}`);
    expect(code).toBe(0);
  });
});
