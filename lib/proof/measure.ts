// Measures which rules fail besides those for which the faults are made, and records the result: `npm run also-fails`.
// Read the diff of that data: a rule that fails out of place is a mistake in the rule, not a row to accept.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/files.js';
import { faults, faultsByPart } from '../reference/index.js';
import { proveAll } from './all.js';
import { alsoFails, type Part } from './also-fails/index.js';
import { measured, textOf } from './also-fails/row.js';

const runs: ReadonlyMap<string, readonly string[]>[] = [];
for (const seed of process.argv.slice(2).map(Number)) {
  const proof = await proveAll(
    seed,
    faults.map(({ name }) => name),
    (done, of) => process.stderr.write(`\rseed ${seed}: ${done} of ${of}`),
  );
  process.stderr.write('\n');
  runs.push(new Map(proof.faults.map(({ name, failed }) => [name, failed])));
}

for (const part of Object.keys(faultsByPart) as Part[]) {
  const rows = faultsByPart[part].map(
    (fault) =>
      [
        fault.name,
        measured(
          fault,
          alsoFails[part][fault.name],
          runs.map((run) => run.get(fault.name) ?? []),
        ),
      ] as const,
  );
  const file = join(packageRoot(), 'lib', 'proof', 'also-fails', 'measured', `${part}.json`);
  writeFileSync(file, textOf(new Map(rows)));
}
