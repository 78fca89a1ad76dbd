// Runs the Job of spec/pipelines/kubernetes.yaml: its own arguments, for the command of this build. CI builds the image and
// runs it as the Job does, read-only and without rights; files.test.ts reads its Dockerfile.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atServer } from '../at-server.js';
import { mainFile } from '../built.js';
import { kubernetesJob } from './files.js';
import { key, onRunner, type Runner } from './shell.js';

const [container] = kubernetesJob().spec.template.spec.containers;

/** With the address and the mount of the Job replaced by local ones. */
const runJob = (runner: Runner, ...changes: readonly string[]) =>
  atServer({ key, changes }, ({ url, environment }) => {
    const words = container.args.map((word) =>
      word
        .replace('https://staging.animals.example/v1', url)
        .replace('=/reports/', `=${join(runner.folder, 'reports')}/`),
    );
    return runner.shell([process.execPath, mainFile, ...words], environment);
  });

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
