// For a project of your own: importing it registers every rule as a test, and `conformance` says what they are run against.
import { suites } from '../../suites/index.js';
import type { RunOptions } from '../api/options/run-options.js';
import { register } from './door.js';
import { aim } from './run-once.js';

for (const suite of Object.keys(suites)) register(suite);

/**
 * What the tests are run against: options as for `run`, or a function that gives them once the tests begin. The variable
 * ANIMAL_STORE_RUN, which holds a target and flags as one would type them behind the command, counts more.
 */
export const conformance = (options: RunOptions | (() => RunOptions | Promise<RunOptions>)): void =>
  aim(options);

export type { RunOptions };
