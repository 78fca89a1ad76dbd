import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSpec } from './files.js';
import { digestOf, parsed, preparedPath, specData } from './spec-data.js';

const names = ['openapi.yaml', 'rules.yaml'];

test.each(names)('%s: what the build wrote down is what the file says', (name) => {
  const said = parsed(readSpec(name).toString('utf8'));
  expect(specData(name)).toEqual(said);
  expect(specData(name, preparedPath('nowhere'))).toEqual(said);
});

test('what was written down counts only for the bytes from which it was made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  try {
    const file = join(folder, 'rules.yaml.json');
    const said = { made: 'up' };
    writeFileSync(file, JSON.stringify({ of: digestOf(readSpec('rules.yaml')), says: said }));
    expect(specData('rules.yaml', file)).toEqual(said);
    writeFileSync(file, JSON.stringify({ of: digestOf(Buffer.from('other bytes')), says: said }));
    expect(specData('rules.yaml', file)).not.toEqual(said);
    writeFileSync(file, '{"of":');
    expect(specData('rules.yaml', file)).not.toEqual(said);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
