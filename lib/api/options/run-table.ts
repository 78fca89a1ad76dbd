// All options of a run in one table, and the values of a run. Whoever needs single groups takes them from run-flags.ts.
import { type Complete, complete, type Flag, type Values } from './flags.js';
import {
  connection,
  effort,
  gate,
  lifecycle,
  project,
  shownFlags,
  tested,
  warned,
} from './run-flags.js';

export const table = {
  ...tested,
  ...effort,
  ...gate,
  ...warned,
  ...lifecycle,
  ...connection,
  ...shownFlags,
  ...project,
} satisfies Record<string, Flag>;

export type Table = typeof table;
export type RunValues = Values<Table>;

/** Completes the values with the defaults of the table. */
export const withDefaults = (values: RunValues): Complete<Table> => complete(table, values);
