// What the operands of `compare` are, reports of earlier runs or targets, and how the targets are run: with the same seed, effort and scope as one another, or as the report that they
// are compared with, so that a difference is one between the targets. Sends nothing.
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Report } from '../../../judge/result/report.js';
import { quoted } from '../../../api/options/flags.js';
import { nearest } from '../../../api/options/nearest.js';
import type { RunValues } from '../../../api/options/run-table.js';
import {
  type Context,
  type Configuration,
  configure,
  gentleRate,
} from '../../../api/configuration/configuration.js';
import { isAddress, targetNames } from '../../../api/configuration/target-choice.js';
import { UsageError } from '../../../api/errors.js';
import { readReport, reportIn } from '../../../api/reports/report-file.js';
import { readOnce } from '../../io.js';

type Operand =
  | { readonly typed: string; readonly report: Report }
  | { readonly typed: string; readonly target: string };

type Live = Extract<Operand, { readonly target: string }>;

export const isLive = (operand: Operand): operand is Live => 'target' in operand;

/** Reads an operand if it is a report. A target is not touched yet. */
export function readOperands(
  operands: readonly string[],
  folder: string,
): readonly [Operand, Operand] {
  const [a, b, surplus] = operands;
  if (a === undefined || b === undefined)
    throw new UsageError(
      'compare needs two reports or targets, such as: compare staging production.',
    );
  if (surplus !== undefined)
    throw new UsageError(`compare takes two reports or targets: omit ${quoted(surplus)}.`);
  return [operandOf(a, folder), operandOf(b, folder)];
}

function operandOf(typed: string, folder: string): Operand {
  if (isAddress(typed)) return { typed, target: typed };
  if (existsSync(resolve(folder, typed)))
    return { typed, report: readReport(reportIn(typed, folder), folder) };
  const near = nearest(typed, [...targetNames]);
  const hint =
    near === undefined
      ? 'Specify a report.json or its folder, reference, production, staging, or a base address such as https://animals.example/v1.'
      : `Did you mean ${near}?`;
  // A query or a fragment may hold a secret, so neither is shown.
  throw new UsageError(
    `There is no report or target ${quoted(typed.replace(/[?#].*$/s, ''))}. ${hint}`,
  );
}

/** Flags that may be typed for one of the two alone. */
interface CompareValues extends RunValues {
  readonly 'quickstart-a'?: string | undefined;
  readonly 'quickstart-b'?: string | undefined;
  readonly 'key-from-a'?: string | undefined;
  readonly 'key-from-b'?: string | undefined;
}

/** A target to run, with its settings. */
export interface ToRun {
  readonly operand: Live;
  readonly values: RunValues;
  readonly configuration: Configuration;
}

interface Settings {
  /** The run in the place of each of the two; undefined for a report. */
  readonly a: ToRun | undefined;
  readonly b: ToRun | undefined;
  readonly notes: readonly string[];
}

export async function settingsFor(
  operands: readonly [Operand, Operand],
  values: CompareValues,
  context: Context,
): Promise<Settings> {
  const [a, b] = operands;
  expectUsed(operands, values);
  const stdin = readOnce(context.stdin);
  const given = { ...values, ...asIn(operands.find(isReport)?.report, values) };
  const shared = { ...given, seed: given.seed ?? randomInt(2 ** 31 - 1) };
  const of = async (side: 'a' | 'b', more: RunValues): Promise<ToRun | undefined> => {
    const operand = side === 'a' ? a : b;
    if (!isLive(operand)) return undefined;
    const own = { ...valuesOf(side, operand, shared), ...more };
    try {
      const configuration = await configure(own, operand.target, { ...context, stdin });
      return { operand, values: own, configuration };
    } catch (thrown) {
      if (thrown instanceof UsageError) thrown.message = ofSide(side, thrown.message, values);
      throw thrown;
    }
  };
  const both = { a: await of('a', {}), b: await of('b', {}) };
  const gently = asGentlyAs([both.a, both.b], shared);
  return gently === undefined
    ? { ...both, notes: [] }
    : { a: await of('a', gently.values), b: await of('b', gently.values), notes: gently.notes };
}

const isReport = (operand: Operand): operand is Exclude<Operand, Live> => !isLive(operand);

