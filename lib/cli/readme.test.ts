// What the README tells people to type is understood, and the numbers in it are true.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../contract/files.js';
import { faults, variants } from '../reference/index.js';
import { commands, usual } from './commands/index.js';
import { parse } from './arguments/parse.js';
import { targetNames } from '../api/configuration/target-choice.js';

const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
const scripts = (
  JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  }
).scripts;
const shell = [...readme.matchAll(/```(?:sh|yaml)\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.split('\n'),
);

/** The words of a command line, without its comment; quotes hold words together. */
const words = (line: string): string[] =>
  [...line.replace(/\s#.*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

const own = shell.flatMap(
  (line) =>
    /^(?:\s*- run: npx )?\s*animal-store-conformance (.*)$/.exec(
      line.replace(/^\s*- run: npx /, ''),
    )?.[1] ?? [],
);

describe('the README', () => {
  test.each(own)('animal-store-conformance %s', (line) => {
    const given = words(line.replace(/\$\{\{[^}]*\}\}/g, '1').replace(/ <<< .*$/, ''));
    expect(parse(given, commands, usual).want).toBe('run');
  });

  test('shows commands of every user, and npm scripts that exist', () => {
    expect(own.length).toBeGreaterThan(10);
    for (const [, script = ''] of readme.matchAll(/npm run ([a-z-]+)/g))
      expect(scripts).toHaveProperty(script);
  });

  test('counts faults and variants as they are', () => {
    const [, broken, legal] =
      /more than (\d+) deliberately broken servers[\s\S]*?more than (\d+) legal\s+servers/.exec(
        readme,
      ) ?? [];
    expect(faults.length).toBeGreaterThan(Number(broken));
    expect(variants.length).toBeGreaterThan(Number(legal));
  });

  test('links to files that exist', () => {
    for (const [, target = ''] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
      expect(() =>
        readFileSync(join(packageRoot(), target.endsWith('/') ? `${target}README.md` : target)),
      ).not.toThrow();
  });
});

/** What people read besides: the other pages, and every message of the kit. */
const pages = ['CONTRIBUTING.md', 'CHANGELOG.md', '.env.example', 'reports/README.md'].map((name) =>
  readFileSync(join(packageRoot(), name), 'utf8'),
);
const sources = ['lib', 'suites', 'spec'].flatMap((folder) =>
  readdirSync(join(packageRoot(), folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
);

test('nothing names a command or an npm script that does not exist', () => {
  const known = ['help', ...targetNames, ...commands.map(({ name }) => name)];
  const text = [readme, ...pages, ...sources].join('\n');
  const named = [...text.matchAll(/(?<!of )animal-store-conformance ([a-z]+)(?![\w./:-])/g)];
  expect(named.length).toBeGreaterThan(30);
  for (const [whole, word = ''] of named) expect(known, whole).toContain(word);
  for (const [whole, script = ''] of text.matchAll(/npm run ([a-z][a-z:-]*)/g))
    expect(Object.keys(scripts), whole).toContain(script);
});
