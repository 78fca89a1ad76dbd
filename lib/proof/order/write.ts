// Learns which cases tell the most, and writes it down: `npm run order`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../contract/files.js';
import { measure } from './kills.js';
import { learned, orderOf } from './learn.js';

const measured = await measure((done, of) => process.stderr.write(`\r${done} of ${of} faults`));
process.stderr.write('\n');
const order = orderOf(measured.cases, learned(measured));
const rows = Object.keys(order)
  .sort()
  .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(order[name])}`);
writeFileSync(join(packageRoot(), 'suites', 'order.json'), `{\n${rows.join(',\n')}\n}\n`);