/** Two reports need no run, so flags of a run would have no effect. */
function expectUsed([a, b]: readonly [Operand, Operand], values: CompareValues): void {
  const refuse = (flag: string, why: string): never => {
    throw new UsageError(`--${flag} is for a target that is run, and ${why}: omit it.`);
  };
  const [flag] = Object.keys(values);
  if (!isLive(a) && !isLive(b) && flag !== undefined) refuse(flag, 'both of these are reports');
  for (const name of ['quickstart', 'key-from'] as const) {
    if (!isLive(a) && values[`${name}-a`] !== undefined) refuse(`${name}-a`, 'A is a report');
    if (!isLive(b) && values[`${name}-b`] !== undefined) refuse(`${name}-b`, 'B is a report');
  }
}

/** Runs the other target with the seed and the effort of the report, unless others were typed. */
function asIn(report: Report | undefined, values: RunValues): RunValues {
  if (report === undefined) return {};
  const { seed, effort, scope } = report.run;
  const isGentle = scope.fewKeys === true;
  const chosen =
    values.only === undefined && values.exclude === undefined
      ? {
          ...(scope.only.length === 0 ? {} : { only: scope.only }),
          exclude: scope.exclude,
        }
      : {};
  return {
    ...chosen,
    seed: values.seed ?? seed,
    effort: values.effort ?? effort,
    ...(scope.shard === null ? {} : { shard: scope.shard }),
    ...(scope.readOnly && values['allow-writes'] !== true ? { 'read-only': true } : {}),
    ...budgetAgain(scope, values),
    ...(isGentle ? { 'wrong-keys': values['wrong-keys'] ?? 'few' } : {}),
    ...(isGentle && report.target.name === 'production' ? { rate: values.rate ?? gentleRate } : {}),
  };
}

/** A rule that was left out there is left out here. */
function budgetAgain({ budget = {} }: Report['run']['scope'], values: RunValues): RunValues {
  const maxRequests = values['max-requests'] ?? budget.maxRequests;
  const maxWrites = values['max-writes'] ?? budget.maxWrites;
  const withinMs =
    values.within ?? (budget.withinSeconds === undefined ? undefined : budget.withinSeconds * 1000);
  return {
    'max-requests': maxRequests,
    'max-writes': maxWrites,
    within: withinMs,
  };
}

function valuesOf(side: 'a' | 'b', { target }: Live, values: CompareValues): RunValues {
  const {
    'quickstart-a': quickstartA,
    'quickstart-b': quickstartB,
    'key-from-a': keyFromA,
    'key-from-b': keyFromB,
    quickstart,
    'key-from': keyFrom,
    ...shared
  } = values;
  const ownQuickstart = side === 'a' ? quickstartA : quickstartB;
  // The reference server brings its own key.
  const place = ownQuickstart ?? (target === 'reference' ? undefined : quickstart);
  const key = (side === 'a' ? keyFromA : keyFromB) ?? keyFrom;
  return {
    ...shared,
    quickstart: place,
    'key-from': key,
  };
}

/** Names the flag that was typed where it is for one of the two alone. */
const ofSide = (side: 'a' | 'b', message: string, values: CompareValues): string =>
  message.replace(/--(quickstart|key-from)\b(?!-)/g, (flag, name: 'quickstart' | 'key-from') =>
    values[`${name}-${side}`] === undefined ? flag : `${flag}-${side}`,
  );

/**
 * Production is only read, at a gentle rate and with few wrong keys. The other target is run in the same way: cases
 * that write could not be compared, and response times depend on the number of simultaneous requests.
 */
function asGentlyAs(
  all: readonly (ToRun | undefined)[],
  values: RunValues,
): { readonly values: RunValues; readonly notes: readonly string[] } | undefined {
  const runs = all.filter((one) => one !== undefined);
  if (runs.length < 2 || !runs.some(({ configuration }) => configuration.target.production))
    return undefined;
  const readOnly = values['allow-writes'] !== true;
  return {
    values: {
      ...(readOnly ? { 'read-only': true } : {}),
      'wrong-keys': values['wrong-keys'] ?? 'few',
      rate: values.rate ?? gentleRate,
    },
    notes:
      readOnly && values['read-only'] !== true
        ? [
            'Both were only read, because writing to production needs --allow-writes: rules that need writes are untested.',
          ]
        : [],
  };
}
