// The way in for programs: `import { run } from 'animal-store-conformance'`. What is exported here is promised; nothing else is.
export { run } from './api/run.js';
export type { RunEvent, Running } from './api/running.js';
export { defineConfig, type Config, type RunOptions } from './api/options/run-options.js';
export { assertConformant, NotConformant } from './api/conformant.js';
export { exitCodeOf } from './api/exit-codes.js';
export { compare, type Comparison } from './api/compare.js';
export { verify, type VerificationOutcome, type VerifyOptions } from './api/verify.js';
export {
  createReferenceServer,
  type ReferenceServer,
  type ReferenceServerOptions,
} from './api/reference-server.js';
export { CannotTest, CannotWrite, UsageError } from './api/errors.js';
export type {
  Failure,
  Kind,
  Observation,
  Outcome,
  RecordedExchange,
  Report,
  RuleResult,
  Verdict,
} from './judge/result/report.js';
