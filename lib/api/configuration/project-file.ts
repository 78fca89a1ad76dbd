// animal-store.config: what a project always passes to a run. It lies in a checkout that others may have written, so it is
// as weak as .env: it never says where a key goes, gives no consent to write, and names no file outside of the checkout;
// what is taken from it is printed, and where that can let a broken server pass, there is a warning.
import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nestsTooDeeply } from '../../contract/values/depth.js';
import { readText } from '../files.js';
import { NotTrusted, UsageError } from '../errors.js';
import { type Flag, quoted } from '../options/flags.js';
import { didYouMean } from '../options/nearest.js';
import type { Reporter } from '../options/reporter.js';
import { type RunValues, table } from '../options/run-table.js';
import type { Keys } from './key.js';
import { optionOf, readOption } from '../options/option-values.js';
import type { TargetChoice } from './target-choice.js';
import { mayBeSecret } from '../../http/request.js';

/** The part of the file that a run uses. */
export interface FromProject {
  readonly file: string;
  /** The options in the form in which the file has them. */
  readonly options: readonly string[];
  /** Set if the file names a quickstart for its own target, but another target was typed. */
  readonly leavesOutQuickstart: boolean;
}

export interface WithProject {
  readonly values: RunValues;
  readonly operand: string | undefined;
  readonly project?: FromProject | undefined;
}

/** These are read unasked. A program is not: it could send the key anywhere. */
const usualNames = ['animal-store.config.yaml', 'animal-store.config.yml'];
const programNames = ['ts', 'mts', 'js', 'mjs'].map((ending) => `animal-store.config.${ending}`);

/** None of these is taken from the file if the target is typed, because they belong together. */
const whereTo = ['target', 'quickstart', 'start', 'startTimeout'];
const flags: Readonly<Record<string, Flag>> = table;
const flagOf = new Map(
  Object.keys(flags)
    .filter((name) => flags[name]?.inProjectFile !== false)
    .map((name) => [optionOf(name), name] as const),
);

/** Typed options win over the file. */
export async function withProject(
  typed: RunValues,
  operand: string | undefined,
  folder: string,
): Promise<WithProject> {
  const { config: named, ...values } = typed;
  const file = named === 'none' ? undefined : (named ?? usualIn(folder));
  if (file === undefined) return { values, operand };
  const options = await optionsIn(file, folder);
  const hasTarget = operand !== undefined || values.start !== undefined;
  const untyped = Object.entries(options).filter(([option]) => !(flagFor(option, file) in values));
  const isElsewhere = ([option]: (typeof untyped)[number]): boolean =>
    hasTarget && whereTo.includes(option);
  const taken = untyped.filter((one) => !isElsewhere(one));
  const { target, ...others } = Object.fromEntries(taken);
  const read = Object.entries(others).map(([option, given]) => {
    const flag = flagFor(option, file);
    return [flag, readOption(option, given, flags[flag] as Flag)] as const;
  });
  const ofFile: RunValues = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  expectInside(ofFile, file, folder);
  return {
    values: { ...ofFile, ...values },
    operand: operand ?? targetIn(target, file),
    ...(untyped.length > 0 && {
      project: {
        file,
        options: taken.map(([option]) => option),
        // The embedded server has its own quickstart.
        leavesOutQuickstart:
          operand !== 'reference' &&
          untyped.some((one) => isElsewhere(one) && one[0] === 'quickstart' && one[1] !== 'none'),
      },
    }),
  };
}

function usualIn(folder: string): string | undefined {
  return usualNames.find((name) => existsSync(join(folder, name)));
}

/** The message about a file that a user may believe is read. */
export function programNotRead(named: string | undefined, folder: string): string | undefined {
  if (named !== undefined || usualIn(folder) !== undefined) return undefined;
  const name = programNames.find((one) => existsSync(join(folder, one)));
  return name && `${name} was not used, because it is a program: to run it, add --config ${name}.`;
}

const isProgram = (file: string): boolean => /\.[cm]?[jt]s$/.test(file);

async function optionsIn(file: string, folder: string): Promise<Readonly<Record<string, unknown>>> {
  const held = isProgram(file) ? await exportOf(file, folder) : await parsedFrom(file, folder);
  if (held === null || held === undefined) return {};
  if (typeof held !== 'object' || Array.isArray(held))
    throw new UsageError(`${file} contains no options: write each as \`name: value\`.`);
  return Object.fromEntries(Object.entries(held).filter(([, given]) => given !== undefined));
}

/** A larger file is no project file. */
const mostText = 16 * 1024;

async function parsedFrom(file: string, folder: string): Promise<unknown> {
  const flag = usualNames.includes(file) ? undefined : '--config';
  const { text } = readText(file, flag, folder, mostText);
  if (nestsTooDeeply(text)) throw nestedTooDeeply(file);
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 0, intAsBigInt: true, logLevel: 'error' }) as unknown;
  } catch (thrown) {
    const [why] = (thrown as Error).message.split('\n');
    if (/call stack/.test(why ?? '')) throw nestedTooDeeply(file);
    throw new UsageError(`${file} is not valid YAML: ${why?.replace(/:$/, '')}.`);
  }
}

const nestedTooDeeply = (file: string): UsageError =>
  new UsageError(`${file} is nested too deeply: write each option as \`name: value\`.`);

async function exportOf(file: string, folder: string): Promise<unknown> {
  const path = resolve(folder, file);
  if (!existsSync(path))
    throw new UsageError(`--config ${quoted(file)} does not exist: check the path.`);
  try {
    const held = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
    return held.default;
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new UsageError(
        `Node ${process.versions.node} cannot run ${file}: use Node 22.18 or later, or write it as JavaScript (.mjs) or YAML.`,
      );
    throw new UsageError(`${file} cannot be run: ${message}`);
  }
}

