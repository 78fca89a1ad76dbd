// A candidate is a stranger that may write where the kit lies, as in node_modules of the project that it belongs to. So all
// that the kit could ever need is in memory before a candidate starts: from then on no code and no data is read from there.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadContract } from '../../contract/contract.js';
import { readSpec } from '../../contract/files.js';
import { parsed } from '../../contract/spec-data.js';
import { validatorOf } from '../../contract/validators.js';
import { loaded } from './loaded.js';
import { describeKit } from '../package.js';
import { notAReport } from '../reports/report-file.js';

let loading: Promise<void> | undefined;

export const everythingLoaded = (): Promise<void> => (loading ??= load());

async function load(): Promise<void> {
  await loaded();
  await wholeBuild();
  describeKit();
  readSpec('animal-store.md');
  loadContract();
  validatorOf('Pet');
  // These two load the modules that read YAML and check certificates.
  parsed('');
  notAReport(null);
  await oneExchange();
}

/** All parts of the build are loaded, because any module may import them late. The sources have no such parts. */
async function wholeBuild(): Promise<void> {
  const folder = dirname(fileURLToPath(import.meta.url));
  if (basename(folder) !== 'parts') return;
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js')))
    // A module that cannot be loaded belongs to an entry point that this process does not use.
    await import(pathToFileURL(join(folder, name)).href).catch(() => undefined);
  // Each file is asked to import early what it would import late: see `.build/bundles.js`.
  for (const importEarly of offers()) await importEarly().catch(() => undefined);
}

const offers = (): readonly (() => Promise<unknown>)[] =>
  Reflect.get(globalThis, Symbol.for('animal-store-conformance.late')) ?? [];

/** The HTTP client loads the last of itself when it meets its first connection. */
async function oneExchange(): Promise<void> {
  const { openTransport } = await import('../../http/sockets/transport.js');
  const { createReference } = await import('../../reference/reference.js');
  const { serve } = await import('../../reference/serve.js');
  const { referenceFacts } = await import('../../contract/facts.js');
  const serving = await serve(createReference({ facts: referenceFacts }));
  const transport = await openTransport({ baseUrl: serving.url, environment: {} });
  try {
    await transport.send({ method: 'GET', path: '/v1/pets', headers: [] });
  } finally {
    await transport.close();
    await serving.close();
  }
}
