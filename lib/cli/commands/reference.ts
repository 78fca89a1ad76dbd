// `reference`: the embedded server on its own, correct or with faults, until it is interrupted.
import { command } from '../arguments/command.js';
import { each, list, text, toggle, value, whole } from '../../api/options/flags.js';
import { variables } from '../../api/configuration/settings.js';
import { exitCodes } from '../../api/exit-codes.js';
import { type Io } from '../io.js';

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
    const [{ createReferenceServer }, { faults, variants }] = await Promise.all([
      import('../../api/reference-server.js'),
      import('../../reference/index.js'),
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
    const { fault = [], variant = [], animals = 0 } = values;
    const given = await givenByKit(io);
    const server = await createReferenceServer({
      ...given,
      port: values.port ?? given.port ?? 0,
      animals,
      faults: fault,
      variants: variant,
    });
    const what = [...fault, ...variant];
    // A key that is set is masked in whatever is printed.
    const isSet = io.environment[variables.key] === server.key;
    io.stdout.write(
      `The reference server is running${what.length === 0 ? '' : `, with ${what.join(', ')}`}. Press Ctrl-C to stop it.\n\n` +
        `  catalogue   ${server.url}\n  quickstart  ${server.quickstartUrl}\n  key         ${isSet ? 'the one of ANIMAL_STORE_API_KEY, as it is set here' : `${server.key} (fake)`}\n\n` +
        `  ${isSet ? '' : `ANIMAL_STORE_API_KEY=${server.key} `}npx animal-store-conformance ${server.url} --quickstart ${server.quickstartUrl}\n`,
    );
    await interruptionOf(io);
    await server.close();
    return exitCodes.fine;
  },
});

/** A reference server that the kit has started as a candidate takes the key and the port that it is given. */
async function givenByKit({
  environment,
}: Io): Promise<{ key?: string; quickstartKey?: string | undefined; port?: number | undefined }> {
  const { markName } = await import('../../api/execute/guard.js');
  const { [variables.key]: key, [variables.quickstartKey]: quickstartKey, PORT } = environment;
  if (environment[markName] === undefined || key === undefined) return {};
  return { key, quickstartKey, port: PORT === undefined ? undefined : Number(PORT) };
}

function interruptionOf(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const stop = io.onInterrupt(() => {
      stop();
      resolve();
    });
  });
}
