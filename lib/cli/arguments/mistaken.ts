// What people most likely meant with words that stand in the wrong place: a command without its quotes, a command that is
// misspelt. It shows no word that could be a key.
import { UsageError } from '../../api/errors.js';
import { nameToday } from '../../api/options/flags.js';
import { didYouMean, nearest } from '../../api/options/nearest.js';
import { isAddress, targetNames } from '../../api/configuration/target-choice.js';
import { type Command, flagsOf } from './command.js';

/** `--start node server.js`: the shell hands over `node`, and a word that looks like a target. */
export function expectQuotedStart(argv: readonly string[], chosen: Command): void {
  const flags = flagsOf(chosen);
  const takes = chosen.operand?.name ?? '';
  const takesFailure = takes.startsWith('FAILURE');
  if (flags['start'] === undefined || !(takes === '' || takes === 'TARGET' || takesFailure)) return;
  const { words, next } = afterStart(argv);
  const [program, ...others] = words;
  if (program === undefined || /\s/.test(program)) return;
  const isExpected = (word: string): boolean =>
    word === chosen.name || couldBeTarget(word) || (takesFailure && couldBeFailure(word));
  if (others.every(isExpected)) return;
  const isCut =
    next !== undefined && nameToday(flags, next.replace(/^--|=.*$/gs, '')) === undefined;
  const command = words.every(isPlain) ? `${words.join(' ')}${isCut ? ' …' : ''}` : 'COMMAND';
  throw new UsageError(`Quote the command: --start '${command}'. See \`${chosen.name} --help\`.`);
}

/** `node server.js`, or `server.js` alone, where a target belongs. */
export function expectNoCommandLine(operands: readonly string[], chosen: Command): void {
  const { start } = flagsOf(chosen);
  if (start === undefined || chosen.operand?.name !== 'TARGET') return;
  const file = operands.find((word) => runnerOf(word) !== undefined);
  if (file === undefined || !operands.every(isPlain)) return;
  const words = operands.length > 1 ? operands : [runnerOf(file), file];
  throw new UsageError(
    `${operands.join(' ')} is not a target. To have the kit start your server: --start '${words.join(' ')}'.`,
  );
}

/** What usually runs such a file. */
const runnerOf = (word: string): string | undefined =>
  runners[/^[\w./-]+\.([a-z]+)$/.exec(word)?.[1] ?? ''];

const runners: Readonly<Record<string, string>> = {
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'npx tsx',
  py: 'python',
  rb: 'ruby',
  jar: 'java -jar',
};

/** The words from the value of --start to the next flag, and that flag. */
function afterStart(argv: readonly string[]): {
  readonly words: readonly string[];
  readonly next: string | undefined;
} {
  const at = argv.findIndex((word) => /^--start(?:=|$)/.test(word));
  if (at < 0) return { words: [], next: undefined };
  const [flag = '', ...rest] = argv.slice(at);
  const given = flag.includes('=') ? [flag.slice(flag.indexOf('=') + 1), ...rest] : rest;
  const end = given.findIndex((word, index) => index > 0 && word.startsWith('-'));
  return end < 0
    ? { words: given, next: undefined }
    : { words: given.slice(0, end), next: given[end] };
}

/** An address, or nearly one. */
const couldBeTarget = (word: string): boolean =>
  isAddress(word) ||
  /^(?:localhost|127\.|\[)|:\d/.test(word) ||
  nearest(word, targetNames) !== undefined;

/** The id of one, or of a rule: `server.js` is none. */
const couldBeFailure = (word: string): boolean =>
  /^(?:[\da-f]{8}|[a-z-]+\.[\da-z-]{4,})$/i.test(word);

/** Words of a command are plain; keys hardly ever are. */
const isPlain = (word: string): boolean =>
  /^[\w./-]{1,40}$/.test(word) && !/[a-z0-9]{16}/i.test(word) && word.replace(/\D/g, '').length < 5;

/** `expalin add-animal.missing-name`: more than one word, of which the first is nearly a command. */
export function expectCommand(
  first: string | undefined,
  argv: readonly string[],
  commands: readonly Command[],
): void {
  if (first === undefined || argv.length < 2 || isAddress(first)) return;
  const names = commands.map(({ name }) => name);
  const near = nearest(first, [...targetNames, ...names]);
  // A word that is so near to a command is not a key.
  if (near !== undefined && names.includes(near)) throw noCommand(first, commands);
  // `list --help` asks about a command; `staging --help` does not.
  const isTarget = near !== undefined && targetNames.some((name) => name === near);
  if (!isTarget && argv.some((word) => word === '--help' || word === '-h'))
    throw noCommand(first, commands);
}

export function noCommand(word: string, commands: readonly Command[]): UsageError {
  const meant = inOtherTools[word];
  const names = commands.map(({ name }) => name);
  const hint = meant === undefined ? didYouMean(word, names) : ` Did you mean ${meant}?`;
  const shown = hint !== '' || isPlain(word) ? ` ${word}` : ' of this name';
  return new UsageError(`There is no command${shown}.${hint} See \`--help\`.`);
}

/** Words that people try for commands, and those that they mean. */
const inOtherTools: Readonly<Record<string, string>> = {
  diff: 'compare',
  list: 'rules',
  serve: 'reference',
  show: 'explain',
  test: 'run',
};
