// Finds the causes of a report's failures, from what is known about the faults of the proof.
import type { Report } from '../../judge/result/report.js';
import { faults } from '../../reference/index.js';
import { causesIn } from './causes.js';
import { known } from './known.js';
import { leastCauses } from './least.js';
import { Catalogue } from './match.js';
import type { Failed } from './signatures.js';

const sentences = new Map(faults.map(({ name, sentence }) => [name, sentence]));

/** Made when it is first needed, and once: weighing all signatures takes longer than finding a cause. */
let catalogue: Catalogue | undefined;

export function withCauses(report: Report): Report {
  catalogue ??= new Catalogue(known);
  return { ...report, causes: causesIn(report, catalogue, sentences) };
}

/** The least number of causes behind what has failed so far. */
export const causesAtLeast = (rules: readonly Failed[]): number => leastCauses(rules, known);
