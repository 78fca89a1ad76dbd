// Signs that a run was repeated: writes a statement beside the certificate, and the page that shows it.
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { repeatedText } from '../../../certify/certificate/facts.js';
import { certificatePage } from '../../../certify/certificate/index-page.js';
import { repetitionName, repetitionText } from '../../../certify/certificate/repetition.js';
import { keyIdOf, sha256 } from '../../../certify/certificate/signature.js';
import type { Verification } from '../../../certify/verification/verification.js';
import { folderOf } from '../../../api/certificates/folder.js';
import { whyNot, writeNamed } from '../../../api/files.js';
import { CannotWrite } from '../../../api/errors.js';
import { program } from '../../../api/package.js';
import { type Io } from '../../io.js';
import type { Repeated } from './rerun.js';

interface Countersigning {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly verification: Verification;
  readonly again: Repeated;
  readonly key: KeyObject;
  /** The folder of the certificate, or a file in it. */
  readonly operand: string;
}

export async function countersigned(
  { files, verification, again, key, operand }: Countersigning,
  io: Io,
): Promise<void> {
  const { report, implementation, statement, digest, keyId } = verification;
  const isSame = again.differences.length + again.undecided.length + again.lapsed.length === 0;
  if (!report || !implementation || !statement || !digest || !keyId || !isSame) {
    const lapsed = again.lapsed.length === 0 ? '' : ` Not repeated: ${again.lapsed.join(', ')}.`;
    io.stderr.write(`${program}: Not signed: the run did not come out the same.${lapsed}\n`);
    return;
  }
  const day = new Date().toISOString().slice(0, 10);
  const target = again.elsewhere ?? report.target.baseUrl;
  const repetition = { target, day, keyId: keyIdOf(key) };
  const reportDigest = sha256(files.get('report.json') ?? '');
  const page = certificatePage({ report, implementation, digest, keyId, reportDigest, repetition });
  const folder = folderOf(operand, io.folder);
  try {
    writeNamed(
      io.folder,
      join(folder, repetitionName),
      repetitionText(statement, report, { target, day, key }),
    );
    writeNamed(io.folder, join(folder, 'index.html'), page);
  } catch (error) {
    throw new CannotWrite(`The signature could not be written (${whyNot(error)}).`);
  }
  const before = verification.repetition;
  const instead = before === undefined ? '' : ` It replaces the one ${repeatedText(before)}.`;
  io.stderr.write(
    `${program}: Signed with sha256:${repetition.keyId}: ${repetitionName} says that the run was repeated at ${target}.${instead}\n`,
  );
}
