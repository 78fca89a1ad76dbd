// What is measured of a fault, how a measurement changes what is known, and how it is written down.
import type { Fault } from '../../reference/index.js';

/** Rules that fail with a fault besides the one that it is made for. */
export interface Row {
  /** Always. */
  readonly fails?: readonly string[];
  /** With some seeds. */
  readonly mayFail?: readonly string[];
}

/** By the name of the fault. A fault that fails only the rule that it is made for has none. */
export type KnockOn = Readonly<Record<string, Row>>;

/** What is known of a fault after it was run, a few times or once. */
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
      // Chance needs many seeds to show: what was seen to fail by chance before stays known.
      runs.every((failed) => failed.includes(id)) && (fails.includes(id) || !isFlaky),
  );
  return {
    fails: always,
    mayFail: seen.filter((id) => !always.includes(id) && byChance?.includes(id) !== true),
  };
}

/** One fault a line, so that a difference reads as one. */
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
