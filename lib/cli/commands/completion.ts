// `completion`: prints the script that makes a shell complete commands and flags, made from the table of commands that parsing
// and help use too. It changes no file of the user.
import { targetNames } from '../../api/configuration/target-choice.js';
import { exitCodes } from '../../api/exit-codes.js';
import { type Flag, oneOf } from '../../api/options/flags.js';
import { program } from '../../api/package.js';
import { type Command, command, flagsOf } from '../arguments/command.js';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export const completion = command({
  name: 'completion',
  summary: 'Print a script that lets your shell complete commands and flags.',
  operand: { name: 'SHELL', required: true, help: 'bash, zsh or fish' },
  flags: {},
  notes: [
    'To load it in every shell, add the `source` line below to ~/.bashrc or ~/.zshrc; for fish, write the script to ~/.config/fish/completions/animal-store-conformance.fish.',
  ],
  examples: [
    'source <(animal-store-conformance completion bash)',
    'source <(animal-store-conformance completion zsh)',
    'animal-store-conformance completion fish | source',
  ],
  async run({ operand = '', commands }, io) {
    const wanted = oneOf(...shells)(operand, 'The shell');
    const { loadLedger } = await import('../../contract/ledger.js');
    const rules = loadLedger().rules.map(({ id }) => id);
    io.stdout.data(completionScript(wanted, commands, { targets: targetNames, rules }));
    return exitCodes.fine;
  },
});

/** What a person may mean by TARGET and RULE. */
interface Known {
  readonly targets: readonly string[];
  readonly rules: readonly string[];
}

/** The possible values in a place: one of these words, a file, or anything. */
type Place = readonly string[] | 'file' | 'unknown';

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly {
    readonly name: string;
    readonly help: string;
    /** Null for a switch. */
    readonly takes: Place | null;
  }[];
  readonly operand: Place;
}

function completionScript(shell: Shell, commands: readonly Command[], known: Known): string {
  const all = commands.map((one) => completed(one, known));
  const names = all.map(({ name }) => name);
  const help: Completed = {
    name: 'help',
    summary: 'Show the help, or that of a command.',
    flags: [],
    operand: names,
  };
  return `${scripts[shell]([...all, help]).join('\n')}\n`;
}

function completed(one: Command, known: Known): Completed {
  const flags = Object.entries(flagsOf(one)).map(([name, flag]) => ({
    name: `--${name}`,
    help: flag.help,
    takes: takenBy(flag, known),
  }));
  return {
    name: one.name,
    summary: one.summary,
    flags: [...flags, { name: '--help', help: 'show the help of this command', takes: null }],
    operand: one.operand === undefined ? [] : placeOf(one.operand.name, known),
  };
}

function takenBy({ placeholder, read }: Flag, known: Known): Place | null {
  if (placeholder === null) return null;
  return read.words ?? placeOf(placeholder, known);
}

/** Finds what a placeholder of the help stands for, such as `RULE [TARGET]`. */
function placeOf(placeholder: string, { targets, rules }: Known): Place {
  const suites = [...new Set(rules.map((id) => id.slice(0, id.indexOf('.'))))];
  const meanings: Readonly<Record<string, Place>> = {
    TARGET: targets,
    RULE: rules,
    GLOB: [...suites, ...rules],
    SHELL: shells,
    FILE: 'file',
    DIR: 'file',
    REPORT: 'file',
  };
  const places = (placeholder.match(/[A-Z]+/g) ?? []).flatMap((word) => meanings[word] ?? []);
  if (places.includes('file')) return 'file';
  return places.length === 0 ? 'unknown' : places;
}

