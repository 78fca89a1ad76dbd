// What the README and the other pages tell people to type is understood, and the numbers in them are true.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { packageRoot } from '../contract/files.js';
import { loadLedger } from '../contract/ledger.js';
import { faults, variants } from '../reference/index.js';
import { inFolder } from '../testing/io.js';
import { blocksOf, commandsIn, page, pages, wordsOf } from '../testing/documents.js';
import { commands, usual } from './commands/index.js';
import { parse } from './arguments/parse.js';
import { targetNames } from '../api/configuration/target-choice.js';

const readme = page('README.md').text;
const scripts = (
  JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  }
).scripts;

describe.each(pages)('$name', (one) => {
  const own = commandsIn(one);

  test('shows commands that the kit understands', () => {
    for (const line of own) expect(parse(wordsOf(line), commands, usual).want, line).toBe('run');
  });

  test('counts the rules as they are', () => {
    const { length } = loadLedger().rules.filter(({ kind }) => kind !== 'open');
    const counts = one.text.matchAll(/(?:\d+ of|all) (\d+) rules (?:passed|and)/g);
    for (const [said, of] of counts) expect(Number(of), `"${said}"`).toBe(length);
  });

  test('links to files that exist, here or in the repository', () => {
    const links = [
      ...one.text.matchAll(
        /\]\((?:(?!https?:)|https:\/\/github\.com\/animal-store\/animal-store-conformance\/blob\/(main)\/)([^)#]+)/g,
      ),
    ];
    for (const [, isAbsolute, target = ''] of links) {
      const path = join(packageRoot(), isAbsolute === undefined ? dirname(one.name) : '', target);
      expect(existsSync(target.endsWith('/') ? join(path, 'README.md') : path), target).toBe(true);
    }
  });

  test('holds data that can be read', () => {
    for (const { language, text } of blocksOf(one)) {
      if (/^ya?ml$/.test(language)) expect(parseDocument(text).errors).toEqual([]);
      if (language === 'json') expect(() => JSON.parse(text) as unknown).not.toThrow();
    }
  });
});

test('every block of code is code', async () => {
  const blocks = pages
    .flatMap(blocksOf)
    .filter(({ language }) => /^(?:[mc]?[jt]s|javascript|typescript)$/.test(language));
  expect(blocks.length).toBeGreaterThan(0);
  await inFolder((folder) => {
    for (const [at, { text }] of blocks.entries()) writeFileSync(join(folder, `${at}.mts`), text);
    const oxlint = join(packageRoot(), 'node_modules', 'oxlint', 'bin', 'oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '-A', 'all', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toContain(`0 errors.\nFinished`);
    expect(stdout).toContain(`on ${blocks.length} file`);
    return Promise.resolve();
  });
});

describe('the README', () => {
  test('shows commands of every user, and npm scripts that exist', () => {
    expect(commandsIn(page('README.md')).length).toBeGreaterThan(10);
    for (const [, script = ''] of readme.matchAll(/npm run ([a-z-]+)/g))
      expect(scripts).toHaveProperty(script);
  });

  test('can be read in a terminal: only tables and links are wider than 120 columns', () => {
    const wide = readme.split('\n').filter((line) => line.length > 120);
    for (const line of wide) expect(line).toMatch(/^\||^ *\[[^\]]*\]\(\S+\)[,.]?$/);
  });

  test('counts faults and variants as they are', () => {
    const [, broken, legal] =
      /more than (\d+) deliberately broken servers[\s\S]*?more than (\d+) legal\s+servers/.exec(
        readme,
      ) ?? [];
    expect(faults.length).toBeGreaterThan(Number(broken));
    expect(variants.length).toBeGreaterThan(Number(legal));
  });
});

/** What people read besides: the pages without commands, and every message of the kit. */
const others = ['CHANGELOG.md', '.env.example'].map(page);
const sources = ['lib', 'suites', 'spec'].flatMap((folder) =>
  readdirSync(join(packageRoot(), folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
);

test('nothing names a command or an npm script that does not exist', () => {
  const known = ['help', ...targetNames, ...commands.map(({ name }) => name)];
  const text = [...[...pages, ...others].map((one) => one.text), ...sources].join('\n');
  const named = [...text.matchAll(/(?<!of )animal-store-conformance ([a-z]+)(?![\w./:-])/g)];
  expect(named.length).toBeGreaterThan(30);
  for (const [whole, word = ''] of named) expect(known, whole).toContain(word);
  for (const [whole, script = ''] of text.matchAll(/npm run ([a-z][a-z:-]*)/g))
    expect(Object.keys(scripts), whole).toContain(script);
});
