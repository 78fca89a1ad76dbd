// Measures which rules fail besides those that a fault is made for, and writes it down: `npm run knock-on`. What it writes
// is data to be read in the diff: a rule that fails out of place is a mistake of the rule, not a row to accept.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadLedger } from '../contract/ledger.js';
import { alsoFails, sometimesFails } from '../reference/faults/knock-on.js';
import { faults } from '../reference/index.js';
import { proveAll } from './all.js';

const file = fileURLToPath(new URL('../../../lib/reference/faults/knock-on.ts', import.meta.url));
const seeds = process.argv.slice(2).map(Number);
const order = loadLedger().rules.map(({ id }) => id);

type Table = ReadonlyMap<string, ReadonlySet<string>>;

const tableOf = (written: Readonly<Record<string, string>>): Table =>
  new Map(
    Object.entries(written).map(([rule, names]) => [rule, new Set(names.trim().split(/\s+/))]),
  );

async function measured(): Promise<readonly ReadonlyMap<string, readonly string[]>[]> {
  const runs: ReadonlyMap<string, readonly string[]>[] = [];
  for (const seed of seeds) {
    const proof = await proveAll(
      seed,
      faults.map(({ name }) => name),
      (done, of) => process.stderr.write(`\rseed ${seed}: ${done} of ${of}`),
    );
    process.stderr.write('\n');
    runs.push(new Map(proof.faults.map(({ name, failed }) => [name, failed])));
  }
  return runs;
}

function textOf(table: Table): string {
  const rows = order.flatMap((rule) => {
    const names = faults.map(({ name }) => name).filter((name) => table.get(rule)?.has(name));
    return names.length === 0 ? [] : [`  '${rule}': \`\n${wrapped(names)}\`,\n`];
  });
  return `{\n${rows.join('')}};\n`;
}

function wrapped(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 110)
      lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(`    ${name}`);
  }
  return lines.join('\n');
}

const runs = await measured();
const [knownAlways, knownSometimes] = [tableOf(alsoFails), tableOf(sometimesFails)];
/** Which rules they fail depends on chance or on the order of requests. */
const byChance = new Set([...knownSometimes.values()].flatMap((names) => [...names]));
const always = new Map<string, Set<string>>(order.map((rule) => [rule, new Set()]));
const sometimes = new Map<string, Set<string>>(order.map((rule) => [rule, new Set()]));
for (const { name, madeFor = [] } of faults) {
  for (const rule of order) {
    if (madeFor.includes(rule)) continue;
    const count = runs.filter((run) => run.get(name)?.includes(rule)).length;
    const known = knownAlways.get(rule)?.has(name) === true;
    // Chance needs many seeds to show: what was seen to fail by chance before stays known.
    if (count === runs.length && (known || !byChance.has(name))) always.get(rule)?.add(name);
    else if (count > 0 || knownSometimes.get(rule)?.has(name) === true)
      sometimes.get(rule)?.add(name);
  }
}
writeFileSync(
  file,
  `// Rules that fail besides those that a fault is made for: a list of another shape, say, also shows nothing where nothing
// matches. Data only, measured and written by \`npm run knock-on\`; the proof says which row is wrong.

/** The faults, by the rule that fails too. */
export const alsoFails: Readonly<Record<string, string>> = ${textOf(always)}
/** The faults, by the rule that fails with some seeds. */
export const sometimesFails: Readonly<Record<string, string>> = ${textOf(sometimes)}`,
);
