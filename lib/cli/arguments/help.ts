// The help, made from the table of commands. Returns text.
import { program } from '../../api/package.js';
import { specPath } from '../../contract/files.js';
import { type Command, type CommandGroup, flagsOf } from './command.js';
import type { Flag, Flags } from '../../api/options/flags.js';

const environment: readonly (readonly [string, string])[] = [
  ['ANIMAL_STORE_API_KEY', 'the key'],
  ['ANIMAL_STORE_QUICKSTART_API_KEY', 'the key of the quickstart; default the same'],
  ['ANIMAL_STORE_PRODUCTION_URL', 'the base address that `production` stands for'],
  ['ANIMAL_STORE_STAGING_URL', 'the base address that `staging` stands for'],
  ['ANIMAL_STORE_QUICKSTART_URL', 'the base address of the quickstart'],
  ['ANIMAL_STORE_CATEGORY_IDS', 'categories that the target takes, such as 1,2'],
];

const exits: readonly (readonly [string, string])[] = [
  ['0', 'conformant, or no violation found; with --baseline, no new violation'],
  ['1', 'not conformant; or more warnings than --max-warnings allows'],
  ['2', 'wrong usage or configuration; nothing was sent'],
  ['3', 'inconclusive: a stated rule is undecided'],
  ['4', 'target cannot be tested: unreachable, not an Animal Store, key refused'],
  ['70', 'the kit itself failed'],
  ['74', 'no violation found, but the reports could not be written'],
  ['130', 'interrupted'],
];

/** The flags of a run that most people need. */
const mostUsed = [
  'start',
  'quickstart',
  'read-only',
  'only',
  'effort',
  'strict',
  'baseline',
  'watch',
  'key-from',
  'output',
] as const;

export function generalHelp(
  groups: readonly CommandGroup[],
  usual: Command,
  width: number,
): string {
  const { operand } = usual;
  const flags = flagsOf(usual);
  const used = mostUsed.flatMap((name) => {
    const flag = flags[name];
    return flag === undefined ? [] : [[usageOfFlag(name, flag), firstWords(flag.help)] as const];
  });
  const names = groups.flatMap(({ commands }) => commands.map(({ name }) => name));
  return [
    `Decides whether a server may call itself an Animal Store.`,
    '',
    `${program} [${operand?.name ?? ''}] [flags]`,
    `${program} COMMAND [flags]`,
    '',
    ...(operand === undefined ? [] : rows([[operand.name, operand.help]], width)),
    ...groups.flatMap(({ title, commands }) => [
      '',
      title,
      ...rows(
        commands.map(({ name, summary }) => [name, summary] as const),
        width,
        Math.max(...names.map(({ length }) => length)),
      ),
    ]),
    '',
    `Most used flags of \`${usual.name}\``,
    ...rows(used, width),
    '',
    'Environment (also read from .env in the working directory)',
    ...rows(environment, width),
    '',
    'Exit status',
    ...rows(exits, width),
    '',
    ...examplesOf(usual, width, mostExamples),
    `\`${program} ${usual.name} --help\` lists all flags, and`,
    `\`${program} COMMAND --help\` explains a command.`,
    `The guide: ${specPath('guide')}`,
    '',
  ].join('\n');
}

const mostExamples = 3;

/** The first sentence, which is enough beside a flag. */
const firstWords = (help: string): string => help.split(/;| \(or /, 1)[0] ?? '';

export function commandHelp(one: Command, width: number): string {
  const usage = `${program} ${usageOf(one)}${Object.keys(one.flags).length > 0 ? ' [flags]' : ''}`;
  return [
    ...wrapped(one.summary, width),
    '',
    ...wrapped(usage, width),
    ...(one.operand === undefined
      ? []
      : ['', ...rows([[one.operand.name, one.operand.help]], width)]),
    ...flagRows(one, width),
    ...(one.notes === undefined ? [] : ['', ...one.notes.flatMap((note) => wrapped(note, width))]),
    '',
    ...examplesOf(one, width),
  ].join('\n');
}

function usageOf({ name, operand }: Command): string {
  if (operand === undefined) return name;
  if (operand.written !== undefined) return `${name} ${operand.written}`;
  const word = `${operand.name}${operand.several === true ? '...' : ''}`;
  return `${name} ${operand.required ? word : `[${word}]`}`;
}

function examplesOf({ examples = [] }: Command, width: number, most = Infinity): string[] {
  if (examples.length === 0) return [];
  return ['Examples', ...examples.slice(0, most).flatMap((line) => exampleLines(line, width)), ''];
}

/** Splits a command as a shell reads it, also over several lines: quoted text stays whole. */
function exampleLines(example: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of example.match(/(?:--[\w-]+ (?!-))?(?:'[^']*'|[^\s'])+/g) ?? []) {
    const last = lines.at(-1);
    // One column is left for the backslash.
    if (last !== undefined && last.length + 1 + word.length + 2 <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${last === undefined ? '  ' : '    '}${word}`);
  }
  return lines.map((line, at) => (at === lines.length - 1 ? line : `${line} \\`));
}

const usageOfFlag = (name: string, { placeholder }: Flag): string =>
  `--${name}${placeholder === null ? '' : ` ${placeholder}`}`;

function flagRows(one: Command, width: number): string[] {
  return Object.entries(one.flags).flatMap(([title, flags]) => [
    '',
    title,
    ...rows(
      Object.entries<Flags[string]>(flags).map(
        ([name, flag]) => [usageOfFlag(name, flag), flag.help] as const,
      ),
      width,
    ),
  ]);
}

function rows(
  pairs: readonly (readonly [string, string])[],
  width: number,
  widest = Math.max(...pairs.map(([name]) => name.length)),
): string[] {
  const left = 2 + Math.min(32, widest) + 2;
  return pairs.flatMap(([name, help]) => {
    const lines = wrapped(help, Math.max(24, width - left));
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
