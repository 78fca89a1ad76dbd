// Runs the kit against a server that was not written for it: in another framework, from the contract alone, with
// different choices wherever the contract is silent. The kit must not accuse it, and must leave nothing undecided.
import { expect, test } from 'vitest';
import { configure } from '../../api/configuration/configuration.js';
import { execute } from '../../api/execute/execute.js';
import { startForeignServer, type ForeignServerOptions } from './server.js';

const key = 'fake-key-of-a-foreign-server';
const stdin = { isTTY: false, line: () => Promise.resolve(''), text: () => Promise.resolve('') };

test.each<[string, Omit<ForeignServerOptions, 'key'>]>([
  [
    'it refuses bad limits, knows three categories, and slows the kit down',
    { requestsPerSecond: 400, limitPolicy: 'refuse', categories: [1, 2, 3] },
  ],
  [
    'it clamps limits and knows every category',
    { requestsPerSecond: null, limitPolicy: 'clamp', categories: null },
  ],
])('a foreign server is conformant: %s', async (_, options) => {
  const server = await startForeignServer({ key, ...options });
  try {
    const environment = { ANIMAL_STORE_API_KEY: key };
    const configuration = await configure(
      { quickstart: server.quickstartUrl, seed: 7 },
      server.baseUrl,
      { environment, folder: import.meta.dirname, stdin },
    );
    const report = await execute(configuration, { environment });
    expect(
      report.rules
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
        .map(({ id, reason, failures }) => `${id}: ${reason ?? failures[0]?.cause}`),
    ).toEqual([]);
    expect(report.verdict).toBe('conformant');
  } finally {
    await server.close();
  }
});
