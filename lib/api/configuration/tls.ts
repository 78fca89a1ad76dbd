// The certificates that the user names, read and looked at before anything is sent.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { TlsOptions } from '../../http/sockets/connect.js';
import { argument } from '../../http/shell.js';
import { readText } from '../files.js';
import { quoted } from '../options/flags.js';
import { UsageError } from '../errors.js';

interface TlsFiles {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly insecure: boolean;
}

export function readTls(files: TlsFiles, folder: string): TlsOptions {
  if ((files.cert === undefined) !== (files.keyFile === undefined)) {
    throw new UsageError(
      files.cert === undefined
        ? '--cert-key needs its certificate: add --cert FILE.'
        : '--cert needs its private key: add --cert-key FILE.',
    );
  }
  if (files.insecure && files.ca !== undefined)
    throw new UsageError(
      '--insecure turns off the certificate check that --ca configures: omit one of them.',
    );
  return {
    ca: files.ca === undefined ? undefined : certificates(files.ca, '--ca', folder),
    cert: files.cert === undefined ? undefined : certificates(files.cert, '--cert', folder),
    key: files.keyFile === undefined ? undefined : privateKey(files.keyFile, folder),
    insecure: files.insecure || undefined,
  };
}

/** The same for a curl that is run in the same folder. */
export function curlFlags({ ca, cert, keyFile, insecure }: TlsFiles): readonly string[] {
  const flag = (name: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [name, argument(value)];
  return [
    ...flag('--cacert', ca),
    ...flag('--cert', cert),
    ...flag('--key', keyFile),
    ...(insecure ? ['--insecure'] : []),
  ];
}

function certificates(path: string, flag: string, folder: string): string {
  const { text } = readText(path, flag, folder);
  try {
    new X509Certificate(text);
  } catch {
    throw new UsageError(
      `${flag} ${quoted(path)} contains no PEM certificate (-----BEGIN CERTIFICATE-----): specify another file.`,
    );
  }
  return text;
}

function privateKey(path: string, folder: string): string {
  const { text } = readText(path, '--cert-key', folder);
  try {
    createPrivateKey(text);
  } catch {
    const locked = /ENCRYPTED/.test(text);
    throw new UsageError(
      `--cert-key ${quoted(path)} ${locked ? 'is locked with a passphrase: specify an unlocked copy' : 'contains no PEM private key: specify another file'}.`,
    );
  }
  return text;
}
