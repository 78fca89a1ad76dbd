#!/usr/bin/env node
// `npm run bench`: compares the kit with its components, and reports how a run grows.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../contract/files.js';
import { curveOf } from './figures/curve.js';
import { few, measureAll, usual } from './figures/results.js';
import { markdownOf, withFigures } from './figures/table.js';

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    save: { type: 'boolean' },
    quick: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.error(`written: ${path}`);
}

if (values.help) {
  console.log(`npm run build && npm run bench -- [--quick] [--json FILE] [--save]

  --quick      few repetitions: about a minute, with figures that wander, and no faults
  --json FILE  all figures as data
  --save       the tables in .github/speed.md and the curve in .github/pictures`);
} else {
  const results = await measureAll(values.quick ? few : usual, (what) =>
    console.error(`measuring ${what}`),
  );
  const table = markdownOf(results);
  console.log(table);
  console.error(`took ${Math.round(results.tookMs / 1000)} s`);
  if (values.json !== undefined)
    write(resolve(values.json), `${JSON.stringify(results, null, 2)}\n`);
  if (values.save) {
    const pages = join(packageRoot(), '.github');
    const page = join(pages, 'speed.md');
    write(page, withFigures(readFileSync(page, 'utf8'), table));
    if (results.detection) write(join(pages, 'pictures/curve.svg'), curveOf(results.detection));
  }
}
