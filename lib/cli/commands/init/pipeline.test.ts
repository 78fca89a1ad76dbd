// The command of a candidate in YAML: whatever is in it, a reader of the file gets it back as it was.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { specPath } from '../../../contract/files.js';
import { argument } from '../../../http/shell.js';
import { placeholder, withStart } from './pipeline.js';

const commands = [
  'npm start',
  './gradlew bootRun --args="--server.port=$PORT"',
  "sh -c 'exec ./serve'",
  'java -jar app.jar: # x',
  '- {a: [b',
  'a \\ b',
  "it's & `that` $(this) $&",
];

describe('a command', () => {
  test.each(commands)('%s is the whole value', async (command) => {
    for (const value of [placeholder, `'${placeholder}'`, `"${placeholder}"`]) {
      const text = await withStart(`with:\n  start: ${value} # yours\nmore: 1\n`, command);
      expect(parse(text)).toEqual({ with: { start: command }, more: 1 });
      expect(text).toContain('# yours');
    }
  });

  test.each(commands)('%s stands in the quotes of a shell', async (command) => {
    const quoted = `kit --start ${argument(command)} --quiet`;
    for (const template of [
      `run: kit --start '${placeholder}' --quiet\n`,
      `run: |-\n  kit --start '${placeholder}' --quiet\n`,
      `run: "kit --start '${placeholder}' --quiet"\n`,
    ])
      expect(parse(await withStart(template, command)), template).toEqual({ run: quoted });
    const doubly = await withStart(`run: kit --start "${placeholder}" --quiet\n`, command);
    expect([quoted, `kit --start "${command}" --quiet`]).toContain(
      (parse(doubly) as { run: string }).run,
    );
    if (/["$`\\]/.test(command)) expect(parse(doubly)).toEqual({ run: quoted });
  });
});

test('each pipeline file holds the command once at most, and YAML without errors', () => {
  for (const name of readdirSync(specPath('pipelines')).filter((file) => /\.ya?ml$/.test(file))) {
    const text = readFileSync(specPath(`pipelines/${name}`), 'utf8');
    expect(text.split(placeholder).length, name).toBeLessThanOrEqual(2);
    for (const { errors } of parseAllDocuments(text)) expect(errors, name).toEqual([]);
  }
});
