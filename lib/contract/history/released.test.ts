// What was released binds: ids, kinds and meanings of rules, as .ci/release/released-rules.json has them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../../testing/io.js';
import { packageRoot } from '../files.js';

const root = packageRoot();
const judged = (folder: string): readonly string[] =>
  spawnSync(process.execPath, [join(root, '.ci/release/main.mjs'), 'rules'], {
    cwd: folder,
    encoding: 'utf8',
  })
    .stderr.split('\n')
    .filter((line) => line !== '');

test('the rules agree with those that were released', () => {
  expect(judged(root)).toEqual([]);
});

const bodies = /^ {2}- \{ id: bodies\.json.*\n/m;
const fields = (more: string): string => `clause: "1", kind: stated, statement: "S."${more} }\n`;

test.each([
  [
    'a new rule that does not say since when it is there',
    ['rules:\n', `rules:\n  - { id: bodies.new, ${fields('')}`],
    'bodies.new is new: say since which version it is there (since: 0.3.0).',
  ],
  [
    'a new rule that claims to have been there',
    ['rules:\n', `rules:\n  - { id: bodies.new, ${fields(', since: 0.1.0')}`],
    'bodies.new is new, but says since 0.1.0, which is released: name the next version.',
  ],
  [
    'a new rule of the next version',
    ['rules:\n', `rules:\n  - { id: bodies.new, ${fields(', since: 0.2.0')}`],
    '',
  ],
  [
    'a rule that is gone',
    [bodies, ''],
    'bodies.json was released in 0.1.0 and is gone: bring it back, or list it under `retired`.',
  ],
  [
    'a statement that says something else',
    ['Response bodies are JSON, sent', 'Response bodies are sent'],
    'bodies.json says something else than in 0.1.0: note it (changed: { 0.3.0: "..." }), or give what means something else an id of its own.',
  ],
  [
    'a statement that says something else, and a note of it',
    [
      'Response bodies are JSON, sent as application/json."',
      'Response bodies are sent as JSON.", changed: { 0.2.0: "Clearer." }',
    ],
    '',
  ],
  [
    'a rule that gets stricter',
    [/(id: version\.base-path\n.*\n {4}kind: )implied/, '$1stated'],
    'version.base-path was implied in 0.1.0 and is stated now: a stricter rule needs an id of its own.',
  ],
  [
    'a retired rule that never was',
    ['retired: []', 'retired: [{ id: bodies.xml, in: 0.2.0, reason: "None." }]'],
    'bodies.xml was never released: remove it from `retired`.',
  ],
] as const)('%s', async (_, [from, to], problem) => {
  await inFolder(async (folder) => {
    const rules = readFileSync(join(root, 'spec/rules.yaml'), 'utf8');
    const changed = rules.replace(from, to);
    expect(changed).not.toBe(rules);
    mkdirSync(join(folder, 'spec'));
    writeFileSync(join(folder, 'spec/rules.yaml'), changed);
    writeFileSync(join(folder, 'CHANGELOG.md'), '## Unreleased\n\n## 0.1.0 - 2026-11-30\n- All.\n');
    cpSync(join(root, '.ci/release'), join(folder, '.ci/release'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    expect(judged(folder)).toEqual(problem === '' ? [] : [`spec/rules.yaml: ${problem}`]);
  });
});

test('a rule is retired with the version and the reason, and its id stays taken', async () => {
  await inFolder(async (folder) => {
    const rules = readFileSync(join(root, 'spec/rules.yaml'), 'utf8')
      .replace(bodies, '')
      .replace('retired: []', 'retired: [{ id: bodies.json, in: 0.2.0, reason: "Too strict." }]');
    mkdirSync(join(folder, 'spec'));
    writeFileSync(join(folder, 'spec/rules.yaml'), rules);
    writeFileSync(join(folder, 'CHANGELOG.md'), '');
    cpSync(join(root, '.ci/release'), join(folder, '.ci/release'), { recursive: true });
    expect(judged(folder)).toEqual([]);
  });
});
