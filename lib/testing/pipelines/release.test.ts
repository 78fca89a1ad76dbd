// The shell steps of .github/workflows/release.yml: they are run with stubs for npm, gh and git.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { workflow } from './files.js';
import { onRunner, type Runner } from './shell.js';

const script = (name: string): string =>
  Object.values(workflow('.github/workflows/release.yml').jobs)
    .flatMap(({ steps }) => steps)
    .find((step) => step.name === name)?.run ?? expect.unreachable(`there is no step ${name}`);

const changelog = `# Changelog

## 1.2.30 (2026-12-24)
- Later.

## 1.2.3 (2026-11-22)
- What is new.

  In two parts.

## 1.2.3-rc.1 (2026-11-01)
- Earlier.
`;

function inRelease<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
  return onRunner((runner) => {
    runner.write('package.json', '{ "version": "1.2.3" }');
    runner.write('CHANGELOG.md', changelog);
    return work(runner);
  });
}

const notesOf = (runner: Runner): string => readFileSync(`${runner.folder}/../notes.md`, 'utf8');

describe('the tag is the version, and the changelog has a section for it', () => {
  const check = (tag: string, edit: (runner: Runner) => void = () => undefined) =>
    inRelease((runner) => {
      edit(runner);
      return runner.bash(script('The tag is the version, and the changelog has a section for it'), {
        GITHUB_REF_NAME: tag,
      });
    });

  test('passes', async () => {
    expect(await check('v1.2.3')).toEqual({ code: 0, said: '' });
  });

  test('another tag is refused, and named', async () => {
    expect(await check('v1.2.4')).toEqual({
      code: 1,
      said: '::error::The tag is v1.2.4, but package.json has the version 1.2.3.\n',
    });
  });

  test.each([
    ['no section', changelog.replace('## 1.2.3 (', '## 1.2.2 (')],
    [
      'a section that is still unreleased',
      changelog.replace('1.2.3 (2026-11-22)', '1.2.3 (unreleased)'),
    ],
  ])('%s is refused', async (_name, text) => {
    const { code, said } = await check('v1.2.3', (runner) => runner.write('CHANGELOG.md', text));
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('CHANGELOG.md has no section for 1.2.3'),
    ]);
  });
});

describe('publishing', () => {
  test.each([
    ['v1.2.3', 'latest'],
    ['v1.2.3-rc.1', 'next'],
  ])('of %s goes to %s, with provenance', async (tag, name) => {
    await inRelease(async (runner) => {
      const { code } = await runner.bash(script('Publish'), { GITHUB_REF_NAME: tag });
      expect(code).toBe(0);
      expect(runner.given('npm')).toEqual([
        ['publish', '--provenance', '--access', 'public', '--tag', name],
      ]);
    });
  });
});

describe('the release', () => {
  test.each([
    ['v1.2.3', '--latest', '- What is new.\n\n  In two parts.'],
    ['v1.2.3-rc.1', '--prerelease', '- Earlier.'],
  ])('of %s is %s, with the section of the changelog as its notes', async (tag, kind, notes) => {
    await inRelease(async (runner) => {
      const { code } = await runner.bash(script('Release, with the notes of the changelog'), {
        GITHUB_REF_NAME: tag,
      });
      expect(code).toBe(0);
      const [words = []] = runner.given('gh');
      expect(words.slice(0, 4)).toEqual(['release', 'create', tag, '--verify-tag']);
      expect(words.at(-1)).toBe(kind);
      expect(notesOf(runner).trim()).toBe(notes);
    });
  });

  test('moves the tag of the major version', async () => {
    await inRelease(async (runner) => {
      const { code } = await runner.bash(script('Move the tag of the major version'), {
        GITHUB_REF_NAME: 'v1.2.3',
      });
      expect(code).toBe(0);
      expect(runner.given('git')).toEqual([
        ['tag', '--force', 'v1'],
        ['push', '--force', 'origin', 'refs/tags/v1'],
      ]);
    });
  });
});
