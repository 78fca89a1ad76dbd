// Keys of vendors, from files: the private one that signs and stays, the public one that is given away.
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KeyObject } from 'node:crypto';
import {
  BadKey,
  keyIdOf,
  newKeys,
  privateKeyOf,
  publicKeyOf,
} from '../certify/certificate/signature.js';
import { quoted } from '../api/options/flags.js';
import { readText, whyNot } from '../api/files.js';
import { type Io } from './io.js';
import { UsageError } from '../api/errors.js';
import { othersCanRead } from '../api/configuration/settings.js';

export const privateName = 'signing-key.pem';
export const publicName = (path: string): string => `${path.replace(/\.pem$/, '')}.pub.pem`;

export async function signingKey(path: string, { folder, stdin, stderr }: Io): Promise<KeyObject> {
  const isPiped = path === '-';
  if (!isPiped && !existsSync(resolve(folder, path)))
    throw new UsageError(
      `There is no signing key ${quoted(path)}: certify --keygen makes one, and --signing-key FILE names another.`,
    );
  const { text, mode } = isPiped
    ? { text: await stdin.text(), mode: 0 }
    : readText(path, 'The signing key', folder);
  if (othersCanRead(mode))
    stderr.write(
      `warning: ${path} can be read by other users of this machine: chmod 600 ${path}\n`,
    );
  return usable(() => privateKeyOf(text), isPiped ? 'Standard input' : path);
}

export const publicKey = (path: string, { folder }: Pick<Io, 'folder'>): KeyObject =>
  usable(() => publicKeyOf(readText(path, 'The public key', folder).text), path);

function usable(read: () => KeyObject, path: string): KeyObject {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof BadKey)) throw thrown;
    throw new UsageError(`${quoted(path)} ${thrown.message}.`);
  }
}

/** Writes a new pair of keys to two files, and overwrites no file. */
export function makeKeys(path: string, { folder, stdout }: Pick<Io, 'folder' | 'stdout'>): void {
  const paths = { private: path, public: publicName(path) };
  for (const each of Object.values(paths))
    if (existsSync(resolve(folder, each)))
      throw new UsageError(
        `${quoted(each)} exists already, and would be lost: specify another file with --signing-key FILE.`,
      );
  const keys = newKeys();
  try {
    writeFileSync(resolve(folder, paths.private), keys.privateKey, { mode: 0o600, flag: 'wx' });
    writeFileSync(resolve(folder, paths.public), keys.publicKey, { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`The keys cannot be written (${whyNot(error)}): specify another file.`);
  }
  stdout.write(
    [
      `${paths.private}: the private key, which signs certificates and repetitions. Keep it secret, and out of version control: anyone who has it can sign in your name.`,
      `${paths.public}: the public key, for everybody who verifies your certificates. Publish it together with this digest:`,
      `sha256:${keyIdOf(publicKeyOf(keys.publicKey))}`,
      '',
    ].join('\n'),
  );
}
