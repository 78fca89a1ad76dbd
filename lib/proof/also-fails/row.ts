// The measured rows of faults: how a measurement changes them, and how they are written.
import type { Fault } from '../../reference/index.js';

/** Rules that fail with a fault besides the one for which it is made. */
export interface Row {
  /** Rules that always fail. */
  readonly fails?: readonly string[];
  /** Rules that fail with some seeds. */
  readonly mayFail?: readonly string[];
}

/** The rows by the name of the fault. A fault that fails only its own rule has no row. */
export type AlsoFails = Readonly<Record<string, Row>>;

/** Updates what is known about a fault after one run or several. */
export function measured(
  { rule, byChance }: Fault,
  known: Row | undefined,
  runs: readonly (readonly string[])[],
): Row {
  const { fails = [], mayFail = [] } = known ?? {};
  const isFlaky = mayFail.length > 0 || byChance !== undefined;
  const seen = [...new Set([...runs.flat(), ...mayFail])].filter((id) => id !== rule).sort();
  const always = seen.filter(
    (id) =>
      // A few seeds may miss a chance, so a rule that once failed only sometimes keeps that mark.
      runs.every((failed) => failed.includes(id)) && (fails.includes(id) || !isFlaky),
  );
  return {
    fails: always,
    mayFail: seen.filter((id) => !always.includes(id) && byChance?.includes(id) !== true),
  };
}

/** Writes one fault per line, so that each change is a line in a diff. */
export function textOf(rows: ReadonlyMap<string, Row | undefined>): string {
  const lines = [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, { fails = [], mayFail = [] } = {}]) => {
      const row: Row = {
        ...(fails.length > 0 && { fails }),
        ...(mayFail.length > 0 && { mayFail }),
      };
      const isEmpty = fails.length + mayFail.length === 0;
      return isEmpty ? [] : [`  ${JSON.stringify(name)}: ${JSON.stringify(row)}`];
    });
  return `{\n${lines.join(',\n')}\n}\n`;
}
