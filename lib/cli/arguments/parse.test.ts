import { describe, expect, test } from 'vitest';
import { commands, usual } from '../commands/index.js';
import { flagsOf } from './command.js';
import { commandHelp } from './help.js';
import { parse } from './parse.js';

const read = (...argv: string[]) => {
  const parsed = parse(argv, commands, usual);
  return parsed.want === 'run'
    ? { command: parsed.command.name, values: parsed.values, operand: parsed.operand }
    : parsed;
};

describe('arguments', () => {
  test.each<[readonly string[], object]>([
    [[], { command: 'run', values: {}, operand: undefined }],
    [['run'], { command: 'run', values: {}, operand: undefined }],
    [['staging'], { command: 'run', values: {}, operand: 'staging' }],
    [
      ['run', 'staging', '--seed', '7'],
      { command: 'run', values: { seed: 7 }, operand: 'staging' },
    ],
    [['--seed=7', 'run', 'staging'], { command: 'run', values: { seed: 7 }, operand: 'staging' }],
    [
      ['--quickstart', 'rules'],
      { command: 'run', values: { quickstart: 'rules' }, operand: undefined },
    ],
    [['--json', 'rules'], { command: 'rules', values: { json: true }, operand: undefined }],
    [
      ['--only', '4.1,5', '--only', 'messages.*'],
      { command: 'run', values: { only: ['4.1', '5', 'messages.*'] }, operand: undefined },
    ],
    [
      ['--header', 'X-One: 1', '--header=X-Two: a: b'],
      {
        command: 'run',
        values: {
          header: [
            ['X-One', '1'],
            ['X-Two', 'a: b'],
          ],
        },
        operand: undefined,
      },
    ],
    [
      ['--category-ids', '1,-2,9223372036854775807'],
      {
        command: 'run',
        values: { 'category-ids': [1n, -2n, 9223372036854775807n] },
        operand: undefined,
      },
    ],
    [
      ['--settle', '0.5', '--max-time=2'],
      { command: 'run', values: { settle: 500, 'max-time': 2000 }, operand: undefined },
    ],
    [['--key-from', '-'], { command: 'run', values: { 'key-from': '-' }, operand: undefined }],
    [['--quiet', '--quiet'], { command: 'run', values: { quiet: true }, operand: undefined }],
    [['--', 'staging'], { command: 'run', values: {}, operand: 'staging' }],
    [['explain', 'messages.echo'], { command: 'explain', values: {}, operand: 'messages.echo' }],
    [
      ['reference', '--port', '0', '--fault', 'a', '--fault', 'b'],
      { command: 'reference', values: { port: 0, fault: ['a', 'b'] }, operand: undefined },
    ],
    [['--bail'], { command: 'run', values: { bail: 1 }, operand: undefined }],
    [['--bail', '3', 'staging'], { command: 'run', values: { bail: 3 }, operand: 'staging' }],
    [['--bail', 'staging'], { command: 'run', values: { bail: 1 }, operand: 'staging' }],
    [['--bail', '--json'], { command: 'run', values: { bail: 1, json: true }, operand: undefined }],
    [['--version'], { want: 'version' }],
    [['staging', '--help'], { want: 'help', command: undefined }],
    [['help', 'help'], { want: 'help', command: undefined }],
  ])('%j', (argv, expected) => {
    expect(read(...argv)).toEqual(expected);
  });

  test('finds the help of a command', () => {
    for (const argv of [
      ['rules', '--help'],
      ['help', 'rules'],
      ['--json', 'rules', '-h'],
    ])
      expect(parse(argv, commands, usual)).toMatchObject({
        want: 'help',
        command: { name: 'rules' },
      });
  });

  test.each<[readonly string[], RegExp]>([
    [['--seeed', '1'], /no flag --seeed\. Did you mean --seed\?/],
    [['--raed-only'], /Did you mean --read-only\?/],
    [['rules', '--seed', '1'], /It belongs to run/],
    [['-seed', '1'], /Did you mean --seed\?/],
    // The word after such a flag is its value, even if it looks like a command.
    [
      ['--format', 'repot'],
      /^run has no flag --format\. Did you mean --reporter\? See `run --help`\.$/,
    ],
    [['--skip', 'rulez', 'messages'], /^run has no flag --skip\. Did you mean --exclude\?/],
    [['--out-dir=here'], /Did you mean --output\?/],
    [['--output', 'a', '--report-dir', 'b'], /--report-dir is specified twice/],
    [['rules', '--report-dir', 'a'], /It belongs to run/],
    [['--timeout', '0'], /^--timeout is "0": /],
    [['replya', '7c17f7c9', '--bogus'], /has no flag --bogus/],
    [['--bail', '0'], /--bail is "0": specify a whole number from 1/],
    [['--bail=x'], /--bail is "x": specify a whole number from 1/],
    [['--bail', '1', '--bail'], /specified twice/],
    [['-x'], /run has no flag -x/],
    [['--json=yes'], /--json takes no value/],
    [['--seed'], /--seed needs a value/],
    [['--seed', '--json'], /--seed needs a value/],
    [['--seed', '1', '--seed', '2'], /--seed is specified twice/],
    [['staging', 'production'], /run takes one TARGET: omit "production"/],
    [['rules', 'more'], /rules takes no argument/],
    [['explain'], /explain needs RULE/],
    [
      ['ruls', '--since', '1.0.0'],
      /^There is no command ruls\. Did you mean rules\? See `--help`\.$/,
    ],
    [['replya', '7c17f7c9'], /^There is no command replya\. Did you mean replay\?/],
    [['zebra', 'more'], /run takes one TARGET/],
    [['node', 'server.js'], /node server\.js is not a target\. .*: --start 'node server\.js'\./],
    [['app/main.py', '--quiet'], /: --start 'python app\/main\.py'\./],
    [['rules', '--start', 'true'], /It belongs to run, replay, certify, verify, init and doctor\./],
    [['help', 'ruls'], /There is no command ruls\. Did you mean rules\?/],
    [['list', '--help'], /^There is no command list\. Did you mean rules\? See `--help`\.$/],
    [['help', 'serve'], /^There is no command serve\. Did you mean reference\? See `--help`\.$/],
    [['ponies', '-h'], /^There is no command ponies\. See `--help`\.$/],
    [['fake0123456789abcdef', '--help'], /^There is no command of this name\. See `--help`\.$/],
  ])('refuses %j', (argv, message) => {
    expect(() => read(...argv)).toThrow(message);
  });

  test.each<[string, string]>([
    ['--start node server.js', 'node server.js'],
    ['run --start=node dist/main.js --quiet', 'node dist/main.js'],
    ['--quiet --start npm start', 'npm start'],
    ['--start npm run dev', 'npm run dev'],
    ['http://127.0.0.1:$PORT/v1 --start node server.js', 'node server.js'],
    ['--start node server.js --port 3000', 'node server.js …'],
    ['doctor --start node server.js', 'node server.js'],
    ['init --start node server.js', 'node server.js'],
    ['replay --start node server.js', 'node server.js'],
    ['--start serve abcdef0123456789abcdef', 'COMMAND'],
    ['--start node report.js', 'node report.js'],
  ])('asks for quotes: %s', (typed, quoted) => {
    expect(() => read(...typed.split(' '))).toThrow(
      `Quote the command: --start '${quoted}'. See \``,
    );
  });

  test.each([
    ['--start', 'node server.js', 'http://localhost:$PORT/v1'],
    ['--start', './serve', 'http://localhost:$PORT/v1'],
    ['--start', './serve', 'localhost:8080/v1'],
    ['--start', './serve', 'run'],
    ['--start', './serve', 'staging'],
    ['replay', '--start', './serve', 'list-animals.filter'],
    ['replay', '--start', './serve', '7C17f7c9', 'http://localhost:$PORT/v1'],
    ['--start', './serve', '--quiet'],
  ])('asks for no quotes: %s %s %s', (...argv) => {
    expect(() => read(...argv)).not.toThrow(/Quote/);
  });

  test.each(['--key', '--api-key', '--API-KEY', '--token', '--secret', '--password'])(
    'refuses %s, names the variable and does not show the value',
    (flag) => {
      for (const argv of [[flag, 'fake-secret'], [`${flag}=fake-secret`]]) {
        expect(() => read(...argv)).toThrow(/never an argument.*ANIMAL_STORE_API_KEY/);
        expect(() => read(...argv)).not.toThrow(/fake-secret/);
      }
    },
  );
});

