// Test support: reads and parses the pipeline files in the tree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../contract/files.js';

export const textOf = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

const yamlOf = (path: string): unknown => parse(textOf(path));

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | boolean | number>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly needs?: string;
        readonly 'timeout-minutes'?: number;
        readonly permissions?: Readonly<Record<string, string>>;
        readonly steps: readonly Step[];
      }
    >
  >;
}

export interface GitLabJob {
  readonly variables: Readonly<Record<string, string | { readonly value: string }>>;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts: {
    readonly paths: readonly string[];
    readonly reports: { readonly junit: string };
  };
}

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}

interface KubernetesJob {
  readonly spec: {
    readonly backoffLimit: number;
    readonly activeDeadlineSeconds: number;
    readonly ttlSecondsAfterFinished: number;
    readonly template: {
      readonly spec: Readonly<Record<string, unknown>> & {
        readonly containers: readonly [Container];
      };
    };
  };
}

export const workflowFiles = [
  '.github/workflows/ci.yml',
  '.github/workflows/release.yml',
  'spec/pipelines/github.yml',
] as const;

export const action = (): Action => yamlOf('action.yml') as Action;
export const workflow = (path: (typeof workflowFiles)[number]): Workflow =>
  yamlOf(path) as Workflow;
export const gitLabJob = (): GitLabJob =>
  (yamlOf('spec/pipelines/gitlab.yml') as Record<string, GitLabJob>)[
    'animal-store-conformance'
  ] as GitLabJob;
export const kubernetesJob = (): KubernetesJob =>
  yamlOf('spec/pipelines/kubernetes.yaml') as KubernetesJob;
