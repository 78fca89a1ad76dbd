// Finds the target that a person means: a name, an address, or the candidate that is about to be started. Sends
// nothing.
import { quoted } from '../options/flags.js';
import { UsageError } from '../errors.js';
import { nearest } from '../options/nearest.js';
import { baseAddress, completed, doubtsAbout, folderName, hasUnencryptedKey } from './address.js';
import { type Settings, type Variable, variables } from './settings.js';

export const targetNames = ['reference', 'production', 'staging'] as const;

/** A target, and nothing else that could stand in its place. */
export const isAddress = (word: string): boolean =>
  targetNames.some((name) => name === word) || /^[a-z][a-z0-9+.-]*:\/\//i.test(word);

export interface TargetChoice {
  /** The name of the target in reports. */
  readonly name: string;
  /** The name of the folder of its reports. */
  readonly folder: string;
  /** Null for the embedded reference server, which has no address before it runs. */
  readonly addresses: {
    readonly baseUrl: string;
    readonly quickstartBaseUrl: string | null;
  } | null;
  /** The variables that gave these addresses; absent for one that was typed. */
  readonly from: Readonly<Partial<Record<'baseUrl' | 'quickstartBaseUrl', Variable | undefined>>>;
  /** Whether the target is written to only if the user asks for it. */
  readonly production: boolean;
  readonly warnings: readonly string[];
}

interface Wanted {
  readonly operand: string | undefined;
  readonly quickstart: string | undefined;
  /** The port of the candidate that is started. */
  readonly port: number | undefined;
  /** Other meanings that the operand could have. */
  readonly commandNames: readonly string[];
}

export function chooseTarget(wanted: Wanted, settings: Settings): TargetChoice {
  const { port } = wanted;
  const operand = wanted.operand === undefined ? undefined : withPort(wanted.operand, port);
  if (operand === undefined && port === undefined) return reference(wanted);
  if (operand !== undefined && port !== undefined && isName(operand))
    throw new UsageError(
      `--start tests the candidate that it starts, not ${operand}: omit ${operand}, or specify an address.`,
    );
  if (operand === 'reference') return reference(wanted);
  if (operand === 'production') return named(operand, 'productionUrl', wanted, settings);
  if (operand === 'staging') return named(operand, 'stagingUrl', wanted, settings);
  const baseUrl =
    operand === undefined
      ? `http://127.0.0.1:${port}/v1`
      : baseAddress(addressIn(operand, wanted.commandNames), 'The target');
  // The folder of reports is named without the port, which differs from run to run.
  const hasFreePort = port !== undefined && operand !== wanted.operand;
  const folder = operand === undefined || hasFreePort ? 'candidate' : folderName(baseUrl);
  return at(baseUrl, baseUrl, folder, wanted, settings);
}

const isName = (word: string): boolean => (targetNames as readonly string[]).includes(word);

function reference({ quickstart }: Wanted): TargetChoice {
  if (quickstart !== undefined)
    throw new UsageError(
      '--quickstart is not for the reference server, which has its own: omit it, or specify a TARGET.',
    );
  return {
    name: 'reference',
    folder: 'reference',
    addresses: null,
    from: {},
    production: false,
    warnings: [],
  };
}

function named(
  name: 'production' | 'staging',
  variable: 'productionUrl' | 'stagingUrl',
  wanted: Wanted,
  settings: Settings,
): TargetChoice {
  const given = settings.get(variable);
  if (given === undefined)
    throw new UsageError(
      `${name} has no address: set ${variables[variable]}, in the environment or in .env.${settings.mistakeOf(variable)}`,
    );
  const choice = at(name, baseAddress(given, variables[variable]), name, wanted, settings);
  return { ...choice, from: { ...choice.from, baseUrl: variable } };
}

function at(
  name: string,
  baseUrl: string,
  folder: string,
  wanted: Wanted,
  settings: Settings,
): TargetChoice {
  const isOfAnother = namesAnotherQuickstart(wanted, baseUrl, settings);
  const quickstartBaseUrl = isOfAnother ? null : quickstartOf(wanted, settings);
  const open = [baseUrl, ...(quickstartBaseUrl === null ? [] : [quickstartBaseUrl])].filter(
    hasUnencryptedKey,
  );
  return {
    name,
    folder,
    addresses: { baseUrl, quickstartBaseUrl },
    from:
      quickstartBaseUrl !== null && wanted.quickstart === undefined
        ? { quickstartBaseUrl: 'quickstartUrl' }
        : {},
    production: name === 'production' || baseUrl === productionAddress(settings),
    warnings: [
      ...doubtsAbout(baseUrl),
      ...(isOfAnother ? [ofAnotherServer] : []),
      ...open.map(
        (address) =>
          `The key is sent unencrypted to ${address}, because the address begins with http://.`,
      ),
    ],
  };
}

/** The address of production stays production, also when it is written out. */
function productionAddress(settings: Settings): string | undefined {
  try {
    return baseAddress(settings.get('productionUrl') ?? '', '');
  } catch {
    return undefined;
  }
}

const ofAnotherServer = `${variables.quickstartUrl} does not name the server that --start starts, so messages are not tested: specify --quickstart 'http://127.0.0.1:$PORT/quickstart'.`;

/** The variable is for servers that run already: what a candidate is tested with must be its own. */
function namesAnotherQuickstart(
  { quickstart, port, operand }: Wanted,
  baseUrl: string,
  settings: Settings,
): boolean {
  const given = settings.get('quickstartUrl');
  if (quickstart !== undefined || given === undefined || port === undefined) return false;
  const isOnItsHost = operand !== undefined && hostOf(given) === hostOf(baseUrl);
  return withPort(given, port) === given && !isOnItsHost;
}

const hostOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname : undefined;

function quickstartOf({ quickstart, port }: Wanted, settings: Settings): string | null {
  if (quickstart === 'none') return null;
  const given = quickstart ?? settings.get('quickstartUrl');
  if (given === undefined) return null;
  const source = quickstart === undefined ? variables.quickstartUrl : '--quickstart';
  return baseAddress(withPort(given, port), source).replace(/\/messages$/, '');
}

function addressIn(operand: string, commandNames: readonly string[]): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(operand)) return operand;
  const bare = operand.replace(/[?#].*$/s, '');
  if (bare.includes('@'))
    throw new UsageError(
      'The target is not a complete URL: write it in full, such as https://animals.example/v1, without a user.',
    );
  const whole = completed(bare);
  if (whole !== undefined)
    throw new UsageError(
      `The target ${quoted(bare)} is not a complete URL. Did you mean ${whole}?`,
      whole,
    );
  if (commandNames.includes(bare))
    throw new UsageError(`${quoted(bare)} is a command, and not a target: specify it once, first.`);
  const near = nearest(bare, [...targetNames, ...commandNames]);
  const hint =
    near === undefined
      ? 'Specify reference, production, staging, or a base address such as https://animals.example/v1.'
      : `Did you mean ${near}?`;
  throw new UsageError(
    `There is no target or command ${quoted(bare)}. ${hint} See \`--help\`.`,
    targetNames.find((name) => name === near),
  );
}

const withPort = (given: string, port: number | undefined): string =>
  port === undefined ? given : given.replace(/\$PORT\b|\$\{PORT\}/g, String(port));
