// What is read as the files of a certificate.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../../testing/io.js';
import { readCertificate } from './folder.js';

test.each(['attestation.json', 'report.json', 'report.html', 'badge.svg'])(
  'a link in its folder leads out of it: %s',
  (name) =>
    inFolder(async (outside) =>
      inFolder((folder) => {
        writeFileSync(join(outside, 'elsewhere'), '{}');
        if (name !== 'attestation.json') writeFileSync(join(folder, 'attestation.json'), '{}');
        expect(readCertificate('.', folder).files.has(name)).toBe(false);
        symlinkSync(join(outside, 'elsewhere'), join(folder, name));
        expect(() => readCertificate('.', folder)).toThrow(`${name}" is a link: replace it`);
        return Promise.resolve();
      }),
    ),
);
