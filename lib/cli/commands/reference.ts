// `reference`: the embedded server on its own, correct or with faults, until it is interrupted.
import { command } from '../arguments/command.js';
import { each, list, text, toggle, value, whole } from '../arguments/flags.js';
import { exitCodes, type Io, UsageError } from '../io.js';
import { didYouMean } from '../arguments/nearest.js';

const flags = {
  port: value('N', whole(0, 65_535), 'listen on this port; by default, any free one'),
  fault: list('NAME', each(text), 'with this deliberate defect; repeatable'),
  variant: list(
    'NAME',
    each(text),
    'with this legal choice where the contract is silent; repeatable',
  ),
  animals: value('N', whole(0, 1_000_000), 'how many animals to start with; default 0'),
  list: toggle('list the faults and the legal variants'),
};

export const reference = command({
  name: 'reference',
  summary: 'Start the embedded reference server, correct or with faults.',
  flags: { Flags: flags },
  examples: [
    'animal-store-conformance reference --port 8080',
    'animal-store-conformance reference --fault limit-off-by-one',
  ],
  async run({ values }, io) {
    const [{ createReference, faults, serve, variants }, { listLimits }] = await Promise.all([
      import('../../reference/index.js'),
      import('../../contract/facts.js'),
    ]);
    if (values.list) {
      const section = (
        title: string,
        entries: readonly { readonly name: string; readonly sentence: string }[],
      ): string =>
        `${title}\n${entries.map(({ name, sentence }) => `  ${name.padEnd(36)}  ${sentence}\n`).join('')}`;
      io.stdout.write(`${section('Faults', faults)}\n${section('Legal variants', variants)}`);
      return exitCodes.fine;
    }
    const chosenFaults = (values.fault ?? []).map((name) => named(name, 'fault', faults));
    const chosenVariants = (values.variant ?? []).map((name) => named(name, 'variant', variants));
    for (const one of chosenVariants) {
      const other = chosenVariants.find(({ name }) => one.conflictsWith?.includes(name));
      if (other !== undefined)
        throw new UsageError(
          `The variants ${one.name} and ${other.name} are mutually exclusive: choose one.`,
        );
    }
    const server = createReference({
      ...(await givenKeys(io)),
      limits: listLimits,
      animals: values.animals ?? 0,
      faults: chosenFaults,
      variants: chosenVariants,
    });
    const serving = await serve(server, { port: values.port ?? 0 }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE' || error.code === 'EACCES')
          throw new UsageError(
            `Port ${values.port} ${error.code === 'EACCES' ? 'is not permitted' : 'is in use'}: choose another with --port, or omit it.`,
          );
        throw error;
      },
    );
    const what = [...chosenFaults, ...chosenVariants].map(({ name }) => name);
    io.stdout.write(
      `The reference server is running${what.length === 0 ? '' : `, with ${what.join(', ')}`}. Press Ctrl-C to stop it.\n\n` +
        `  catalogue   ${serving.url}\n  quickstart  ${serving.quickstartUrl}\n  key         ${server.key} (fake)\n\n` +
        `  ANIMAL_STORE_API_KEY=${server.key} animal-store-conformance ${serving.url} --quickstart ${serving.quickstartUrl}\n`,
    );
    await interruptionOf(io);
    await serving.close();
    return exitCodes.fine;
  },
});

/** As a candidate that the kit has started it takes the key that it is given, like any other; else it has its own. */
async function givenKeys({ environment }: Io): Promise<{ key?: string; quickstartKey?: string }> {
  const [{ markName }, { variables }] = await Promise.all([
    import('../run/guard.js'),
    import('../configuration/settings.js'),
  ]);
  const { [variables.key]: key, [variables.quickstartKey]: quickstartKey } = environment;
  return environment[markName] === undefined || key === undefined
    ? {}
    : { key, ...(quickstartKey === undefined ? {} : { quickstartKey }) };
}

function named<T extends { readonly name: string }>(
  name: string,
  what: string,
  known: readonly T[],
): T {
  const found = known.find((one) => one.name === name);
  if (found === undefined)
    throw new UsageError(
      `There is no ${what} ${name}.${didYouMean(
        name,
        known.map((one) => one.name),
      )} \`reference --list\` lists them all.`,
    );
  return found;
}

function interruptionOf(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const stop = io.onInterrupt(() => {
      stop();
      resolve();
    });
  });
}
