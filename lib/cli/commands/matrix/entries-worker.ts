// A worker of the matrix: verifies the certificates that it is sent, one after another.
import { parentPort, workerData } from 'node:worker_threads';
import { type NamedKey, verifier } from './entries.js';

const entryAt = verifier(
  workerData as { readonly keys: readonly NamedKey[]; readonly page: string },
);

parentPort?.on('message', (folder: string) => {
  void entryAt(folder).then((entry) => parentPort?.postMessage(entry));
});
