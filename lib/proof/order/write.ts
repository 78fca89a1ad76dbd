// Learns which cases reveal most, and records it: `npm run order`. With --held-out, it only reports how good such an
// order is for mutants from which it was not learned.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRanges } from '../../../suites/order.js';
import { packageRoot } from '../../contract/files.js';
import { killsOfMutants } from '../mutants/kills.js';
import { heldOut } from './held-out.js';
import { measure, ofMutants, type Measured } from './kills.js';
import { learned, orderOf } from './learn.js';

const measured = await measure((done, of) => process.stderr.write(`\r${done} of ${of} faults`));
process.stderr.write('\n');
if (process.argv.includes('--held-out')) await printHeldOut(measured);
else writeOrder(measured);

async function printHeldOut(all: Measured): Promise<void> {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const rows = [
    '| requests, at most | learned from faults | and from the mutants of others |',
    '| --- | ---: | ---: |',
    ...(await heldOut(all)).map(
      ({ requests, fromFaults, fromOtherMutants }) =>
        `| ${requests} | ${percent(fromFaults)} | ${percent(fromOtherMutants)} |`,
    ),
  ];
  process.stdout.write(`${rows.join('\n')}\n`);
}

function writeOrder(all: Measured): void {
  const kills = [...all.kills, ...ofMutants(all, killsOfMutants())];
  const order = orderOf(all, learned({ ...all, kills }));
  const rows = Object.keys(order)
    .sort()
    .map((name) => {
      const { ranks = [], ...cases } = order[name] ?? {};
      return `  ${JSON.stringify(name)}: ${JSON.stringify({ ...cases, ranks: inRanges(ranks) })}`;
    });
  writeFileSync(join(packageRoot(), 'suites', 'order.json'), `{\n${rows.join(',\n')}\n}\n`);
}
