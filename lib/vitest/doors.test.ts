// Both doors lead to the same rules and the same judgement: the command and vitest tell the same of the same server.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configure } from '../cli/configuration.js';
import { conduct } from '../cli/conduct.js';
import { packageRoot } from '../contract/files.js';
import type { Report, RuleResult } from '../judge/report.js';
import { createReference, faultNamed, serve } from '../reference/index.js';
import { testName } from './test-name.js';

interface Told {
  readonly status: string;
  readonly message: string;
}

test.each([
  ['the correct server', []],
  ['a server with faults', ['limit-37-gives-38', 'wrong-key-403', 'missing-name-taken']],
])('the doors agree on %s', { timeout: 120_000 }, async (_, names) => {
  const fromCommand = await withServer(names, async (address) => {
    const environment = { ANIMAL_STORE_API_KEY: address.key };
    const stdin = { isTTY: false, line: () => Promise.resolve(''), text: () => Promise.resolve('') };
    const configuration = await configure({ quickstart: address.quickstart, seed: 3 }, address.base, { environment, folder: tmpdir(), stdin });
    return conduct(configuration, { environment });
  });
  const fromVitest = await withServer(names, (address) => runVitest({ ANIMAL_STORE_API_KEY: address.key, ANIMAL_STORE_RUN: `${address.base} --quickstart ${address.quickstart} --seed 3` }));
  expect(Object.fromEntries([...fromVitest].map(([name, { status }]) => [name, status]))).toEqual(expectedStatuses(fromCommand));
  for (const { id, failures } of stated(fromCommand)) {
    const told = fromVitest.get(testName(id));
    for (const { cause } of failures) expect(told?.message).toContain(cause.slice(0, 60));
  }
  expect(stated(fromCommand).length > 0).toBe(names.length > 0);
});

const stated = (report: Report): readonly RuleResult[] => report.rules.filter(({ outcome, kind }) => outcome === 'failed' && kind === 'stated');

function expectedStatuses(report: Report): Readonly<Record<string, string>> {
  const status = ({ outcome, kind }: RuleResult): string => (outcome === 'passed' || outcome === 'observed' ? 'passed' : outcome === 'failed' && kind === 'stated' ? 'failed' : 'pending');
  return Object.fromEntries(report.rules.map((rule) => [testName(rule.id), status(rule)]));
}

async function withServer<T>(names: readonly string[], use: (address: { readonly base: string; readonly quickstart: string; readonly key: string }) => Promise<T>): Promise<T> {
  const reference = createReference({ faults: names.map((name) => faultNamed(name) ?? expect.unreachable(`no fault ${name}`)) });
  const serving = await serve(reference);
  try {
    return await use({ base: serving.url, quickstart: serving.quickstartUrl, key: reference.key });
  } finally {
    await serving.close();
  }
}

/** A process of its own, as a user starts it: its tests by name. */
async function runVitest(environment: Record<string, string>): Promise<ReadonlyMap<string, Told>> {
  const file = join(mkdtempSync(join(tmpdir(), 'doors-')), 'results.json');
  const vitest = join(packageRoot(), 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'conformance', '--reporter', 'json', '--outputFile', file], {
    cwd: packageRoot(),
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.once('exit', resolve));
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] };
  const told = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title, status, failureMessages }) => [title, { status, message: failureMessages.join('\n') }] as const));
  return new Map(told.map(([title, one]) => [title, { ...one, status: one.status === 'skipped' ? 'pending' : one.status }]));
}
