// Learns which cases tell the most, and writes it down: `npm run order`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../contract/files.js';
import type { Order } from '../../judge/run/cases/order.js';
import { measure } from './kills.js';
import { learned, orderOf } from './learn.js';

const measured = await measure((done, of) => process.stderr.write(`\r${done} of ${of} faults`));
process.stderr.write('\n');
const order = orderOf(measured.cases, learned(measured));
writeFileSync(join(packageRoot(), 'suites', 'order.ts'), textOf(order));

function textOf(all: Order): string {
  const rows = Object.keys(all)
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(all[name])},`);
  return [
    '// How telling each case is: what it costs in requests, and its rank among all. Measured against the faults of the',
    '// proof, and written by `npm run order`.',
    "import type { Order } from '../lib/judge/rules/index.js';",
    '',
    'export const order: Order = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
