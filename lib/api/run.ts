// `run` for programs: options in, a report out. It prints nothing, ends no process, and writes files only where it is asked
// to.
import { carriedOut } from './carried-out.js';
import { masked } from './configuration/mask.js';
import { contextOf, resolvedOptions } from './configuration/resolved-options.js';
import { CannotTest, inLines, UsageError } from './errors.js';
import { inOptions } from './options/option-values.js';
import type { RunOptions } from './options/run-options.js';
import { running, type RunEvent, type Running } from './running.js';

/**
 * Tests a target against the contract. Rejects with a UsageError where an option is wrong, and with CannotTest where nothing
 * can be said about the target; a target that breaks rules is no error: see `assertConformant`.
 */
export const run = (options: RunOptions = {}): Running<RunEvent> =>
  running(async (emit) => {
    try {
      return await carriedOut(resolvedOptions(options), emit);
    } catch (thrown) {
      if (thrown instanceof CannotTest) thrown.message = inLines(thrown);
      if (thrown instanceof UsageError || thrown instanceof CannotTest)
        thrown.message = inOptions(thrown.message);
      throw await masked(thrown, contextOf(options));
    }
  });
