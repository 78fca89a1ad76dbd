// Runs the Job of spec/pipelines/kubernetes.yaml: its own arguments, for the command of this build. CI builds the image and
// runs it as the Job does, read-only and without rights; files.test.ts reads its Dockerfile.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReference, faultNamed, serve } from '../../reference/index.js';
import { mainFile } from '../built.js';
import { kubernetesJob } from './files.js';
import { key, onRunner, type Runner } from './shell.js';

const [container] = kubernetesJob().spec.template.spec.containers;

/** With the address and the mount of the Job replaced by local ones. */
async function runJob(runner: Runner, ...faults: readonly string[]) {
  const serving = await serve(
    createReference({
      key,
      faults: faults.map((name) => faultNamed(name) ?? expect.unreachable(`no fault ${name}`)),
    }),
  );
  try {
    const words = container.args.map((word) =>
      word
        .replace('https://staging.animals.example/v1', serving.url)
        .replace('=/reports/', `=${join(runner.folder, 'reports')}/`),
    );
    return await runner.shell([process.execPath, mainFile, ...words], {
      ANIMAL_STORE_API_KEY: key,
    });
  } finally {
    await serving.close();
  }
}

describe('the Job of Kubernetes', () => {
  test('lets a conformant server pass', async () => {
    await onRunner(async (runner) => {
      const { code, said } = await runJob(runner);
      expect(said).toContain('is conformant');
      expect(code).toBe(0);
      expect(runner.isThere('reports/staging/report.json')).toBe(true);
    });
  });

  test('fails for another, and says why without the key', async () => {
    await onRunner(async (runner) => {
      const { code, said } = await runJob(runner, 'missing-name-taken');
      expect(code).toBe(1);
      expect(said).toContain('add-animal.missing-name');
      expect(said + runner.read('reports/staging/report.json')).not.toContain(key);
    });
  });
});