const scripts: Readonly<Record<Shell, (all: readonly Completed[]) => readonly string[]>> = {
  bash: (all) => [
    '_animal_store_conformance() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= word words',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    `    case $word in ${namesOf(all)}) command=$word; break;; esac`,
    '  done',
    '  COMPREPLY=()',
    ...valueCases(all, (place) =>
      place === 'file'
        ? 'COMPREPLY=($(compgen -f -- "$current"))'
        : `COMPREPLY=($(compgen -W '${place.join(' ')}' -- "$current"))`,
    ),
    '  case $command in',
    ...all.map((one) => `    ${one.name}) words='${wordsOf(one).join(' ')}';;`),
    `    *) words='${firstWords(all).join(' ')}';;`,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    `  case $command in ${filesOf(all)}) COMPREPLY+=($(compgen -f -- "$current"));; esac`,
    '}',
    `complete -F _animal_store_conformance ${program}`,
  ],
  zsh: (all) => [
    `#compdef ${program}`,
    '_animal_store_conformance() {',
    '  local before=${words[CURRENT-1]} command= word',
    '  for word in ${words[2,CURRENT-1]}; do',
    `    case $word in ${namesOf(all)}) command=$word; break;; esac`,
    '  done',
    ...valueCases(all, (place) => (place === 'file' ? '_files' : `compadd -- ${place.join(' ')}`)),
    `  case $command in ${filesOf(all)}) _files;; esac`,
    '  case $command in',
    ...all.map((one) => `    ${one.name}) compadd -- ${wordsOf(one).join(' ')};;`),
    `    *) compadd -- ${firstWords(all).join(' ')};;`,
    '  esac',
    '}',
    // Zsh runs the file itself as the function when it is loaded from a folder of functions.
    'if [ "$funcstack[1]" = _animal_store_conformance ]; then _animal_store_conformance "$@"',
    `else compdef _animal_store_conformance ${program}; fi`,
  ],
  fish: (all) => {
    const [usual] = all;
    const others = all.filter((one) => one !== usual).map(({ name }) => name);
    const line = `complete -c ${program}`;
    const isNone = `not __fish_seen_subcommand_from ${all.map(({ name }) => name).join(' ')}`;
    const isUsual = `not __fish_seen_subcommand_from ${others.join(' ')}`;
    return [
      `${line} -f`,
      ...all.map(
        ({ name, summary }) => `${line} -n '${isNone}' -a ${name} -d '${escaped(summary)}'`,
      ),
      ...all.flatMap((one) => {
        const isThis = `-n '${one === usual ? isUsual : `__fish_seen_subcommand_from ${one.name}`}'`;
        const operand =
          one.operand === 'file'
            ? [`${line} ${isThis} -F`]
            : one.operand === 'unknown' || one.operand.length === 0
              ? []
              : [`${line} ${isThis} -a '${one.operand.join(' ')}'`];
        const flags = one.flags.map(
          ({ name, help, takes }) =>
            `${line} ${isThis} -l ${name.slice(2)}${takes === null ? '' : fishValue(takes)} -d '${escaped(help)}'`,
        );
        return [...operand, ...flags];
      }),
    ];
  },
};

const fishValue = (place: Place): string => {
  if (place === 'file') return ' -r -F';
  return place === 'unknown' ? ' -x' : ` -x -a '${place.join(' ')}'`;
};

/** The first sentence is enough beside a flag. */
const escaped = (help: string): string =>
  (help.split(/[;:] /, 1)[0] ?? '').replace(/[\\']/g, (character) => `\\${character}`);

const namesOf = (all: readonly Completed[]): string => all.map(({ name }) => name).join('|');
const filesOf = (all: readonly Completed[]): string =>
  all.flatMap(({ name, operand }) => (operand === 'file' ? [name] : [])).join('|');

function wordsOf({ flags, operand }: Completed): readonly string[] {
  return [...flags.map(({ name }) => name), ...(typeof operand === 'string' ? [] : operand)];
}

/** The first word: a command, or a flag or an operand of the usual command, whose name may be omitted. */
const firstWords = (all: readonly Completed[]): readonly string[] => [
  ...all.map(({ name }) => name),
  ...(all[0] === undefined ? [] : wordsOf(all[0])),
  '--version',
];

/** The values of a flag, which are the same for every command. */
function valueCases(
  all: readonly Completed[],
  complete: (place: readonly string[] | 'file') => string,
): readonly string[] {
  const places = new Map<string, Place>();
  for (const { name, takes } of all.flatMap(({ flags }) => flags))
    if (takes !== null && !places.has(name)) places.set(name, takes);
  return [
    '  case $before in',
    ...[...places].map(
      ([name, place]) =>
        `    ${name}) ${place === 'unknown' ? '' : `${complete(place)}; `}return;;`,
    ),
    '  esac',
  ];
}
