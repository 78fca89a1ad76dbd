// The proof as people read it: for each rule the faults that it was seen to catch, and what is not as it should be.
import type { LedgerRule } from '../contract/ledger.js';
import type { Fault } from '../reference/index.js';
import type { Proof } from './all.js';

export interface MatrixRow {
  readonly rule: LedgerRule;
  /** Faults that the rule was seen to catch, those that are made for it first. */
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
      const caught = proof.faults
        .filter(({ failed }) => failed.includes(rule.id))
        .flatMap(({ name }) => byName.get(name) ?? []);
      return {
        rule,
        caught: caught.sort(
          (one, other) => Number(other.rule === rule.id) - Number(one.rule === rule.id),
        ),
      };
    });
}

export const problemsOf = (proof: Proof): readonly string[] =>
  [...proof.faults, ...proof.variants].flatMap(({ problems }) => problems);

/** The closing sentence. */
export function proofSummary(proof: Proof, rows: readonly MatrixRow[]): string {
  const problems = problemsOf(proof);
  const caught = proof.faults.filter(({ problems: own }) => own.length === 0).length;
  const accused = proof.variants.filter(({ problems: own }) => own.length > 0).length;
  const verdict = problems.length === 0 ? 'proven' : 'NOT PROVEN';
  return `${verdict}: ${caught} of ${proof.faults.length} faults fail exactly the rules that they should, ${accused} of ${proof.variants.length} legal servers are accused, ${rows.filter((row) => row.caught.length > 0).length} of ${rows.length} judged rules were seen to fail.`;
}

const shown = 6;

export function matrixText(proof: Proof, rows: readonly MatrixRow[]): string {
  const lines = rows.map(({ rule, caught }) => {
    const names = caught
      .slice(0, shown)
      .map(({ name }) => name)
      .join(', ');
    const more = caught.length > shown ? `, and ${caught.length - shown} more` : '';
    return `  ${caught.length > 0 ? '✓' : '✗'} ${rule.id.padEnd(36)} ${String(caught.length).padStart(4)} faults caught: ${names}${more}`;
  });
  const problems = problemsOf(proof).map((problem) => `  ✗ ${problem}`);
  return [
    'Each rule, and the faults of the reference server that it was seen to catch:',
    '',
    ...lines,
    ...(problems.length > 0 ? ['', 'Not as it should be:', '', ...problems] : []),
    '',
    proofSummary(proof, rows),
    '',
  ].join('\n');
}

/** The whole matrix, rule by fault, as one page without scripts or addresses. */
export function matrixPage(
  proof: Proof,
  rows: readonly MatrixRow[],
  faults: readonly Fault[],
): string {
  const proven = proof.faults.map((one) => ({
    ...one,
    fault: faults.find(({ name }) => name === one.name),
  }));
  const groups = rows
    .map(
      ({
        rule,
        caught,
      }) => `<details id="${rule.id}"><summary><b>${rule.id}</b> <span>${caught.length} faults</span><br>${escaped(rule.statement)}</summary>
<ul>${caught.map((fault) => `<li><a href="#fault-${fault.name}"><code>${fault.name}</code></a> ${escaped(fault.sentence)}</li>`).join('')}</ul></details>`,
    )
    .join('\n');
  const table = proven
    .map(
      ({ name, fault, failed, problems }) =>
        `<tr id="fault-${name}"><th scope="row"><code>${name}</code></th><td>${escaped(fault?.sentence ?? '')}</td><td>${failed.map((id) => `<a href="#${id}">${id}</a>`).join('<br>')}</td><td>${problems.length === 0 ? '✓ as expected' : escaped(`✗ ${problems.join(' ')}`)}</td></tr>`,
    )
    .join('\n');
  const legal = proof.variants
    .map(
      ({ name, problems }) =>
        `<li>${problems.length === 0 ? '✓' : '✗'} ${escaped(name)}${problems.length === 0 ? '' : `: ${escaped(problems.join(' '))}`}</li>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Proof of the checks</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1.5rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-top:1px solid #8884}summary{cursor:pointer;padding:.4rem 0}span{opacity:.75}code{font-size:.9em}li{margin:.15rem 0}</style></head>
<body><h1>Proof of the checks</h1>
<p>${escaped(proofSummary(proof, rows))} Seed ${proof.seed}.</p>
<h2>Rules, and the faults that they catch</h2>
${groups}
<h2>Faults, and the rules that they fail</h2>
<table><thead><tr><th scope="col">Fault</th><th scope="col">What the server does wrong</th><th scope="col">Rules that fail</th><th scope="col">As expected?</th></tr></thead><tbody>
${table}
</tbody></table>
<h2>Legal servers that no rule accuses</h2>
<ul>
${legal}
</ul>
</body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
