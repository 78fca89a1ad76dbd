// Test support: carries out the steps of action.yml as GitHub's runner does, of which there is none to install: it runs
// scripts, and only records other actions. CI runs the action itself, but for its comment and its alerts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { packageRoot } from '../../contract/files.js';
import { action, type Step } from './files.js';
import type { Runner } from './shell.js';

export interface Around {
  /** The environment variables of the job. */
  readonly env?: Readonly<Record<string, string>>;
  /** The number of the pull request that started the job. */
  readonly pullRequest?: number;
}

interface Carried {
  /** The exit code of the first step that failed, or 0. */
  readonly code: number;
  readonly said: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The other actions that were used, each with its inputs. */
  readonly used: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly summary: string;
}

type Contexts = (path: string) => string;

export async function carryOut(
  given: Readonly<Record<string, string>>,
  runner: Runner,
  { env = {}, pullRequest }: Around = {},
): Promise<Carried> {
  const { inputs, outputs, runs } = action();
  const values: Record<string, string> = {
    'github.token': 'fake-token-of-the-job',
    'github.action_path': packageRoot(),
    'github.event.pull_request.number': String(pullRequest ?? ''),
    'runner.temp': runner.temp,
    ...named('env', env),
  };
  const contexts: Contexts = (path) => values[path] ?? '';
  for (const [name, { default: usual = '' }] of Object.entries(inputs))
    values[`inputs.${name}`] = given[name] ?? filled(usual, contexts);
  const summaryFile = join(runner.temp, 'summary');
  writeFileSync(summaryFile, '');
  const environment = {
    ...env,
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: packageRoot(),
    GITHUB_REPOSITORY: 'acme/store',
    GITHUB_STEP_SUMMARY: summaryFile,
  };
  let code = 0;
  let said = '';
  const used: Record<string, Record<string, string>> = {};
  for (const step of runs.steps) {
    if (!isDue(step, code, contexts)) continue;
    if (step.uses !== undefined) {
      used[step.uses] = allFilled(step.with ?? {}, contexts);
      continue;
    }
    const outputFile = join(runner.temp, 'output');
    writeFileSync(outputFile, '');
    const ended = await runner.bash(step.run ?? '', {
      ...environment,
      ...allFilled(step.env ?? {}, contexts),
      GITHUB_OUTPUT: outputFile,
    });
    said += ended.said;
    code ||= ended.code ?? 1;
    Object.assign(values, named(`steps.${step.id ?? ''}.outputs`, outputsIn(outputFile)));
  }
  return {
    code,
    said,
    used,
    summary: readFileSync(summaryFile, 'utf8'),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, { value }]) => [name, filled(value, contexts)]),
    ),
  };
}

const named = (
  context: string,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${context}.${name}`, value]));

/** Whether a step runs. After a failure, only steps run whose condition asks for it. */
function isDue({ if: condition = '' }: Step, code: number, contexts: Contexts): boolean {
  if (code !== 0 && !condition.includes('always()')) return false;
  return condition === '' || valueOf(condition, contexts) !== '';
}

const outputsIn = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(readFileSync(file, 'utf8').matchAll(/^([\w-]+)=(.*)$/gm), ([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  );

const allFilled = (
  texts: Readonly<Record<string, string | boolean | number>>,
  contexts: Contexts,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, filled(String(text), contexts)]),
  );

/** Replaces each `${{ }}` in a text. */
const filled = (text: string, contexts: Contexts): string =>
  text.replace(/\$\{\{(.*?)\}\}/g, (_whole, expression: string) => valueOf(expression, contexts));

/**
 * An expression of GitHub's is one of JavaScript once its contexts are texts: those of action.yml join texts by ||, &&, ==
 * and !=. False is the empty text.
 */
function valueOf(expression: string, contexts: Contexts): string {
  const script = expression
    .replace(/[a-z_]+(?:\.[\w-]+)+/g, (path) => JSON.stringify(contexts(path)))
    .replaceAll('always()', 'true');
  return String(runInNewContext(script) || '');
}
