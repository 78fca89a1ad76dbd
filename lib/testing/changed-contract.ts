// For tests: the kit as it would be with another contract.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../contract/files.js';

/** Copies the built kit with another contract, and returns the path of its command. */
export function kitWith(folder: string, change: (contract: string) => string): string {
  const root = packageRoot();
  mkdirSync(folder);
  for (const part of ['dist', 'spec', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const contract = join(folder, 'spec', 'openapi.yaml');
  const [before, after] = [readFileSync(contract, 'utf8'), change(readFileSync(contract, 'utf8'))];
  expect(after).not.toBe(before);
  writeFileSync(contract, after);
  return join(folder, 'dist', 'lib', 'cli', 'main.js');
}