describe('names that flags had once', () => {
  test.each([
    ['--report-dir', 'out', 'output', 'out'],
    ['--timeout', '2', 'max-time', 2000],
    ['--wait', '2', 'start-timeout', 2000],
    ['--key-file', 'a.pem', 'cert-key', 'a.pem'],
  ])('%s keeps working, and is told in one line', (once, given, today, value) => {
    const of = (...argv: string[]) => parse(argv, commands, usual);
    const expected = {
      values: { [today]: value },
      operand: 'staging',
      advice: [`${once} is now called --${today}; it keeps working.`],
    };
    expect(of(once, given, 'staging')).toMatchObject(expected);
    expect(of(`${once}=${given}`, 'staging')).toMatchObject(expected);
    expect(of(`--${today}`, given)).toMatchObject({ values: { [today]: value }, advice: [] });
  });

  test('stand in no help', () => {
    for (const one of commands)
      expect(commandHelp(one, 80)).not.toMatch(/--(report-dir|wait|key-file|timeout)\b/);
  });
});

describe('the table of commands', () => {
  test('gives a flag the same form everywhere, so that a command may stand anywhere among flags', () => {
    const forms = new Map<string, boolean>();
    for (const one of commands) {
      for (const [name, flag] of Object.entries(flagsOf(one))) {
        const takesValue = flag.placeholder !== null;
        expect(forms.get(name) ?? takesValue, `--${name}`).toBe(takesValue);
        forms.set(name, takesValue);
      }
    }
  });

  test('has a line of help for everything', () => {
    for (const one of commands) {
      expect(one.summary).toMatch(/\.$/);
      for (const flag of Object.values(flagsOf(one))) expect(flag.help).not.toBe('');
    }
    expect(new Set(commands.map((one) => one.name)).size).toBe(commands.length);
  });
});
