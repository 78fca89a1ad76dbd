// Parses arguments into a command and its values, by the table of commands alone. An unknown word is refused with the
// nearest word that exists. It never shows a value that could be a key.
import { UsageError } from '../../api/errors.js';
import { type Command, flagsOf } from './command.js';
import { type Flag, type Flags, nameToday } from '../../api/options/flags.js';
import { didYouMean } from '../../api/options/nearest.js';
import { inWords } from '../../api/options/sentence.js';
import { expectCommand, expectNoCommandLine, expectQuotedStart, noCommand } from './mistaken.js';

type Parsed =
  | {
      readonly want: 'run';
      readonly command: Command;
      readonly values: Record<string, unknown>;
      readonly operand: string | undefined;
      readonly operands: readonly string[];
      /** Lines of advice: flags under their former names. */
      readonly advice: readonly string[];
    }
  | { readonly want: 'help'; readonly command: Command | undefined }
  | { readonly want: 'version' };

/** Words that people try when they look for a flag for the key. */
const keyFlags = new Set([
  'key',
  'api-key',
  'apikey',
  'api_key',
  'token',
  'bearer',
  'secret',
  'password',
  'quickstart-key',
  'quickstart-api-key',
]);

/** Names of other tools for flags of the kit. */
const inOtherTools: Readonly<Record<string, string>> = {
  'fail-fast': 'bail',
  filter: 'only',
  format: 'reporter',
  grep: 'only',
  ignore: 'exclude',
  out: 'output',
  'out-dir': 'output',
  'output-dir': 'output',
  skip: 'exclude',
};

export function parse(
  argv: readonly string[],
  commands: readonly Command[],
  usual: Command,
): Parsed {
  const union: Flags = Object.assign({}, ...commands.map(flagsOf)) as Flags;
  const { first, at } = firstOperand(argv, union);
  if (first === 'help') {
    const about = argv.slice(at + 1).find((word) => !word.startsWith('-'));
    const isOfAll = about === undefined || about === 'help';
    return { want: 'help', command: isOfAll ? undefined : named(about, commands) };
  }
  const known = commands.find((one) => one.name === first);
  const chosen = known ?? usual;
  const words = known === undefined ? argv : argv.filter((_, index) => index !== at);
  expectQuotedStart(argv, chosen);
  if (known === undefined) {
    // The word after a flag that nobody knows is mostly its value, and not a mistyped command.
    expectFlags(argv, union, chosen, commands);
    expectCommand(first, argv, commands);
  }
  try {
    return read(words, chosen, commands, known !== undefined);
  } catch (thrown) {
    throw thrown instanceof UsageError ? withHelp(thrown, chosen) : thrown;
  }
}

/** Adds the command that prints the right usage. */
const withHelp = ({ message }: UsageError, { name }: Command): UsageError =>
  new UsageError(`${message} See \`${name} --help\`.`);

function named(word: string, commands: readonly Command[]): Command {
  const found = commands.find((one) => one.name === word);
  if (found === undefined) throw noCommand(word, commands);
  return found;
}

/** The first word that is neither a flag nor the value of one. */
function firstOperand(
  argv: readonly string[],
  union: Flags,
): { readonly first: string | undefined; readonly at: number } {
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') return { first: undefined, at };
    if (!isFlag(word)) return { first: word, at };
    if (!word.includes('=') && takesNext(flagIn(union, word.slice(2)), argv[at + 1])) at += 1;
  }
  return { first: undefined, at: argv.length };
}

function flagIn(flags: Flags, written: string): Flag | undefined {
  const name = nameToday(flags, written);
  return name === undefined ? undefined : flags[name];
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-';

/** Is the word behind the flag its value? */
function takesNext(flag: Flag | undefined, next: string | undefined): boolean {
  if (flag === undefined || flag.placeholder === null) return false;
  return flag.alone === undefined || (next !== undefined && flag.alone.follows.test(next));
}

function read(
  argv: readonly string[],
  chosen: Command,
  commands: readonly Command[],
  explicit: boolean,
): Parsed {
  const flags = flagsOf(chosen);
  const values: Record<string, unknown> = {};
  const operands: string[] = [];
  const advice = new Set<string>();
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') {
      operands.push(...argv.slice(at + 1));
      break;
    }
    if (word === '-h' || word === '--help')
      return { want: 'help', command: explicit ? chosen : undefined };
    if (word === '-v' || word === '-V' || word === '--version') return { want: 'version' };
    if (!isFlag(word)) {
      operands.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const written = (equals < 0 ? word : word.slice(0, equals)).replace(/^--?/, '');
    const name = nameToday(flags, written);
    const flag = name !== undefined && word.startsWith('--') ? flags[name] : undefined;
    if (name === undefined || flag === undefined)
      throw unknownFlag(written, word.startsWith('--'), chosen, commands);
    if (name !== written) advice.add(`--${written} is now called --${name}; it keeps working.`);
    let given = equals < 0 ? undefined : word.slice(equals + 1);
    if (flag.placeholder === null) {
      if (given !== undefined)
        throw new UsageError(`--${written} takes no value: use it on its own.`);
      given = '';
    } else if (given === undefined && !takesNext(flag, argv[at + 1])) {
      given = flag.alone?.value ?? '';
    } else if (given === undefined) {
      at += 1;
      given = argv[at];
      if (given === undefined || given.startsWith('--'))
        throw new UsageError(`--${written} needs a value: --${written} ${flag.placeholder}.`);
    }
    const got = flag.read(given, `--${written}`);
    if (flag.repeatable)
      values[name] = [
        ...((values[name] as readonly unknown[] | undefined) ?? []),
        ...(got as readonly unknown[]),
      ];
    else if (name in values && flag.placeholder !== null)
      throw new UsageError(`--${written} is specified twice: specify it once.`);
    else values[name] = got;
  }
  expectOperands(operands, chosen);
  return {
    want: 'run',
    command: chosen,
    values,
    operand: operands[0],
    operands,
    advice: [...advice],
  };
}

