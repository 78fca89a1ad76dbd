// A comparison as it is told: on the terminal or as JSON, in files, by the exit code.
import { differIn, type Aspect, type Comparison } from '../../certify/comparison/comparison.js';
import { appearanceOf } from '../telling/appearance.js';
import { exitCodes, type Io } from '../io.js';

export interface Shown {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Where these differ, the exit code says so. */
  readonly failOn: readonly Aspect[];
}

export async function tellComparison(
  comparison: Comparison,
  { json, quiet, verbose, failOn }: Shown,
  io: Io,
): Promise<number> {
  if (json) {
    const { comparisonJson } = await import('../../certify/comparison/shown/json.js');
    io.stdout.data(comparisonJson(comparison));
  } else {
    const { renderComparison } = await import('../../certify/comparison/shown/terminal.js');
    io.stdout.write(renderComparison(comparison, { ...appearanceOf(io), quiet, verbose }));
  }
  return differIn(comparison, failOn) ? exitCodes.different : exitCodes.fine;
}
