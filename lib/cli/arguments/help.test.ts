// The help, as a page that people read: it names everything, fits its window, and its examples work.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { command, world } from '../../testing/io.js';
import { commands, groups, usual } from '../commands/index.js';
import { variables } from '../../api/configuration/settings.js';
import { exitCodes } from '../../api/exit-codes.js';
import { main } from '../cli.js';
import { flagsOf } from './command.js';
import { program } from '../../api/package.js';
import { parse } from './parse.js';

const general = async (): Promise<string> => (await command(['--help'])).out;
const longest = (text: string): number => Math.max(...text.split('\n').map(({ length }) => length));

describe('the general help', () => {
  test('lists every command once, by what people want to do', async () => {
    const out = await general();
    const listed = groups.flatMap(({ title, commands: some }) => {
      expect(out).toContain(`\n\n${title}\n`);
      return some.map(({ name }) => name);
    });
    expect(new Set(listed).size).toBe(listed.length);
    for (const { name, summary } of commands)
      expect(out).toMatch(new RegExp(`^ {2}${name} +${summary.split(' ')[0]} `, 'm'));
  });

  test('names every variable and exit code, and where the rest is', async () => {
    const out = await general();
    for (const name of Object.values(variables)) expect(out).toContain(`\n  ${name} `);
    for (const code of new Set(Object.values(exitCodes)))
      expect(out).toMatch(new RegExp(`^ {2}${code} +\\S`, 'm'));
    expect(out).toContain(`\`${program} run --help\` lists all flags`);
  });

  test('shows the flags that most people need, and no others', async () => {
    const out = await general();
    for (const flag of ['start', 'quickstart', 'only', 'effort', 'baseline', 'key-from'])
      expect(out).toMatch(new RegExp(`^ {2}--${flag} `, 'm'));
    expect(out).not.toContain('--throttle-wait');
    expect(out.split('\n').length).toBeLessThanOrEqual(85);
  });
});

describe.each(commands)('the help of $name', (one) => {
  const help = async (): Promise<string> => (await command([one.name, '--help'])).out;

  test('names its operand and every flag, in 80 columns', async () => {
    const out = await help();
    expect(longest(out)).toBeLessThanOrEqual(80);
    expect(out).toContain(`${program} ${one.name}`);
    if (one.operand !== undefined) expect(out).toContain(`\n  ${one.operand.name} `);
    for (const flag of Object.keys(flagsOf(one)))
      expect(out).toMatch(new RegExp(`^ {2}--${flag}( |$)`, 'm'));
  });

  test('has examples that a shell and the parser take, however they are broken into lines', async () => {
    const examples = one.examples ?? [];
    const narrow = await command([one.name, '--help'], { environment: { COLUMNS: '40' } });
    const shown = [await help(), narrow.out].flatMap((out) => {
      const [, lines = ''] = out.split('\nExamples\n  ');
      return lines.trimEnd().split(/\n {2}(?! )/);
    });
    const [asWritten, asShown] = divided(inShell([...examples, ...shown]), examples.length);
    expect(asShown).toEqual([...asWritten, ...asWritten]);
    const own = asWritten.filter((_, index) => examples[index]?.startsWith(program));
    expect(own.length).toBeGreaterThan(0);
    for (const words of own)
      expect(parse(words, commands, usual).want, words.join(' ')).toBe('run');
  });
});

/** The words that a shell makes of each line, behind the name of the program. One shell reads them all. */
function inShell(lines: readonly string[]): readonly (readonly string[])[] {
  const print = `${program}() { printf '%s\\0' "$@"; }`;
  const script = [print, ...lines.flatMap((line) => [line, "printf '\\1'"])].join('\n');
  const { stdout } = spawnSync('/bin/bash', ['-c', script], { encoding: 'utf8', cwd: '/' });
  return stdout
    .split('\u0001')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}

const divided = <T>(all: readonly T[], at: number): readonly [readonly T[], readonly T[]] => [
  all.slice(0, at),
  all.slice(at),
];

describe('the width', () => {
  test('is that of the window, of COLUMNS, or 80', async () => {
    expect(longest(await general())).toBeLessThanOrEqual(80);
    const narrow = await command(['run', '--help'], { environment: { COLUMNS: '60' } });
    expect(longest(narrow.out)).toBeLessThanOrEqual(70);
    const window = world({ terminal: true });
    expect(await main(['run', '--help'], window.io)).toBe(0);
    expect(longest(window.written.out)).toBeGreaterThan(80);
    expect(longest(window.written.out)).toBeLessThanOrEqual(100);
  });
});

describe('wrong usage', () => {
  test.each<[readonly string[], string]>([
    [['--seeed', '1'], 'run'],
    [['rules', 'more'], 'rules'],
    [['explain'], 'explain'],
    [['init', '--pipeline', 'jenkins'], 'init'],
    [['--key', 'fake-key'], 'run'],
  ])('%j ends with where the help is', async (argv, name) => {
    const { code, err } = await command(argv);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`[.?] See \`${name} --help\`\\.\n$`));
  });

  test.each([['docter'], ['help', 'docter']])('%s suggests a command', async (...argv) => {
    const { code, err } = await command(argv);
    expect(code).toBe(2);
    expect(err).toMatch(/Did you mean doctor\? See `--help`\.\n$/);
  });
});