function expectOperands(operands: readonly string[], chosen: Command): void {
  const { operand } = chosen;
  const [first, second] = operands;
  if (operand === undefined && first !== undefined)
    throw new UsageError(`${chosen.name} takes no argument: omit "${shown(first)}".`);
  if (operand?.required === true && first === undefined)
    throw new UsageError(
      `${chosen.name} needs ${operand.missing ?? `${operand.name}: ${operand.help}`}.`,
    );
  expectNoCommandLine(operands, chosen);
  if (second !== undefined && operand?.several !== true)
    throw new UsageError(
      `${chosen.name} takes one ${operand?.name ?? 'argument'}: omit "${shown(second)}".`,
    );
}

function expectFlags(
  argv: readonly string[],
  union: Flags,
  chosen: Command,
  commands: readonly Command[],
): void {
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--' || /^(?:-h|-v|-V|--help|--version)$/.test(word)) return;
    if (!isFlag(word)) continue;
    const name = word.replace(/^--?|=.*$/gs, '');
    const isLong = word.startsWith('--');
    const flag = flagIn(union, name);
    if (!isLong || flag === undefined)
      throw withHelp(unknownFlag(name, isLong, chosen, commands), chosen);
    if (!word.includes('=') && takesNext(flag, argv[at + 1])) at += 1;
  }
}

function unknownFlag(
  name: string,
  long: boolean,
  chosen: Command,
  commands: readonly Command[],
): UsageError {
  const own = Object.keys(flagsOf(chosen));
  const file = ['public-key', 'public-keys', 'signing-key'].find((flag) => own.includes(flag));
  if (name.toLowerCase() === 'key' && file !== undefined)
    return new UsageError(
      `${chosen.name} has no flag --key. Did you mean --${file}?${own.includes('key-from') ? ' For the key of the API, set ANIMAL_STORE_API_KEY, or use --key-from FILE.' : ''}`,
    );
  if (keyFlags.has(name.toLowerCase())) {
    const variable = name.startsWith('quickstart')
      ? 'ANIMAL_STORE_QUICKSTART_API_KEY'
      : 'ANIMAL_STORE_API_KEY';
    return new UsageError(
      `A key is never an argument, because others on this machine could read it there: set ${variable}, or use --key-from FILE.`,
    );
  }
  if (own.includes(name) && !long)
    return new UsageError(`There is no flag -${shown(name)}. Did you mean --${name}?`);
  const hint = meantBy(name, own, chosen, commands);
  return new UsageError(`${chosen.name} has no flag ${long ? '--' : '-'}${shown(name)}.${hint}`);
}

function meantBy(
  name: string,
  own: readonly string[],
  chosen: Command,
  commands: readonly Command[],
): string {
  const meant = inOtherTools[name];
  if (meant !== undefined && own.includes(meant)) return ` Did you mean --${meant}?`;
  const elsewhere = commands
    .filter((one) => one !== chosen && nameToday(flagsOf(one), name) !== undefined)
    .map((one) => one.name);
  // `reference` serves the embedded server; to test it is what most people mean by the word.
  if (chosen.name === 'reference' && elsewhere.includes('run'))
    return ` To test the embedded server: run reference --${name}.`;
  return elsewhere.length > 0
    ? ` It belongs to ${inWords(elsewhere)}.`
    : didYouMean(name, [...own, 'help', 'version'], (word) => `--${word}`);
}

const shown = (word: string): string => {
  const inert = word.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ').replace(/[?#].*$/s, '');
  return inert.length > 60 ? `${inert.slice(0, 57)}...` : inert;
};
