// Carries out the steps of the Dockerfile in an empty folder, and runs the result as its user and read-only. The
// Kubernetes Job runs that image.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReference, faultNamed, serve } from '../../reference/index.js';
import {
  buildImage,
  type Image,
  instructionsOf,
  makeReadOnly,
  makeWritable,
} from './dockerfile.js';
import { kubernetesJob, textOf } from './files.js';
import { type Ended, key } from './shell.js';

let folder: string;
let image: Image;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  image = buildImage(folder);
  makeReadOnly(image);
});

afterAll(() => {
  makeWritable(image);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs as the image's user, if this process may change its user. */
function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const [program = '', ...first] = image.entrypoint;
  const [uid, gid] = image.user.split(':').map(Number);
  const child = spawn(join(image.root, 'usr/local/bin', program), [...first, ...words], {
    cwd: join(image.root, image.workingDirectory),
    env: {
      PATH: dirname(process.execPath),
      ...image.environment,
      TMPDIR: join(image.root, image.environment['TMPDIR'] ?? ''),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && uid !== undefined && gid !== undefined ? { uid, gid } : {}),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}

const inImage = (path: string): string => join(image.root, path);

async function withServer<T>(fault: string | undefined, work: (url: string) => Promise<T>) {
  const faults =
    fault === undefined ? [] : [faultNamed(fault) ?? expect.unreachable(`no fault ${fault}`)];
  const serving = await serve(createReference({ key, faults }));
  try {
    return await work(serving.url);
  } finally {
    await serving.close();
  }
}

describe('the Dockerfile', () => {
  const instructions = instructionsOf(textOf('Dockerfile'));
  const all = (keyword: string): readonly string[] =>
    instructions.filter((one) => one.keyword === keyword).map(({ rest }) => rest);

  test('builds in one stage and keeps another, both on a base that can be pinned', () => {
    expect(all('FROM')).toEqual(['${NODE_IMAGE} AS build', '${NODE_IMAGE}']);
    expect(all('ARG')).toEqual([expect.stringMatching(/^NODE_IMAGE=node:\d+-alpine$/)]);
  });

  test('has a user without rights, by number', () => {
    expect(image.user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    expect(image.volumes).toEqual(['/reports']);
  });
});

describe('the image', () => {
  test('holds what runs, and nothing that builds or tests', () => {
    expect(readdirSync(inImage('kit')).toSorted()).toEqual([
      'LICENSE',
      'dist',
      'node_modules',
      'package.json',
      'spec',
    ]);
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: object };
    const packages = readdirSync(inImage('kit/node_modules'));
    expect(packages).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    for (const tool of ['typescript', 'vitest', 'oxlint', 'express', 'ctrf'])
      expect(packages).not.toContain(tool);
    expect(readdirSync(inImage('kit/dist/lib'))).not.toContain('testing');
    expect(readdirSync(inImage('kit/dist/lib'))).not.toContain('bench');
  });

  test('tests its reference server, and leaves the reports in the volume', async () => {
    const { code, said } = await run(['--quiet']);
    expect(said).toContain('The reference server is conformant');
    expect(code).toBe(0);
    expect(existsSync(inImage('reports/reference/report.html'))).toBe(true);
  });

  test('writes nowhere else', async () => {
    const { code, said } = await run(['--quiet', '--output', 'kit/reports']);
    expect(code).toBe(2);
    expect(said).toContain('Reports cannot be written');
  });
});

describe('the Job of Kubernetes', () => {
  const [container] = kubernetesJob().spec.template.spec.containers;

  /** Runs the Job's own arguments, with its address and its mounts replaced by local ones. */
  const runJob = (url: string): Promise<Ended> =>
    run(
      container.args.map((word) =>
        word
          .replace('https://staging.animals.example/v1', url)
          .replace('=/reports/', `=${inImage('reports')}/`),
      ),
      { ANIMAL_STORE_API_KEY: key },
    );

  test('lets a conformant server pass', async () => {
    const { code, said } = await withServer(undefined, runJob);
    expect(said).toContain('is conformant');
    expect(code).toBe(0);
    expect(existsSync(inImage('reports/staging/report.json'))).toBe(true);
  });

  test('fails for another, and says why without the key', async () => {
    const { code, said } = await withServer('missing-name-taken', runJob);
    expect(code).toBe(1);
    expect(said).toContain('add-animal.missing-name');
    expect(said + readFileSync(inImage('reports/staging/report.json'), 'utf8')).not.toContain(key);
  });
});
