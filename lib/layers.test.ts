// Checks which folder may import from which, and other conventions. It reads source text, and runs nothing of it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  importsOf,
  isOwn,
  layerOf,
  pathOf,
  root,
  source,
  sources,
  type Import,
  type Source,
} from './testing/sources.js';

/** Each import of these sources that is not allowed, as "file imports what". */
function forbidden(
  chosen: (source: Source) => boolean,
  allowed: (to: string, one: Import, source: Source) => boolean,
): readonly string[] {
  return sources
    .filter(chosen)
    .flatMap((source) =>
      source.imports
        .filter((one) => !allowed(pathOf(source, one.from), one, source))
        .map(
          (one) =>
            `${source.path} imports ${one.isValue ? '' : 'the types of '}${pathOf(source, one.from)}`,
        ),
    );
}

const below =
  (...folders: readonly string[]) =>
  (to: string): boolean =>
    folders.some((folder) => to.startsWith(`${folder}/`));
const isPackage = (to: string): boolean =>
  !/^(lib|suites|spec|package\.json|\.\.)(\/|$)/.test(to) && !to.startsWith('.');
test('the reading of imports finds them in every form', () => {
  const text = [
    `import { a } from './a.js';`,
    `import type { B } from "./b.js";`,
    `import './c.js';`,
    `import {\n  d,\n  type E,\n} from './d.js';`,
    `export * from './f.js';`,
    `export type { G } from './g.js';`,
    `const h = await import('./h.js');`,
    `createRequire(import.meta.url)('i');`,
    `import j, * as k from 'j/k';`,
    `export const from = 'nothing';`,
  ].join('\n');
  expect(importsOf(text).map(({ from, isValue }) => `${isValue ? '' : 'type '}${from}`)).toEqual([
    './a.js',
    'type ./b.js',
    './c.js',
    './d.js',
    './f.js',
    'type ./g.js',
    './h.js',
    'j/k',
  ]);
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(400);
});

describe('who imports whom', () => {
  test('http stands alone', () => {
    expect(forbidden(source('lib/http'), (to) => below('lib/http')(to) || isPackage(to))).toEqual(
      [],
    );
  });

  test('contract knows of http only its exact JSON and its words', () => {
    const known = ['lib/http/json/exact.ts', 'lib/http/json/reader.ts', 'lib/http/types.ts'];
    expect(
      forbidden(
        source('lib/contract'),
        (to) => below('lib/contract')(to) || known.includes(to) || isPackage(to),
      ),
    ).toEqual([]);
  });

  test('judge knows no rule, no reporter, no reference and no command', () => {
    expect(
      forbidden(
        source('lib/judge'),
        (to) => below('lib/judge', 'lib/contract', 'lib/http')(to) || isPackage(to),
      ),
    ).toEqual([]);
  });

  test('a report is made of a Report and nothing else, and of the words for its reasons', () => {
    const reasons = 'lib/judge/result/reasons.ts';
    const types = (to: string, one: Import): boolean =>
      to === reasons || (/^lib\/judge\/result\/(report|finding)\.ts$/.test(to) && !one.isValue);
    expect(
      forbidden(
        ({ path }) => path === reasons,
        (_, one) => !one.isValue,
      ),
    ).toEqual([]);
    expect(
      forbidden(
        source('lib/report'),
        (to, one) => below('lib/report')(to) || types(to, one) || isPackage(to),
      ),
    ).toEqual([]);
    expect(
      forbidden(
        source('lib/report'),
        (to) => !/^node:(fs|child_process|net|http|os|process|timers)/.test(to),
      ),
    ).toEqual([]);
  });

  test('what is made of reports knows reports, the judge and the contract; and how a shell quotes', () => {
    expect(
      forbidden(
        source('lib/certify'),
        (to) =>
          below('lib/certify', 'lib/report', 'lib/judge', 'lib/contract')(to) ||
          to === 'lib/http/shell.ts' ||
          isPackage(to),
      ),
    ).toEqual([]);
  });

  test('the reference imports nothing of the rest: it must not share our misreadings', () => {
    expect(
      forbidden(
        source('lib/reference'),
        (to) => below('lib/reference')(to) || to.startsWith('node:'),
      ),
    ).toEqual([]);
  });

  test('suites hold rules: they know the judge by its door, the contract, and one another', () => {
    const doors = ['lib/judge/rules/index.ts', 'lib/judge/rules/rule.ts', 'fast-check'];
    expect(
      forbidden(
        source('suites'),
        (to) => below('suites', 'lib/contract')(to) || doors.includes(to),
      ),
    ).toEqual([]);
  });

  test('nothing below the command knows the command, vitest or the proof', () => {
    const upper = [
      'lib/api',
      'lib/cli',
      'lib/vitest',
      'lib/proof',
      'lib/in-memory',
      'lib/bench',
      'lib/testing',
    ];
    const composing = new Set([...upper, 'lib/index.ts']);
    expect(
      forbidden(
        (one) => !one.isTest && !composing.has(one.layer),
        (to) => !below(...upper)(to),
      ),
    ).toEqual([]);
    expect(forbidden(source('lib/cli'), (to) => !below('lib/vitest')(to))).toEqual([]);
  });

  test('programs come in by the API: it knows neither the command nor vitest', () => {
    const types = ['lib/judge/result/report.ts'];
    expect(
      forbidden(source('lib/api'), (to) => !below('lib/cli', 'lib/vitest', 'lib/bench')(to)),
    ).toEqual([]);
    expect(
      forbidden(source('lib/index.ts'), (to) => below('lib/api')(to) || types.includes(to)),
    ).toEqual([]);
  });

  test('what only tests use is used by tests only', () => {
    expect(
      forbidden(
        (one) => !one.isTest && one.layer !== 'lib/testing',
        (to) => !below('lib/testing')(to),
      ),
    ).toEqual([]);
  });

  test('the other server of the proof knows nothing of the kit', () => {
    expect(
      forbidden(
        (one) => one.path.startsWith('lib/proof/foreign/') && !one.isTest,
        (to) => below('lib/proof/foreign')(to) || isPackage(to),
      ),
    ).toEqual([]);
  });
});

