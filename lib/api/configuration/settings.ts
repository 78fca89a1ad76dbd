// Reads settings from the environment and the file .env. The environment wins. Reads no other file, and shows no value.
import { join } from 'node:path';
import { mostBytes, type PlainFile, readPlainFile, whyNot } from '../files.js';
import { type Environment } from '../environment.js';
import { UsageError } from '../errors.js';
import { editDistance, nearest } from '../options/nearest.js';

export const variables = {
  key: 'ANIMAL_STORE_API_KEY',
  quickstartKey: 'ANIMAL_STORE_QUICKSTART_API_KEY',
  productionUrl: 'ANIMAL_STORE_PRODUCTION_URL',
  stagingUrl: 'ANIMAL_STORE_STAGING_URL',
  quickstartUrl: 'ANIMAL_STORE_QUICKSTART_URL',
  categoryIds: 'ANIMAL_STORE_CATEGORY_IDS',
} as const;

export type Variable = keyof typeof variables;

export type Source = 'the environment' | '.env';

export interface Settings {
  /** Undefined when it is not set or empty. */
  get(variable: Variable): string | undefined;
  /** The source that sets it; undefined if none does. */
  sourceOf(variable: Variable): Source | undefined;
  readonly warnings: readonly string[];
  readonly warningsHere: readonly string[];
  /** The mistake that may be why it is not set, as in " (ANIMAL_STORE_KEY is set: is it misspelt?)", or "". */
  mistakeOf(variable: Variable): string;
}

export async function readSettings(environment: Environment, folder: string): Promise<Settings> {
  const file = await readDotenv(folder);
  const valueIn = (values: Environment | undefined, name: string): string | undefined =>
    values?.[name]?.trim() || undefined;
  const get = (name: string): string | undefined =>
    valueIn(environment, name) ?? valueIn(file?.values, name);
  const holdsKey =
    file !== undefined &&
    [variables.key, variables.quickstartKey].some((name) => (file.values[name] ?? '') !== '');
  return {
    get: (variable) => get(variables[variable]),
    sourceOf: (variable) => {
      const name = variables[variable];
      if (valueIn(environment, name) !== undefined) return 'the environment';
      return get(name) === undefined ? undefined : '.env';
    },
    warningsHere: [
      ...(holdsKey && file.readableByOthers ? [readableByOthers('.env')] : []),
      ...misspelt({ ...file?.values, ...environment }).map(
        ({ name, meant }) =>
          `${name} is set, but the kit has no such variable. Did you mean ${meant}?`,
      ),
    ],
    warnings: [
      ...(file?.cutAtHash ?? []).map(
        (name) =>
          `${name} in .env ends at its # sign, because a comment starts there: put the value in quotes if the # is part of it.`,
      ),
      ...(file?.withoutEquals ?? []).map(
        ({ name, line }) =>
          `.env, line ${line}: \`=\` is missing after ${name}, so the line is ignored.`,
      ),
    ],
    mistakeOf(variable) {
      const written = file?.withoutEquals.find(({ name }) => name === variables[variable]);
      if (written !== undefined)
        return ` (.env, line ${written.line}: \`=\` is missing after ${written.name})`;
      const known = new Set<string>(Object.values(variables));
      const set = [...Object.keys(environment), ...Object.keys(file?.values ?? {})].filter(
        (name) => /^(ANIMAL|PET|API)/i.test(name) && !known.has(name) && name !== 'API_KEY',
      );
      const near = nearest(variables[variable], set);
      return near === undefined ? '' : ` (${near} is set: is it misspelt?)`;
    },
  };
}

const prefix = 'ANIMAL_STORE_';

/** As many letters as a slip of the finger changes. A product may well have variables with this prefix. */
const mostMisspelt = 2;

/** Names that are nearly those of a variable that is not set. A missing key is an error, which names its own mistake. */
function misspelt(
  values: Environment,
): readonly { readonly name: string; readonly meant: string }[] {
  const known = new Set<string>(Object.values(variables));
  const isSet = (name: string): boolean => (values[name]?.trim() ?? '') !== '';
  const missing = [...known].filter((name) => name !== variables.key && !isSet(name));
  return Object.keys(values)
    .filter((name) => name.toUpperCase().startsWith(prefix) && !known.has(name) && isSet(name))
    .flatMap((name) => {
      const near = missing.filter((one) => editDistance(name.toUpperCase(), one) <= mostMisspelt);
      return near.map((meant) => ({ name, meant }));
    });
}

export const readableByOthers = (name: string): string =>
  `${name} contains a key, and others on this machine can read it: chmod 600 ${name}.`;

/** On systems without such modes every file looks readable by all, so there is no warning there. */
export const othersCanRead = (mode: number): boolean =>
  process.platform !== 'win32' && (mode & 0o044) !== 0;

export interface Dotenv {
  readonly values: Readonly<Record<string, string>>;
  readonly readableByOthers: boolean;
  /** The names of our variables that have a # in an unquoted value. */
  readonly cutAtHash: readonly string[];
  /** Lines that begin with one of our variables and set nothing. */
  readonly withoutEquals: readonly { readonly name: string; readonly line: number }[];
}

/** Undefined where there is none. */
export async function readDotenv(folder: string): Promise<Dotenv | undefined> {
  const path = join(folder, '.env');
  let file: PlainFile;
  try {
    file = readPlainFile(path, mostBytes.small);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`.env cannot be read (${whyNot(error)}): fix or remove ${path}.`);
  }
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
  } catch {
    throw new UsageError(`.env is not UTF-8 text: fix or remove ${path}.`);
  }
  const { parse } = await import('dotenv');
  const values = parse(withoutBlankLines(content));
  return {
    values,
    withoutEquals: withoutEquals(content).filter(({ name }) => values[name] === undefined),
    readableByOthers: othersCanRead(file.mode),
    cutAtHash: Object.values(variables).filter((name) =>
      // A # after a space begins a comment, which is intended.
      new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*[=:](?:[ \\t]*[^\\s'"\`#]+)?#`, 'm').test(
        content,
      ),
    ),
  };
}

/** dotenv looks for a variable at each line break, past all that follow: thousands in a row would take minutes. */
const withoutBlankLines = (content: string): string =>
  content
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .filter((line) => line.trim() !== '')
    .join('\n');

const withoutEquals = (content: string): Dotenv['withoutEquals'] =>
  content.split(/\r\n?|\n/).flatMap((text, at) => {
    const [, word, rest = ''] = /^\s*(?:export\s+)?([\w.-]+)(.*)$/s.exec(text) ?? [];
    const name = Object.values(variables).find((one) => one === word);
    // dotenv also takes "NAME: value".
    return name === undefined || /^\s*=|^:\s/.test(rest) ? [] : [{ name, line: at + 1 }];
  });
