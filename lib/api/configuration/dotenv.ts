// Limits what .env may decide. It lies in a checkout that others may have written, so it never decides where another
// person's key is sent, what is taken from it is printed, and what narrows the run gives a warning. Sends nothing.
import { NotTrusted } from '../errors.js';
import type { Keys } from './key.js';
import { type Settings, type Variable, variables } from './settings.js';
import type { TargetChoice } from './target-choice.js';
import { mayBeSecret } from '../../http/request.js';

type Addresses = Pick<TargetChoice, 'addresses' | 'from'>;

/** Whether any address comes from .env alone. If so, the key must come from there as well. */
export const namesAddress = ({ from }: Addresses, settings: Settings): boolean =>
  Object.values(from).some((variable) => variable && settings.sourceOf(variable) === '.env');

const places = {
  baseUrl: { key: 'key', typed: 'specify the address as the TARGET' },
  quickstartBaseUrl: {
    key: 'quickstartKey',
    typed: 'specify --quickstart URL (`none` leaves messages untested)',
  },
} as const;

/**
 * A secret goes only to addresses of its own source or a stronger one. What is typed, as the token of a gateway is, is as
 * strong as the environment.
 */
export function expectOwnAddresses(
  { addresses, from }: Addresses,
  keys: Keys,
  headers: readonly (readonly [string, string])[],
  settings: Settings,
): void {
  const [secret] = headers.find(([name, value]) => mayBeSecret(name, value)) ?? [];
  for (const place of ['baseUrl', 'quickstartBaseUrl'] as const) {
    const variable = from[place];
    if (variable === undefined || settings.sourceOf(variable) !== '.env') continue;
    const name = variables[variable];
    const key = keys.from[places[place].key];
    if (secret !== undefined)
      throw new NotTrusted(
        `Nothing was sent: --header gives ${secret}, but ${name} (${addresses?.[place] ?? ''}) comes only from .env, and what may be a secret is never sent to an address that only a file names. If it is yours, set ${name} in the environment, or ${places[place].typed}.`,
        '.env',
      );
    if (key === null || key === '.env') continue;
    throw new NotTrusted(
      `Nothing was sent: the key comes from ${key}, but ${name} (${addresses?.[place] ?? ''}) only from .env, and a key is never sent to an address that only a file names. If it is yours, set ${name} in the environment, or ${places[place].typed}; or put the key into .env too.`,
      '.env',
    );
  }
}

/** What loosens the gate by itself gives a warning, because nobody would notice it otherwise. */
export function narrowings(
  { production, from }: TargetChoice,
  settings: Settings,
  takesCategories: boolean,
): readonly string[] {
  const isTypedOut = production && from.baseUrl !== 'productionUrl';
  const where = settings.sourceOf('productionUrl') === '.env' ? ' in .env' : '';
  return [
    ...(takesCategories && settings.sourceOf('categoryIds') === '.env'
      ? [
          `Only the categories that ${variables.categoryIds} in .env names are tried: failures with others do not show. --category-ids names them without this warning.`,
        ]
      : []),
    ...(isTypedOut
      ? [
          `The target is treated as production, because it is ${variables.productionUrl}${where}: with fewer wrong keys, and only read unless --allow-writes is set.`,
        ]
      : []),
  ];
}

/** The names of the variables that a run took from .env. */
export function takenFromDotenv(
  { from, production, addresses }: TargetChoice,
  keys: Keys | null,
  settings: Settings,
  takesCategories: boolean,
): readonly string[] {
  const isAddress = (variable: Variable): boolean => Object.values(from).includes(variable);
  const used: Readonly<Record<Variable, boolean>> = {
    key: keys?.from.key === '.env',
    quickstartKey: keys !== null && (addresses?.quickstartBaseUrl ?? null) !== null,
    productionUrl: production || isAddress('productionUrl'),
    stagingUrl: isAddress('stagingUrl'),
    quickstartUrl: isAddress('quickstartUrl'),
    categoryIds: takesCategories,
  };
  return (Object.keys(used) as Variable[])
    .filter((variable) => used[variable] && settings.sourceOf(variable) === '.env')
    .map((variable) => variables[variable]);
}

/** The one line that every run says which took something from it. */
export const takenLine = (names: readonly string[]): string =>
  `Taken from .env: ${names.join(', ')}.`;