describe('the drawing in CONTRIBUTING', () => {
  const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, drawing = ''] = /## Architecture\n[^]*?```\n([^]*?)```/.exec(contributing) ?? [];
  const [rooms = '', way = ''] = drawing.split('the way of one request');
  const drawn = rooms
    .split('\n')
    .slice(1)
    .map((line) => line.slice(0, 36).match(/[a-z-]+/g) ?? [])
    .filter((names) => names.length > 0);
  const roomOf = (name: string): string => (name === 'suites' ? name : `lib/${name}`);
  const storeys = new Map(drawn.flatMap((names, at) => names.map((name) => [roomOf(name), at])));

  test('has every room, and no other', () => {
    const beside = ['index', 'exports.test', 'layers.test', 'rooms.test'].map(
      (name) => `lib/${name}.ts`,
    );
    const folders = new Set(
      sources.map(({ layer }) => layer).filter((one) => !beside.includes(one)),
    );
    expect([...storeys.keys()].sort()).toEqual([...folders].sort());
    expect(drawn.flat()).toHaveLength(folders.size);
  });

  test('has each room above all that it imports from', () => {
    expect(
      forbidden(
        ({ isTest, layer }) => !isTest && storeys.has(layer),
        (to, _, { layer }) => {
          const [from, below] = [storeys.get(layer), storeys.get(layerOf(to))];
          return layer === layerOf(to) || from === undefined || below === undefined || from < below;
        },
      ),
    ).toEqual([]);
  });

  test('leads one request through places that exist', () => {
    const places = way.split('\n').flatMap((line) => /^ ([a-z]+\/\S+)/.exec(line)?.[1] ?? []);
    expect(places.length).toBeGreaterThan(10);
    for (const place of places) expect(() => statSync(join(root, place)), place).not.toThrow();
  });
});

describe('packages', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies' | 'peerDependencies',
    Record<string, string>
  >;
  const nameOf = (to: string): string =>
    to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/');

  test('only http knows undici', () => {
    expect(
      forbidden(
        (one) => !one.isTest && one.layer !== 'lib/http' && one.layer !== 'lib/bench',
        (to) => nameOf(to) !== 'undici',
      ),
    ).toEqual([]);
  });

  test('undici is imported by its name alone, but for the one file that saves a run from loading all of it', () => {
    const client = 'undici/lib/dispatcher/client.js';
    expect(
      forbidden(
        () => true,
        (to, _, { path }) =>
          nameOf(to) !== 'undici' ||
          to === 'undici' ||
          (to === client && path.startsWith('lib/http/sockets/transport.')),
      ),
    ).toEqual([]);
  });

  test('only its own room and tests know vitest: the command never loads it', () => {
    expect(
      forbidden(
        ({ isTest, layer }) =>
          !isTest && !['lib/vitest', 'lib/proof', 'lib/testing'].includes(layer),
        (to) => nameOf(to) !== 'vitest',
      ),
    ).toEqual([]);
  });

  test('whatever the command can load is a dependency, by whichever way it gets there', () => {
    const loaded = reachableFrom('lib/cli/main.ts', 'lib/index.ts');
    expect(loaded.size).toBeGreaterThan(80);
    expect(
      forbidden(
        (one) => loaded.has(one.path),
        (to, { isValue }) =>
          !isValue ||
          !isPackage(to) ||
          to.startsWith('node:') ||
          nameOf(to) in manifest.dependencies,
      ),
    ).toEqual([]);
  });

  test('built-in modules say so', () => {
    const known = new Set([
      ...Object.keys(manifest.dependencies),
      ...Object.keys(manifest.devDependencies),
    ]);
    expect(
      forbidden(
        () => true,
        (to) => !isPackage(to) || /^(node:|file:)/.test(to) || known.has(nameOf(to)),
      ),
    ).toEqual([]);
  });
});

