// Measures by which signatures each fault of the proof is recognised, and records them: part of `npm run also-fails`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../contract/files.js';
import { faults } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { textOf } from './row.js';
import { signaturesOf, type FailureSignature } from './signatures.js';

const seed = 1;
const rows = new Map<string, readonly FailureSignature[]>();

for (const fault of faults) {
  rows.set(fault.name, signaturesOf(await runInMemory({ faults: [fault], seed })));
  process.stderr.write(`\rsigns: ${rows.size} of ${faults.length} faults`);
}
const file = join(packageRoot(), 'lib', 'proof', 'failure-signatures', 'measured.json');
writeFileSync(file, textOf(rows));
process.stderr.write('\n');
