// The embedded server for programs: correct, or with deliberate defects, on a free port of this machine.
import { UsageError } from './errors.js';
import { didYouMean, namesLike } from './options/nearest.js';

export interface ReferenceServerOptions {
  /** Any free port by default. */
  readonly port?: number;
  /** The key that the server accepts; a fake one by default. */
  readonly key?: string | undefined;
  /** The key of the quickstart; the same by default. */
  readonly quickstartKey?: string | undefined;
  /** Deliberate defects, by name: `animal-store-conformance reference --list` shows them all. */
  readonly faults?: readonly string[];
  /** Legal choices where the contract is silent, by name. */
  readonly variants?: readonly string[];
  /** How many animals are there at the start; default 0. */
  readonly animals?: number;
}

const optionNames: readonly string[] = [
  'port',
  'key',
  'quickstartKey',
  'faults',
  'variants',
  'animals',
] satisfies (keyof ReferenceServerOptions)[];

export interface ReferenceServer extends AsyncDisposable {
  /** The base address of the catalogue, such as http://127.0.0.1:43311/v1. */
  readonly url: string;
  readonly quickstartUrl: string;
  readonly port: number;
  readonly key: string;
  readonly quickstartKey: string;
  close(): Promise<void>;
}

export async function createReferenceServer(
  options: ReferenceServerOptions = {},
): Promise<ReferenceServer> {
  const { port = 0, key, quickstartKey, animals = 0 } = options;
  for (const option of Object.keys(options))
    if (!optionNames.includes(option))
      throw new UsageError(
        `createReferenceServer has no option ${option}.${didYouMean(option, optionNames)}`,
      );
  const { referenceFacts } = await import('../contract/facts.js');
  const { createReference, faults, serve, variants } = await import('../reference/index.js');
  const chosen = (options.variants ?? []).map((name) => named(name, 'variant', variants));
  for (const one of chosen) {
    const other = chosen.find(({ name }) => one.conflictsWith?.includes(name));
    if (other !== undefined)
      throw new UsageError(
        `The variants ${one.name} and ${other.name} are mutually exclusive: choose one.`,
      );
  }
  const reference = createReference({
    key,
    quickstartKey,
    facts: referenceFacts,
    animals,
    faults: (options.faults ?? []).map((name) => named(name, 'fault', faults)),
    variants: chosen,
  });
  const serving = await serve(reference, { port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw new UsageError(
      `Port ${port} ${error.code === 'EACCES' ? 'is not permitted' : 'is in use'}: choose another, or omit it.`,
    );
  });
  return {
    url: serving.url,
    quickstartUrl: serving.quickstartUrl,
    port: serving.port,
    key: reference.key,
    quickstartKey: reference.quickstartKey,
    close: () => serving.close(),
    [Symbol.asyncDispose]: () => serving.close(),
  };
}

function named<T extends { readonly name: string }>(
  name: string,
  what: string,
  known: readonly T[],
): T {
  const found = known.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = known.map((one) => one.name);
  throw new UsageError(
    `There is no ${what} ${name}.${namesLike(name, names)} \`reference --list\` lists them all.`,
  );
}