/** All sources that may be loaded when one of these is, at once or late. */
function reachableFrom(...paths: readonly string[]): ReadonlySet<string> {
  const found = new Set(paths);
  for (const path of found) {
    const one = sources.find((each) => each.path === path);
    for (const { from, isValue } of one?.imports ?? [])
      if (one && isValue && isOwn(from)) found.add(pathOf(one, from));
  }
  return found;
}

/** "path: what" for each source in which the pattern occurs outside of comments. */
function saying(chosen: (source: Source) => boolean, pattern: RegExp): readonly string[] {
  return sources.filter(chosen).flatMap(({ path, text }) => {
    const found = pattern.exec(text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''));
    return found ? [`${path}: ${found[0]}`] : [];
  });
}

describe('what no file does', () => {
  const engineAndRules = (one: Source): boolean =>
    !one.isTest && (one.layer === 'lib/judge' || one.layer === 'suites');

  test('engine and rules have no clock, no chance and no environment of their own', () => {
    expect(
      saying(
        engineAndRules,
        /\bset(?:Timeout|Interval|Immediate)\b|\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bMath\.random\b|\bprocess\.\w+|\bconsole\.\w+/,
      ),
    ).toEqual([]);
  });

  test('rules hold no plumbing: no address, key, catch or severity', () => {
    expect(
      saying(
        (one) => one.layer === 'suites' && !one.isTest,
        /https?:\/\/|\bBearer \$|\btry \{|\bfetch\(|\bkind: '(?:stated|implied)'/,
      ),
    ).toEqual([]);
  });

  test('rules find values: what is said of them stands with the sentences', () => {
    const making = (one: Source): boolean => one.layer === 'suites' && !one.isTest;
    expect(saying(making, /\bbreach\(\{\s*cause\b/)).toEqual([]);
  });

  test('a report has no clock either; only what it writes to be run elsewhere waits', () => {
    const runElsewhere = ['lib/report/test-file/case.ts'];
    expect(
      saying(
        (one) => one.layer === 'lib/report' && !one.isTest && !runElsewhere.includes(one.path),
        /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bMath\.random\b|\bset(?:Timeout|Interval)\b/,
      ),
    ).toEqual([]);
  });

  test('markup is made by templates, which escape; what they leave as it is stands in these places', () => {
    const making = (one: Source): boolean =>
      !one.isTest && ['lib/report', 'lib/certify', 'lib/proof', 'lib/bench'].includes(one.layer);
    expect(saying(making, /(?<!html|xml|md)[`'"]<[a-z/?]/)).toEqual([]);
    expect(
      sources
        .filter(({ isTest, text }) => !isTest && /\bverbatim\(/.test(text))
        .map(({ path }) => path),
    ).toEqual([
      'lib/bench/curve.ts',
      'lib/report/markup.ts',
      'lib/report/page/frame.ts',
      'lib/report/page/page.ts',
    ]);
  });

  test('no check is switched off, and no test left out', () => {
    expect(
      saying(
        (one) => one.path !== 'lib/layers.test.ts',
        /@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable|\b(?:it|test|describe)\.(?:only|todo|skip)\b/,
      ),
    ).toEqual([]);
    const comments = sources.filter(
      ({ path, text }) =>
        path !== 'lib/layers.test.ts' &&
        /\/[/*]\s*(?:@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable)/.test(text),
    );
    expect(comments.map(({ path }) => path)).toEqual([]);
  });

  test('no file is longer than 500 lines', () => {
    const tooLong = sources
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > 500);
    expect(tooLong.map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([]);
  });

  test('every file says on top what it is for', () => {
    // Those that register the tests of one suite are three lines each; lib/vitest/door.ts says what they do.
    const explained = sources.filter(
      ({ isTest, path }) => !isTest && !path.endsWith('.conformance.ts'),
    );
    expect(
      explained
        .filter(({ text }) => !/^(?:#!.*\n)?(?:\/\/ \S|\/\*\* )/.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('imports end in .js, as they do when they run, or name a file that is imported as text', () => {
    expect(
      sources.flatMap(({ path, imports }) =>
        imports
          .filter(({ from }) => isOwn(from) && !/\.(?:js|json|(?:js|css)\?raw)$/.test(from))
          .map(({ from }) => `${path}: ${from}`),
      ),
    ).toEqual([]);
  });
});

test('the root holds the agreed folders and no other', () => {
  const byTools = ['node_modules', 'dist', 'coverage', 'test-results'];
  const folders = readdirSync(root).filter(
    (name) =>
      statSync(join(root, name)).isDirectory() && !name.startsWith('.') && !byTools.includes(name),
  );
  expect(folders.sort()).toEqual(['lib', 'reports', 'spec', 'suites']);
});
