// The certificates below a folder, each verified: on all cores where there are many.
import { type KeyObject } from 'node:crypto';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Entry, entryOf } from '../../../certify/matrix/entry.js';
import { keyIdOf, publicKeyOf } from '../../../certify/certificate/signature.js';
import { verified } from '../../../certify/verification/verify.js';
import { builtPath } from '../../../contract/files.js';
import { loadLedger } from '../../../contract/ledger.js';
import { parsed } from '../../../contract/values/depth.js';
import { readCertificate } from '../../../api/certificates/folder.js';
import { whyNot } from '../../../api/files.js';
import { thisKit } from '../../../api/certificates/verifying.js';

/** Up to this many are verified here, which takes less time than to start a worker. */
const few = 8;
const deepest = 4;

interface Found {
  /** The folders with a certificate, and those that cannot be looked into, which will be refused. */
  readonly folders: readonly string[];
  /** What was not looked into, each with why. */
  readonly passedOver: readonly string[];
}

/** Looks for certificates below `root`. Links are not followed. */
export function certificateFolders(root: string): Found {
  const folders: string[] = [];
  const passedOver: string[] = [];
  const look = (folder: string, entries: readonly Dirent[], depth: number): void => {
    if (entries.some(({ name }) => name === 'attestation.json')) return void folders.push(folder);
    for (const one of entries.filter(({ name }) => !name.startsWith('.'))) {
      const path = join(folder, one.name);
      const shown = relative(root, path);
      if (one.isSymbolicLink() && leadsToFolder(path)) passedOver.push(`${shown} (a link)`);
      if (!one.isDirectory()) continue;
      if (depth < deepest) lookInto(path, depth + 1);
      else passedOver.push(`${shown} (more than ${deepest} folders deep)`);
    }
  };
  const lookInto = (folder: string, depth: number): void => {
    let entries: readonly Dirent[];
    try {
      entries = entriesOf(folder);
    } catch {
      folders.push(folder);
      return;
    }
    look(folder, entries, depth);
  };
  look(root, entriesOf(root), 0);
  return { folders, passedOver };
}

const entriesOf = (folder: string): readonly Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory();
  } catch {
    return false;
  }
}

export interface NamedKey {
  readonly name: string;
  readonly pem: string;
}

interface Wanted {
  readonly folders: readonly string[];
  /** Public keys in PEM, each with the name of its file. */
  readonly keys: readonly NamedKey[];
  /** The page names folders relative to this one. */
  readonly page: string;
}

export async function verifiedEntries(
  wanted: Wanted,
  onProgress: (done: number) => void,
): Promise<readonly Entry[]> {
  const { folders } = wanted;
  const entries: Entry[] = [];
  const add = (entry: Entry): void => {
    entries.push(entry);
    onProgress(entries.length);
  };
  let next = 0;
  const take = (): string | undefined => folders[next++];
  if (folders.length <= few) {
    const entryAt = verifier(wanted);
    for (let folder = take(); folder !== undefined; folder = take()) add(await entryAt(folder));
    return entries;
  }
  const workers = Math.min(availableParallelism(), Math.ceil(folders.length / few));
  await Promise.all(Array.from({ length: workers }, () => inWorker(wanted, take, add)));
  return entries;
}

/** One worker that is given folder after folder until none is left. */
function inWorker(
  { keys, page }: Wanted,
  take: () => string | undefined,
  add: (entry: Entry) => void,
): Promise<void> {
  return new Promise((done, failed) => {
    const workerData = { keys, page };
    const worker = new Worker(builtPath('lib/cli/commands/matrix/entries-worker.js'), {
      workerData,
    });
    const give = (): void => {
      const folder = take();
      if (folder === undefined) void worker.terminate().then(() => done());
      else worker.postMessage(folder);
    };
    worker.on('message', (entry: Entry) => {
      add(entry);
      give();
    });
    worker.on('error', failed);
    give();
  });
}

export function verifier({ keys, page }: Pick<Wanted, 'keys' | 'page'>) {
  const kit = thisKit();
  const ledger = loadLedger();
  const known = new Map(
    keys.map(({ name, pem }): [string, { readonly name: string; readonly key: KeyObject }] => {
      const key = publicKeyOf(pem);
      return [keyIdOf(key), { name, key }];
    }),
  );
  return async (folder: string): Promise<Entry> => {
    const shown = relative(page, folder).split(sep).join('/');
    // What a failed reading says of itself names the folders of this machine, and the page may be published.
    try {
      readdirSync(folder);
    } catch (error) {
      return refused(shown, `It cannot be read: ${whyNot(error)}.`, ledger.rules.length);
    }
    try {
      const { files, unread } = readCertificate(resolve(folder), page);
      const signer = keyIdsIn(files.get('attestation.json')).flatMap(
        (id) => known.get(id) ?? [],
      )[0];
      const verification = await verified({
        ...kit,
        files,
        unread,
        publicKey: signer?.key,
        signedOnly: true,
      });
      const entry = entryOf(shown, verification, {
        ledger,
        signedWith: signer?.name ?? null,
        keyName: (id) => known.get(id)?.name,
      });
      return entry.standing === 'unverified'
        ? {
            ...entry,
            why:
              keys.length === 0
                ? 'no public key was given to check its signature with (--public-keys)'
                : 'none of the public keys belongs to its signature',
          }
        : entry;
    } catch (thrown) {
      // A folder that cannot be read must not keep the others from being shown.
      const why = thrown instanceof Error ? thrown.message : 'unreadable';
      return refused(shown, `It could not be verified: ${why}`, ledger.rules.length);
    }
  };
}

const refused = (folder: string, why: string, rules: number): Entry => ({
  folder,
  name: folder,
  organisation: '',
  standing: 'refused',
  signedWith: null,
  why,
  outcomes: '-'.repeat(rules),
  incomplete: 0,
  practice: false,
  repeatedBy: null,
  target: '',
  until: '',
});

/** The ids of the keys that it claims to be signed with. Only the signature proves the claim. */
function keyIdsIn(attestation: Buffer | undefined): readonly string[] {
  try {
    const { signatures } = parsed(attestation?.toString() ?? '') as {
      readonly signatures: readonly { readonly keyid: string }[];
    };
    return signatures.map(({ keyid }) => keyid);
  } catch {
    return [];
  }
}
