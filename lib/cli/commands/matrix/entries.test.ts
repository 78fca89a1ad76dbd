// Which folders are looked into for certificates: what is not is told, and what cannot be is refused with the others.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../../../testing/io.js';
import { certificateFolders } from './entries.js';

test('certificates are found four folders deep, and what is passed over is told', () =>
  inFolder(async (root) => {
    const certified = (path: string): void => {
      mkdirSync(join(root, path), { recursive: true });
      writeFileSync(join(root, path, 'attestation.json'), '{}');
    };
    for (const path of ['acme', 'more/1/2/3', 'deep/1/2/3/4', '.hidden']) certified(path);
    symlinkSync(join(root, 'acme'), join(root, 'linked'));
    writeFileSync(join(root, 'more/notes.txt'), '');
    symlinkSync(join(root, 'more/notes.txt'), join(root, 'README'));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]), '');
    const { folders, passedOver } = certificateFolders(root);
    expect(folders).toEqual(['acme', 'more/1/2/3'].map((path) => join(root, path)));
    expect(passedOver).toEqual(['deep/1/2/3/4 (more than 4 folders deep)', 'linked (a link)']);
  }));

test('a folder that cannot be looked into is one of them', () =>
  inFolder(async (root) => {
    // Names of other encodings cannot be written as text.
    mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]));
    const { folders, passedOver } = certificateFolders(root);
    expect([folders.length, passedOver]).toEqual([1, []]);
  }));
