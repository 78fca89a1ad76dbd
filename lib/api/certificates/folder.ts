// The folder of a certificate on disk: read without following anything out of it, written as one.
import { lstatSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  certificateNames,
  optionalNames,
  type CertificateFile,
} from '../../certify/certificate/certificate.js';
import { quoted } from '../options/flags.js';
import { makeFolders, expectPlainPlace, mostBytes, readPlainFile, whyNot } from '../files.js';
import { UsageError } from '../errors.js';
import { writeTogether } from '../reports/write-reports.js';

interface Folder {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Why the other files that a certificate has were not read, by name: "is a link, ...". */
  readonly unread: ReadonlyMap<string, string>;
  /** The files beside them. */
  readonly others: readonly string[];
}

const names: readonly string[] = [...certificateNames, ...optionalNames];

/** The folder of a certificate that is named by its folder or by one of its files. */
export function folderOf(path: string, workingFolder: string): string {
  const whole = resolve(workingFolder, path);
  return lstatSync(whole).isDirectory() ? whole : dirname(whole);
}

/** A folder, or a file in it: the files of a certificate that are there. */
export function readCertificate(path: string, workingFolder: string): Folder {
  const whole = resolve(workingFolder, path);
  const status = statusOf(
    whole,
    (why) => `${quoted(path)} cannot be read (${why}): specify the folder of a certificate.`,
  );
  if (status === undefined)
    throw new UsageError(
      `${quoted(path)} does not exist: specify the folder of a certificate, its attestation.json or a report.json.`,
    );
  const folder = status.isDirectory() ? whole : dirname(whole);
  if (!status.isDirectory() && !basename(whole).endsWith('.json'))
    throw new UsageError(
      `${quoted(path)} is not part of a certificate: specify its folder, its attestation.json or a report.json.`,
    );
  const there = readdirSync(folder);
  const files = new Map<string, Buffer>();
  const unread = new Map<string, string>();
  for (const name of names.filter((one) => there.includes(one))) {
    const found = ownFile(join(folder, name));
    if (typeof found === 'string') unread.set(name, found);
    else files.set(name, found);
  }
  // A report alone: it has another name than in the folder of a certificate, or lies in the folder of a run.
  const isOfCertificate =
    names.includes(basename(whole)) &&
    (files.has('attestation.json') || unread.has('attestation.json'));
  if (!status.isDirectory() && !isOfCertificate)
    return { files: new Map([['report.json', read(whole)]]), unread: new Map(), others: [] };
  return { files, unread, others: there.filter((name) => !names.includes(name)) };
}

/** What the folder itself holds, or why it is not read. Whoever made it may have put anything in place of a file. */
function ownFile(path: string): Buffer | string {
  // A link is not followed, because others who get the folder would not get its target.
  if (lstatSync(path).isSymbolicLink()) return 'is a link, not the file itself';
  try {
    return readPlainFile(path, mostBytes.ofReport).bytes;
  } catch (error) {
    return `cannot be read (${whyNot(error)})`;
  }
}

/** The file that the user named. */
function read(path: string): Buffer {
  try {
    return readPlainFile(path, mostBytes.ofReport).bytes;
  } catch (error) {
    throw new UsageError(`${quoted(path)} cannot be read (${whyNot(error)}): check the path.`);
  }
}

/** Undefined where nothing is; a path that leads through a file, for example, is refused. */
function statusOf(path: string, refused: (why: string) => string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(refused(whyNot(error)));
  }
}

/** Refuses a folder that has anything besides a certificate in it. Creates nothing and deletes nothing. */
export function expectUsable(path: string, workingFolder: string): string {
  const folder = resolve(workingFolder, path);
  expectPlainPlace('The certificate', folder, { folder: workingFolder, flag: '--out' });
  const status = statusOf(
    folder,
    (why) =>
      `The certificate cannot be written to ${quoted(path)} (${why}): specify another folder with --out DIR.`,
  );
  if (status !== undefined && !status.isDirectory())
    throw new UsageError(`${quoted(path)} is not a folder: specify another one with --out DIR.`);
  const foreign = status && readdirSync(folder).find((name) => !names.includes(name));
  if (foreign !== undefined)
    throw new UsageError(
      `The certificate cannot be written to ${quoted(path)}: it contains ${quoted(foreign)}, which is not part of a certificate. Specify another folder with --out DIR.`,
    );
  return folder;
}

export function writeCertificate(folder: string, files: readonly CertificateFile[]): void {
  makeFolders(folder);
  // The old repetition is removed, because it belongs to the certificate that was there before.
  for (const name of optionalNames) rmSync(join(folder, name), { force: true });
  writeTogether(folder, files);
}
