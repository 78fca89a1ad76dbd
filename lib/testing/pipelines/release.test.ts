// Runs the shell steps of .github/workflows/release.yml with stubs for npm, gh and git.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { workflow } from './files.js';
import { onRunner, type Runner } from './shell.js';

const script = (name: string): string =>
  Object.values(workflow('.github/workflows/release.yml').jobs)
    .flatMap(({ steps }) => steps)
    .find((step) => step.name === name)?.run ?? expect.unreachable(`there is no step ${name}`);

const changelog = `# Changelog

## 1.2.30 - 2026-12-24
- Later.

## 1.2.3 - 2026-11-22
- What is new.

  In two parts.

## 1.2.3-rc.1 - 2026-11-01
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

test('only what `release:check` and the tests let pass is published', () => {
  const { jobs } = workflow('.github/workflows/release.yml');
  expect(jobs['test']?.steps.flatMap(({ run = [] }) => run).slice(1)).toEqual([
    'npm run release:check',
    'npm test -- --project slow',
  ]);
  expect([jobs['publish']?.needs, jobs['release']?.needs]).toEqual(['test', 'publish']);
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
