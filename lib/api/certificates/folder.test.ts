// What is read as the files of a certificate.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../../testing/io.js';
import { verify } from '../verify.js';
import { readCertificate } from './folder.js';

test.each(['attestation.json', 'report.json', 'report.html', 'badge.svg', 'repetition.json'])(
  'no link is followed, and no folder read, in place of %s',
  (name) =>
    inFolder(async (outside) =>
      inFolder(async (folder) => {
        writeFileSync(join(outside, 'elsewhere'), '{}');
        if (name !== 'attestation.json') writeFileSync(join(folder, 'attestation.json'), '{}');
        expect(readCertificate('.', folder).files.has(name)).toBe(false);
        const whyOf = (): string | undefined => {
          const { files, unread } = readCertificate('.', folder);
          expect(files.has(name)).toBe(false);
          return unread.get(name);
        };
        symlinkSync(join(outside, 'elsewhere'), join(folder, name));
        expect(whyOf()).toBe('is a link, not the file itself');
        rmSync(join(folder, name));
        mkdirSync(join(folder, name));
        expect(whyOf()).toMatch(/^cannot be read \(/);
        // It is foreign data: the certificate is refused, and the command was used well.
        const { problems, verified } = await verify(folder);
        expect(verified).toBe(false);
        expect(problems.map(({ message }) => message)).toContainEqual(
          expect.stringMatching(new RegExp(`^${name} cannot be read \\(.*\\)\\.$`)),
        );
      }),
    ),
);
