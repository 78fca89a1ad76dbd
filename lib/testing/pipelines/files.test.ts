// Every pipeline file: valid by the schema that its own field has published, safe, and such that `init` can fill it in.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../contract/files.js';
import { problemsBySchema, type PublishedSchema } from '../published-schemas.js';
import {
  action,
  type GitLabJob,
  kubernetesJob,
  type Step,
  textOf,
  type Workflow,
  workflow,
  workflowFiles,
} from './files.js';

const schemas: Readonly<Record<string, PublishedSchema>> = {
  'action.yml': 'github-action',
  '.github/workflows/ci.yml': 'github-workflow',
  '.github/workflows/release.yml': 'github-workflow',
  'spec/pipelines/github.yml': 'github-workflow',
  'spec/pipelines/gitlab.yml': 'gitlab-ci',
  'spec/pipelines/kubernetes.yaml': 'kubernetes-job',
};

test.each(Object.entries(schemas))('%s follows the schema of a %s', (file, schema) => {
  expect(problemsBySchema(schema, parse(textOf(file)))).toEqual([]);
});

test('a schema refuses what is wrong', () => {
  const wrong: Readonly<Record<string, object>> = {
    'action.yml': { runs: { using: 'composite' } },
    'spec/pipelines/github.yml': { jobs: { conformance: { steps: [{ uses: 1 }] } } },
    'spec/pipelines/gitlab.yml': { 'animal-store-conformance': { script: { run: 'x' } } },
    'spec/pipelines/kubernetes.yaml': { spec: { backofLimit: 0 } },
  };
  for (const [file, part] of Object.entries(wrong)) {
    const whole = { ...(parse(textOf(file)) as object), ...part };
    expect(problemsBySchema(schemas[file] ?? expect.unreachable(), whole), file).not.toEqual([]);
  }
});

const stepsOf: Readonly<Record<string, readonly Step[]>> = {
  'action.yml': action().runs.steps,
  ...Object.fromEntries(
    workflowFiles.map((file) => [
      file,
      Object.values(workflow(file).jobs).flatMap(({ steps }) => steps),
    ]),
  ),
};

describe.each(Object.entries(stepsOf))('the steps of %s', (_file, steps) => {
  test('hold no expression in a script: whoever fills it in could write shell', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });

  test('use other actions in a major version that is known', () => {
    const known = [
      './',
      'actions/checkout@v6',
      'actions/setup-go@v6',
      'actions/setup-node@v6',
      'actions/upload-artifact@v6',
      'animal-store/animal-store-conformance@v0',
      'github/codeql-action/upload-sarif@v4',
    ];
    for (const { uses } of steps) if (uses !== undefined) expect(known).toContain(uses);
  });
});

test.each(workflowFiles)('%s may do no more than it must', (file) => {
  const { permissions, jobs } = workflow(file);
  expect(permissions['contents']).toBe('read');
  for (const [name, job] of Object.entries(jobs))
    expect(job['timeout-minutes'], name).toBeGreaterThan(0);
});

test('only publishing may sign, and only the release may write', () => {
  const { jobs } = workflow('.github/workflows/release.yml');
  const wants = (right: string): readonly string[] =>
    Object.entries(jobs).flatMap(([name, { permissions = {} }]) =>
      permissions[right] === 'write' ? [name] : [],
    );
  expect(wants('id-token')).toEqual(['publish']);
  expect(wants('contents')).toEqual(['release']);
});

// CI builds the image, looks at what is in it, and runs it.
describe('the Dockerfile', () => {
  const all = (keyword: string): readonly string[] =>
    Array.from(textOf('Dockerfile').matchAll(new RegExp(`^${keyword} (.*)$`, 'gm')), ([, rest]) =>
      String(rest),
    );

  test('builds in one stage and keeps another, both on a base that can be pinned', () => {
    expect(all('FROM')).toEqual(['${NODE_IMAGE} AS build', '${NODE_IMAGE}']);
    expect(all('ARG')).toEqual([expect.stringMatching(/^NODE_IMAGE=node:\d+-alpine$/)]);
  });

  test('has a user without rights, by number, and a volume that is theirs', () => {
    const [user = ''] = all('USER');
    expect(user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    expect(all('VOLUME')).toEqual(['/reports']);
    expect(all('RUN').at(-1)).toContain(`chown ${user} /reports`);
  });

  test('copies what .dockerignore lets in, and nothing else', () => {
    const copied = all('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    const letIn = textOf('.dockerignore').match(/(?<=^!).*$/gm) ?? [];
    expect([...copied].sort()).toEqual([...letIn].sort());
    for (const path of copied) expect(existsSync(join(packageRoot(), path)), path).toBe(true);
  });
});

describe('what `init` copies', () => {
  const count = (file: string, text: string): number => textOf(file).split(text).length - 1;

  test('starts a candidate in one place, for the command of a user', () => {
    expect(count('spec/pipelines/github.yml', 'node server.js')).toBe(1);
    expect(count('spec/pipelines/gitlab.yml', 'node server.js')).toBe(1);
    expect(count('spec/pipelines/kubernetes.yaml', 'node server.js')).toBe(0);
  });

  test('stays what it is, whatever that command holds', () => {
    const command = `PORT=1 'a b' "c": d # $X {e} [f] *g &h %i @j \\k`;
    const withIt = (file: string) =>
      parse(textOf(file).replace('node server.js', () => command)) as never;
    const github = withIt('spec/pipelines/github.yml') as Workflow;
    expect(github.jobs['conformance']?.steps.at(-1)?.with?.['start']).toBe(command);
    const gitlab = withIt('spec/pipelines/gitlab.yml') as Record<string, GitLabJob>;
    expect(gitlab['animal-store-conformance']?.variables['CONFORMANCE_START']).toEqual({
      value: command,
      expand: false,
    });
  });

  test('shows inputs that the action has, which count once their # is taken away', () => {
    const text = textOf('spec/pipelines/github.yml').replace(/^( +)# (?=[a-z]+: )/gm, '$1');
    const last = (parse(text) as Workflow).jobs['conformance']?.steps.at(-1)?.with ?? {};
    expect(last).toMatchObject({
      quickstart: 'http://127.0.0.1:$PORT/quickstart',
      baseline: 'known-failures.yaml',
    });
    expect(Object.keys(action().inputs)).toEqual(expect.arrayContaining(Object.keys(last)));
  });

  test('names the address of a target', () => {
    for (const file of ['github.yml', 'gitlab.yml', 'kubernetes.yaml'])
      expect(count(`spec/pipelines/${file}`, 'https://staging.animals.example/v1'), file).toBe(1);
  });
});

describe('the Kubernetes Job', () => {
  const { backoffLimit, activeDeadlineSeconds, ttlSecondsAfterFinished, template } =
    kubernetesJob().spec;
  const [container] = template.spec.containers;

  test('runs once, and ends', () => {
    expect(backoffLimit).toBe(0);
    expect(template.spec['restartPolicy']).toBe('Never');
    expect(ttlSecondsAfterFinished).toBeGreaterThan(0);
    // The kit ends first, so that its report is there.
    const own = container.args.find((word) => word.startsWith('--max-time='))?.split('=')[1];
    expect(Number(own)).toBeLessThan(activeDeadlineSeconds);
  });

  test('keeps to the restricted standard for pods', () => {
    expect(template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('has the key from a secret, and writes to volumes alone', () => {
    expect(container.env).toEqual([
      {
        name: 'ANIMAL_STORE_API_KEY',
        valueFrom: { secretKeyRef: { name: 'animal-store-conformance', key: 'api-key' } },
      },
    ]);
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/reports', '/tmp']);
  });
});
