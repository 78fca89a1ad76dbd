// Reads the operands of `compare`: each is a report of an earlier run, or a target to run.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Report } from '../../../judge/result/report.js';
import { quoted } from '../../../api/options/flags.js';
import { nearest } from '../../../api/options/nearest.js';
import { isAddress, targetNames } from '../../../api/configuration/target-choice.js';
import { UsageError } from '../../../api/errors.js';
import { readReport, reportIn } from '../../../api/reports/report-file.js';

export type Operand =
  | { readonly typed: string; readonly report: Report }
  | { readonly typed: string; readonly target: string };

export type Live = Extract<Operand, { readonly target: string }>;

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
