// The proof for readers: the faults that each rule was seen to catch, and everything that is not as expected.
import type { LedgerRule } from '../contract/ledger.js';
import type { Fault } from '../reference/index.js';
import { count } from '../report/words.js';
import type { Proof } from './all.js';
import type { Proven } from './prove.js';
import { wasMeasured } from './failure-signatures/known.js';

export interface MatrixRow {
  readonly rule: LedgerRule;
  /** The faults that the rule was seen to catch, with those that are made for it first. */
  readonly caught: readonly Fault[];
}

export function matrix(
  proof: Proof,
  rules: readonly LedgerRule[],
  faults: readonly Fault[],
): readonly MatrixRow[] {
  const byName = new Map(faults.map((fault) => [fault.name, fault]));
  return rules
    .filter(({ kind }) => kind !== 'open')
    .map((rule) => {
      const isMadeFor = (fault: Fault): number => Number(fault.rule === rule.id);
      const caught = proof.faults
        .filter(({ failed }) => failed.includes(rule.id))
        .flatMap(({ name }) => byName.get(name) ?? []);
      return { rule, caught: caught.sort((one, other) => isMadeFor(other) - isMadeFor(one)) };
    });
}

export const problemsOf = (proof: Proof): readonly string[] =>
  [...proof.faults, ...proof.variants].flatMap(({ problems }) => problems);

/** The closing sentence. */
function proofSummary(proof: Proof, rows: readonly MatrixRow[]): string {
  const verdict = problemsOf(proof).length === 0 ? 'proven' : 'NOT PROVEN';
  return `${verdict}: ${proofFigures(proof, rows)}`;
}

export function proofFigures(proof: Proof, rows: readonly MatrixRow[]): string {
  const caught = proof.faults.filter(asExpected).length;
  const accused = proof.variants.filter((one) => !asExpected(one)).length;
  const servers = proof.variants.length;
  const seen = rows.filter((row) => row.caught.length > 0).length;
  const all = caught === proof.faults.length;
  return [
    ...(servers > 0 && (all || accused > 0) ? [alarms(accused, servers)] : []),
    `${all ? '' : `${caught} of `}${count(proof.faults.length, 'fault')} caught by exactly the rules that should fail`,
    ...(servers === 0 ? ['legal servers were not tested (--fault)'] : []),
    `${seen} of ${count(rows.length, 'rule')} seen to fail.`,
  ].join('; ');
}

/** The number of false alarms, in words. */
function alarms(accused: number, servers: number): string {
  return `${accused === 0 ? 'no false alarms' : count(accused, 'false alarm')} for ${count(servers, 'legal server')}`;
}

export const asExpected = ({ problems }: Proven): boolean => problems.length === 0;

const shown = 6;

export function matrixText(proof: Proof, rows: readonly MatrixRow[]): string {
  const lines = rows.map(({ rule, caught }) => {
    const names = caught
      .slice(0, shown)
      .map(({ name }) => name)
      .join(', ');
    const more = caught.length > shown ? `, and ${caught.length - shown} more` : '';
    return `  ${caught.length > 0 ? '✓' : '✗'} ${rule.id.padEnd(36)} ${String(caught.length).padStart(4)} ${caught.length === 1 ? 'fault ' : 'faults'} caught: ${names}${more}`;
  });
  const problems = problemsOf(proof).map((problem) => `  ✗ ${problem}`);
  return [
    'Each rule, and the faults of the reference server that it caught:',
    '',
    ...lines,
    ...(problems.length > 0 ? ['', 'Not as expected:', '', ...problems] : []),
    ...notMeasured(rows),
    '',
    proofSummary(proof, rows),
    '',
  ].join('\n');
}

/** Nothing is known about which other faults a newer rule catches. */
function notMeasured(rows: readonly MatrixRow[]): readonly string[] {
  const later = rows.map(({ rule }) => rule.id).filter((id) => !wasMeasured(id));
  return later.length === 0
    ? []
    : ['', `Not measured yet (\`npm run also-fails\` does so): ${later.join(', ')}`];
}
