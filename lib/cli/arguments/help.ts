// The help, made from the table of commands. Returns text.
import { program } from '../../api/package.js';
import type { Command } from './command.js';
import type { Flags } from '../../api/options/flags.js';

const environment: readonly (readonly [string, string])[] = [
  ['ANIMAL_STORE_API_KEY', 'the key'],
  ['ANIMAL_STORE_QUICKSTART_API_KEY', 'the key of the quickstart; default: the same key'],
  ['ANIMAL_STORE_PRODUCTION_URL', 'the base address that `production` stands for'],
  ['ANIMAL_STORE_STAGING_URL', 'the base address that `staging` stands for'],
  ['ANIMAL_STORE_QUICKSTART_URL', 'the base address of the quickstart'],
  ['ANIMAL_STORE_CATEGORY_IDS', 'categories that the target accepts, such as 1,2'],
];

const exits: readonly (readonly [string, string])[] = [
  ['0', 'conformant, or no violation found; with --baseline, no new violation'],
  ['1', 'not conformant'],
  ['2', 'wrong usage or configuration; nothing was sent'],
  ['3', 'inconclusive: a stated rule is undecided'],
  ['4', 'the target cannot be tested: unreachable, not an Animal Store, key refused'],
  ['70', 'the kit itself failed'],
  ['74', 'no violation found, but the reports could not be written'],
  ['130', 'interrupted'],
];

export function generalHelp(commands: readonly Command[], usual: Command, width: number): string {
  return [
    `Decides whether a server may call itself an Animal Store.`,
    '',
    `${program} [${usual.name}] [${usual.operand?.name ?? ''}] [flags]`,
    `${program} COMMAND [flags]`,
    '',
    'Commands',
    ...rows(
      commands.map((one) => [usageOf(one), one.summary] as const),
      width,
    ),
    '',
    ...(usual.operand === undefined ? [] : rows([[usual.operand.name, usual.operand.help]], width)),
    ...flagRows(usual, width),
    '',
    'All commands',
    ...rows(
      [
        ['--help', 'show this page, or the help of a command'],
        ['--version', 'show the version of the kit'],
      ],
      width,
    ),
    '',
    'Environment (also read from .env in the working directory)',
    ...rows(environment, width),
    '',
    'Exit status',
    ...rows(exits, width),
    '',
    ...examplesOf(usual),
  ].join('\n');
}

export function commandHelp(one: Command, width: number): string {
  return [
    `${one.summary}`,
    '',
    `${program} ${usageOf(one)}${Object.keys(one.flags).length > 0 ? ' [flags]' : ''}`,
    ...(one.operand === undefined
      ? []
      : ['', ...rows([[one.operand.name, one.operand.help]], width)]),
    ...flagRows(one, width),
    ...(one.notes === undefined
      ? []
      : ['', ...one.notes.flatMap((note) => wrapped(note, Math.min(width, 100)))]),
    '',
    ...examplesOf(one),
  ].join('\n');
}

function usageOf({ name, operand }: Command): string {
  if (operand === undefined) return name;
  if (operand.written !== undefined) return `${name} ${operand.written}`;
  const word = `${operand.name}${operand.several === true ? '...' : ''}`;
  return `${name} ${operand.required ? word : `[${word}]`}`;
}

function examplesOf({ examples = [] }: Command): string[] {
  return examples.length === 0 ? [] : ['Examples', ...examples.map((line) => `  ${line}`), ''];
}

function flagRows(one: Command, width: number): string[] {
  return Object.entries(one.flags).flatMap(([title, flags]) => [
    '',
    title,
    ...rows(
      Object.entries<Flags[string]>(flags).map(
        ([name, flag]) =>
          [
            `--${name}${flag.placeholder === null ? '' : ` ${flag.placeholder}`}`,
            flag.help,
          ] as const,
      ),
      width,
    ),
  ]);
}

function rows(pairs: readonly (readonly [string, string])[], width: number): string[] {
  const left = 2 + Math.min(32, Math.max(...pairs.map(([name]) => name.length))) + 2;
  return pairs.flatMap(([name, help]) => {
    const lines = wrapped(help, Math.max(24, Math.min(width, 110) - left));
    const head = `  ${name}`;
    if (head.length + 2 > left) return [head, ...lines.map((line) => ' '.repeat(left) + line)];
    return lines.map((line, at) => (at === 0 ? head.padEnd(left) : ' '.repeat(left)) + line);
  });
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