function flagFor(option: string, file: string): string {
  if (option === 'target') return 'target';
  const flag = flagOf.get(option);
  if (flag !== undefined) return flag;
  const isFlag = Object.keys(flags).find((name) => optionOf(name) === option);
  if (isFlag !== undefined)
    throw new UsageError(`${file}: ${option} can only be a flag, --${isFlag}: remove it.`);
  if (/key/i.test(option))
    throw new UsageError(
      `${file}: a key does not belong in this file: set ANIMAL_STORE_API_KEY, in the environment or in .env.`,
    );
  throw new UsageError(
    `${file} has no option ${quoted(option)}.${didYouMean(option, ['target', ...flagOf.keys()])}`,
  );
}

function targetIn(given: unknown, file: string): string | undefined {
  if (given === undefined || (typeof given === 'string' && given.trim() !== ''))
    return given as string | undefined;
  throw new UsageError(`${file}: target must be reference, staging, production, or an address.`);
}

/** Somebody may have written the file in order to have another one replaced. */
function expectInside(values: RunValues, file: string, folder: string): void {
  const { output, reporter = [], 'vitest-test': test } = values;
  const files = [output, test, ...(reporter as readonly Reporter[]).map((one) => one.file)];
  for (const path of files) {
    if (path === undefined) continue;
    const inner = relative(folder, resolve(folder, path));
    if (inner.startsWith('..') || isAbsolute(inner))
      throw new UsageError(
        `${file}: ${quoted(path)} lies outside of the working directory: only a flag may name it.`,
      );
  }
}

/** How the user can give the same so that a key may be sent there. */
const saidByHand = {
  target:
    'specify the address as the TARGET, or set ANIMAL_STORE_STAGING_URL beside the key and write `target: staging`',
  quickstart: 'add --quickstart URL, or set ANIMAL_STORE_QUICKSTART_URL beside the key',
  start: "add --start 'COMMAND'",
} as const;

/**
 * A key goes only to addresses of its own source or a stronger one. What starts a candidate hands the key to it, but lies
 * beside .env, which it could read.
 */
export function expectNoKeyAway(
  { file, options }: FromProject,
  { addresses, from }: Pick<TargetChoice, 'addresses' | 'from'>,
  keys: Keys,
  headers: readonly (readonly [string, string])[],
): void {
  const [header] = headers.find(([name, value]) => mayBeSecret(name, value)) ?? [];
  const sourceOf = (key: 'key' | 'quickstartKey'): string | null =>
    header === undefined ? keys.from[key] : `--header ${header}`;
  const { baseUrl, quickstartBaseUrl } = addresses ?? {};
  // A candidate that the file starts listens on this machine, and gets its key as it starts.
  const leadsAway = (address: string | null | undefined): boolean =>
    typeof address === 'string' && !(options.includes('start') && isLocal(address));
  const places: readonly Place[] = [
    { option: 'start', secret: sourceOf('key'), goal: 'the candidate', mayHave: '.env' },
    { option: 'start', secret: sourceOf('quickstartKey'), goal: 'the candidate', mayHave: '.env' },
    ...(leadsAway(baseUrl) && from.baseUrl === undefined
      ? [{ option: 'target', secret: sourceOf('key'), goal: baseUrl } as const]
      : []),
    ...(leadsAway(quickstartBaseUrl)
      ? [
          {
            option: 'quickstart',
            secret: sourceOf('quickstartKey'),
            goal: quickstartBaseUrl,
          } as const,
        ]
      : []),
  ];
  const wrong = places.find(
    ({ option, secret, mayHave = null }) =>
      options.includes(option) && secret !== null && secret !== mayHave,
  );
  if (wrong === undefined) return;
  throw new NotTrusted(
    `Nothing was sent: a secret comes from ${wrong.secret}, but where it would go (${wrong.goal ?? ''}) is named by \`${wrong.option}\` in ${file} alone, which someone else may have written. If you trust it, ${saidByHand[wrong.option]}.`,
    file,
  );
}

interface Place {
  readonly option: keyof typeof saidByHand;
  /** The source of the secret that would be sent there; null if there is none. */
  readonly secret: string | null;
  readonly goal: string | null | undefined;
  /** A secret of this source may. */
  readonly mayHave?: string;
}

const isLocal = (address: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);

/** The line of every run that took something from the file, or did not take what the user might expect. */
export function takenFromProject({
  file,
  options,
  leavesOutQuickstart,
}: FromProject): readonly string[] {
  return [
    ...(options.length === 0 ? [] : [`Taken from ${file}: ${options.join(', ')}.`]),
    ...(leavesOutQuickstart
      ? [
          `The quickstart of ${file} was not used, because another target was specified: add --quickstart.`,
        ]
      : []),
  ];
}

/** Anything passes a gate that tests the embedded server instead. */
export const embeddedBy = (
  { file, options }: FromProject,
  isEmbedded: boolean,
): readonly string[] =>
  isEmbedded && options.includes('target')
    ? [
        `${file} names the embedded server as the target, so nothing of yours is tested. As an operand, it comes without this warning.`,
      ]
    : [];

export function narrowedBy({ file, options }: FromProject, values: RunValues): readonly string[] {
  const given: Readonly<Record<string, unknown>> = values;
  const found = options.filter((option) => {
    const flag = flagOf.get(option);
    return flag !== undefined && flags[flag]?.narrows?.(given[flag]) === true;
  });
  return found.length === 0
    ? []
    : [
        `What ${file} sets can let a broken server pass (${found.join(', ')}): if that is meant, pass it as a flag, which comes without this warning.`,
      ];
}
