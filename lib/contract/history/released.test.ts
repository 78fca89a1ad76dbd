// Releases are binding: the ids, kinds and meanings of rules stay as .ci/release/released-rules.json has them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../files.js';

const release = join(packageRoot(), '.ci/release');

test('the rules agree with those that were released', () => {
  const asked = spawnSync(process.execPath, [join(release, 'main.mjs'), 'rules'], {
    cwd: packageRoot(),
    encoding: 'utf8',
  });
  expect([asked.status, asked.stderr]).toEqual([0, '']);
});

const rule = (id: string, kind: string, statement: string, more = ''): string =>
  `  - { id: ${id}, clause: "1", kind: ${kind}, statement: "${statement}"${more} }\n`;
const json = rule('bodies.json', 'stated', 'Bodies are JSON.');
const path = rule('version.path', 'implied', 'The path has a version.');
const ledger = `since: 0.1.0\nretired: []\nrules:\n${json}${path}`;
const added = (more: string): readonly [string, string] => [
  'rules:\n',
  `rules:\n${rule('bodies.new', 'open', 'What?', more)}`,
];

// The rules of a project whose next version is 0.2.0.
test.each<readonly [string, readonly [string, string], string]>([
  [
    'a new rule that does not say since when it is there',
    added(''),
    'bodies.new is new: say since which version it is there (since: 0.2.0).',
  ],
  [
    'a new rule that claims to have been there',
    added(', since: 0.1.0'),
    'bodies.new is new, but says since 0.1.0, which is released: name the next version (since: 0.2.0).',
  ],
  ['a new rule of the next version', added(', since: 0.2.0'), ''],
  [
    'a rule that is gone',
    [json, ''],
    'bodies.json was released in 0.1.0 and is gone: bring it back, or list it under `retired`.',
  ],
  [
    'a rule that is gone, and is retired',
    [
      `retired: []\nrules:\n${json}`,
      'retired: [{ id: bodies.json, in: 0.2.0, reason: "Too strict." }]\nrules:\n',
    ],
    '',
  ],
  [
    'a statement that says something else',
    ['Bodies are JSON.', 'Bodies are XML.'],
    'bodies.json says something else than in 0.1.0: note it (changed: { 0.2.0: "..." }), or give what means something else an id of its own.',
  ],
  [
    'a statement that says something else, and a note of it',
    ['Bodies are JSON."', 'Each body is JSON.", changed: { 0.2.0: "Clearer." }'],
    '',
  ],
  [
    'a rule that gets stricter',
    ['kind: implied', 'kind: stated'],
    'version.path was implied in 0.1.0 and is stated now: a stricter rule needs an id of its own.',
  ],
  [
    'a retired rule that never was',
    ['retired: []', 'retired: [{ id: bodies.xml, in: 0.2.0, reason: "None." }]'],
    'bodies.xml was never released: remove it from `retired`.',
  ],
])('%s', async (_, [from, to], problem) => {
  expect(ledger).toContain(from);
  const { problemsOfRules } = (await import(pathToFileURL(join(release, 'rules.mjs')).href)) as {
    problemsOfRules: (about: unknown) => readonly string[];
  };
  const problems = problemsOfRules({
    text: ledger.replace(from, to),
    record: { '0.1.0': { 'bodies.json': 'stated cd8b1088', 'version.path': 'implied 8415c71f' } },
    released: ['0.1.0'],
    own: '0.1.0',
  });
  expect(problems).toEqual(problem === '' ? [] : [`spec/rules.yaml: ${problem}`]);
});
