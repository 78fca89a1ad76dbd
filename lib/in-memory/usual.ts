// The options that this repository's own runs share: those in memory, of the benchmark, and at mutants.
import { allRules, order, populating } from '../../suites/index.js';
import type { RunStart } from '../judge/run/start-run.js';

export const usual = {
  kit: { name: 'animal-store-conformance', version: '0.0.0', digest: '' },
  rules: allRules,
  populating,
  order,
  seed: 1,
  effort: 'standard',
  strict: false,
  settleMs: 2_000,
  categoryIds: [],
  warnings: [],
} satisfies Partial<RunStart>;
