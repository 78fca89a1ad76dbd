// Finds the keys: in a file, a pipe, the environment or .env. A key is never an argument, and never in a message.
import { randomBytes } from 'node:crypto';
import { readText } from '../files.js';
import { type Environment, type Input } from '../environment.js';
import { UsageError } from '../errors.js';
import {
  othersCanRead,
  readableByOthers,
  readDotenv,
  type Settings,
  variables,
} from './settings.js';
import type { Secret } from '../../http/secrets/credential.js';
import { isFakeKey } from '../../report/text/fake-keys.js';

/** The source in words; null if there is nothing to protect, because the kit made the key up, or sends none. */
type Origin = string | null;

export interface Keys {
  readonly key: string;
  readonly quickstartKey: string;
  readonly from: { readonly key: Origin; readonly quickstartKey: Origin };
  readonly warnings: readonly string[];
  readonly warningsHere: readonly string[];
  /** Notes to print before the run. None of them reports a mistake. */
  readonly notes: readonly string[];
}

export async function readKeys(
  keyFrom: string | undefined,
  settings: Settings,
  context: {
    readonly folder: string;
    readonly stdin: Input;
    /** A candidate that is started learns its key from the kit: any will do. */
    readonly startsCandidate?: boolean;
    /** False if nothing is sent, so that a key may be missing. */
    readonly needsKey?: boolean;
    /** Whether an address comes from .env, so that only a key from the same file may go there. */
    readonly besideAddress: boolean;
  },
): Promise<Keys> {
  const warnings: string[] = [];
  const warningsHere: string[] = [];
  const notes: string[] = [];
  let key = settings.get('key');
  let source: string = variables.key;
  let from = originOf('key', settings);
  if (keyFrom !== undefined) {
    const { text, mode } =
      keyFrom === '-'
        ? { text: await context.stdin.text(), mode: 0 }
        : readText(keyFrom, '--key-from', context.folder);
    source = keyFrom === '-' ? 'Standard input' : keyFrom;
    if (othersCanRead(mode)) warningsHere.push(readableByOthers(keyFrom));
    key = text.trim();
    from = '--key-from';
    if (key === '')
      throw new UsageError(
        `--key-from: ${source} contains no key: write the key into it, and nothing else.`,
      );
  }
  if (key === undefined && context.startsCandidate === true) {
    key = `fake-${randomBytes(16).toString('hex')}`;
    const mistake = settings.mistakeOf('key');
    (mistake === '' ? notes : warnings).push(`${madeUp}${mistake}`);
  }
  if (key === undefined && context.needsKey === false) key = 'none-is-needed-here';
  if (key === undefined)
    throw new UsageError(
      `No key: ${context.besideAddress ? `set ${variables.key} in .env, beside the address` : `set ${variables.key}, in the environment or in .env, or use --key-from FILE`}.${settings.mistakeOf('key')}`,
    );
  key = usable(key, source);
  const quickstartKey = usable(settings.get('quickstartKey') ?? key, variables.quickstartKey);
  if (Math.min(key.length, quickstartKey.length) < leastMasked)
    warnings.push(
      `A key of fewer than ${leastMasked} characters is too short to be masked: reports may show it. Use a longer one.`,
    );
  // The run says what it takes from .env, whose keys go no farther than its addresses.
  if (isFakeKey(key) && from !== '.env') from = null;
  return {
    key,
    quickstartKey,
    from: { key: from, quickstartKey: originOf('quickstartKey', settings) ?? from },
    warnings,
    warningsHere,
    notes,
  };
}

function originOf(variable: 'key' | 'quickstartKey', settings: Settings): Origin {
  const source = settings.sourceOf(variable);
  return source === 'the environment' ? `${source} (${variables[variable]})` : (source ?? null);
}

/** A shorter key is masked only where it stands as a credential. */
const leastMasked = 4;

const madeUp = `No key is set, so one was made up for this run: the candidate gets it as ${variables.key}.`;

/** The keys in the form that masking needs. */
export const secretsOf = (keys: Keys | null): readonly Secret[] =>
  keys === null
    ? []
    : [
        { secret: keys.key, variable: variables.key },
        { secret: keys.quickstartKey, variable: variables.quickstartKey },
      ];

function usable(key: string, source: string): string {
  if (/\s/.test(key)) {
    const hint = /^bearer\s/i.test(key)
      ? 'write only the key, without the word Bearer'
      : 'write only the key';
    const what = /[\n\r]/.test(key) ? 'more than one line' : 'spaces';
    throw new UsageError(`${source} contains more than a key (${what}): ${hint}.`);
  }
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      `${source} contains a character that is not allowed in a header: check the key.`,
    );
  return key;
}

/** Every key that is configured, used or not: none of them may be printed. */
export async function knownKeys({
  environment,
  folder,
}: {
  readonly environment: Environment;
  readonly folder: string;
}): Promise<readonly Secret[]> {
  const inFile = await valuesIn(folder);
  return [environment, inFile].flatMap((values) =>
    [variables.key, variables.quickstartKey].flatMap((variable) => {
      const secret = values[variable]?.trim() ?? '';
      return secret === '' ? [] : [{ secret, variable }];
    }),
  );
}

/** Mistakes in .env are reported when a run reads it. */
async function valuesIn(folder: string): Promise<Environment> {
  try {
    return (await readDotenv(folder))?.values ?? {};
  } catch {
    return {};
  }
}
