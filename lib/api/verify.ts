// `verify` for programs: checks whether a certificate is valid. Sends nothing.
import type { KeyObject } from 'node:crypto';
import type { VerificationOutcome } from '../certify/verification/outcome.js';
import { UsageError } from './errors.js';
import { readText } from './files.js';

export interface VerifyOptions {
  /** The vendor's public key (Ed25519, PEM): its text, or the path of its file. Without it, nobody's signature is checked. */
  readonly publicKey?: string;
}

/** `path`: the folder of a certificate, its attestation.json, or the report.json in it alone. */
export async function verify(
  path: string,
  { publicKey }: VerifyOptions = {},
): Promise<VerificationOutcome> {
  const { outcomeOf } = await import('../certify/verification/outcome.js');
  const { verified } = await import('../certify/verification/verify.js');
  const { readCertificate } = await import('./certificates/folder.js');
  const { thisKit } = await import('./certificates/verifying.js');
  const { files, unread } = readCertificate(path, process.cwd());
  const key = publicKey === undefined ? undefined : await keyOf(publicKey);
  return outcomeOf(await verified({ ...thisKit(), files, unread, publicKey: key }));
}

async function keyOf(given: string): Promise<KeyObject> {
  const { BadKey, publicKeyOf } = await import('../certify/certificate/signature.js');
  const isText = given.includes('-----BEGIN');
  try {
    return publicKeyOf(isText ? given : readText(given, 'publicKey', process.cwd()).text);
  } catch (thrown) {
    if (!(thrown instanceof BadKey)) throw thrown;
    throw new UsageError(`publicKey ${thrown.message}.`);
  }
}

export type { VerificationOutcome };
