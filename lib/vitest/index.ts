// The entry for a project of your own: importing it registers every rule as a test, and `conformance` sets the target
// of the run.
import { suites } from '../../suites/index.js';
import { UsageError } from '../api/errors.js';
import type { RunOptions } from '../api/options/run-options.js';
import { register } from './door.js';
import { runWith } from './run-once.js';

// A user who forgets to name the target must not get a green run of another server.
runWith(() => {
  throw new UsageError(
    'Nothing says what to test: call conformance({ start: ... }) or conformance({ target: ... }), or set ANIMAL_STORE_RUN.',
  );
});
for (const suite of Object.keys(suites)) register(suite);

/**
 * What the tests are run against: options as for `run`, or a function that gives them once the tests begin. The variable
 * ANIMAL_STORE_RUN, which holds a target and flags as one would type them behind the command, takes precedence. Once in a
 * file, at its top: a `describe` around it changes nothing, as the tests are registered when this module is imported.
 */
export const conformance = (options: RunOptions | (() => RunOptions | Promise<RunOptions>)): void =>
  runWith(options);

export type { RunOptions };
