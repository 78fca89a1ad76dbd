// What the README tells people to type is understood, and the numbers in it are true.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../contract/files.js';
import { faults, variants } from '../reference/index.js';
import { commands, usual } from './commands/index.js';
import { parse } from './arguments/parse.js';

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
    const given = words(line.replace('${{ matrix.shard }}', '1'));
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
