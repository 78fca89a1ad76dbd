// `matrix`: the certificates of many vendors, each verified again, as one page and one Markdown table.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command } from '../../arguments/command.js';
import { quoted, text, toggle, value } from '../../../api/options/flags.js';
import type { Entry } from '../../../certify/matrix/entry.js';
import type { NamedKey } from './entries.js';
import { CannotWrite, oneLine, UsageError } from '../../../api/errors.js';
import { makeFolders, expectPlainPlace, whyNot, writeWhole } from '../../../api/files.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { jsonText } from '../../../report/text/inert.js';
import { type Io } from '../../io.js';

export const matrix = command({
  name: 'matrix',
  summary: 'Verify all certificates below a folder, and show them together.',
  operand: {
    name: 'DIR',
    required: true,
    help: 'the folder whose sub-folders are certificates',
  },
  flags: {
    Flags: {
      'public-keys': value(
        'DIR',
        text,
        'the public keys of the vendors, one in each .pem file; a certificate that none of them has signed is shown as unverified',
      ),
      out: value('DIR', text, 'write matrix.html and matrix.md to this folder; default DIR itself'),
      json: toggle('print the entries as JSON, and write nothing'),
    },
  },
  notes: [
    'Certificates are verified on all cores; invalid certificates are marked "refused", with the reason. The page links to the folders of the certificates that were not refused.',
    'A key may sign for any name: the matrix shows which key has signed. It checks a report page only for active content; `verify` reads it in full.',
    'Links, hidden folders, folders of a certificate and what lies more than four folders deep are not looked into.',
    'Exit status: 0 all are verified, 1 one is refused, 3 one is unverified.',
  ],
  examples: ['animal-store-conformance matrix certificates --public-keys keys'],
  async run({ values, operand = '' }, io) {
    const [{ certificateFolders, verifiedEntries }, { loadLedger }] = await Promise.all([
      import('./entries.js'),
      import('../../../contract/ledger.js'),
    ]);
    const root = resolve(io.folder, operand);
    const page = resolve(io.folder, values.out ?? operand);
    if (!values.json) expectPlainPlace('The matrix', page, { folder: io.folder, flag: '--out' });
    const { folders, passedOver } = foundIn(root, operand, certificateFolders);
    if (passedOver.length > 0)
      io.stderr.write(`not looked into: ${oneLine(named(passedOver).join(', '))}\n`);
    if (folders.length === 0)
      throw new UsageError(
        `${quoted(operand)} contains no certificates: specify a folder whose sub-folders have an attestation.json.`,
      );
    const keys = await keysIn(values['public-keys'], io);
    const { fewestProblemsFirst, toldApart } = await import('../../../certify/matrix/entry.js');
    const verified = await verifiedEntries({ folders, keys, page }, (done) => {
      if (io.stderr.isTTY)
        io.stderr.write(
          `\r${done} of ${folders.length} verified${done === folders.length ? '\n' : ''}`,
        );
    });
    const entries = toldApart(verified);
    const { matrixMarkdown, summaryOf } = await import('../../../certify/matrix/markdown.js');
    const ledger = loadLedger();
    if (values.json) {
      const rules = ledger.rules.map(({ id }) => id);
      io.stdout.data(`${jsonText({ rules, entries: fewestProblemsFirst(entries) }, 1)}\n`);
    } else {
      const { matrixPage } = await import('../../../certify/matrix/page.js');
      writeBoth(page, [
        ['matrix.html', matrixPage(entries, ledger)],
        ['matrix.md', matrixMarkdown(entries, ledger)],
      ]);
      io.stdout.write(
        `${[summaryOf(entries), ...notVerified(entries), written(values.out ?? operand)].join('\n')}\n`,
      );
    }
    const has = (standing: string): boolean => entries.some((entry) => entry.standing === standing);
    if (has('refused')) return exitCodes.notConformant;
    return has('unverified') ? exitCodes.inconclusive : exitCodes.fine;
  },
});

function foundIn<T>(root: string, shown: string, look: (root: string) => T): T {
  try {
    return look(root);
  } catch (error) {
    throw new UsageError(`${quoted(shown)} cannot be read (${whyNot(error)}): check the path.`);
  }
}

async function keysIn(path: string | undefined, io: Io): Promise<readonly NamedKey[]> {
  if (path === undefined) return [];
  const [{ publicKey }, { publicPemOf }] = await Promise.all([
    import('../../signing-keys.js'),
    import('../../../certify/certificate/signature.js'),
  ]);
  try {
    const names = readdirSync(resolve(io.folder, path)).filter((name) => name.endsWith('.pem'));
    if (names.length === 0)
      throw new UsageError(
        `--public-keys ${quoted(path)}: there is no .pem file in this folder: check the path.`,
      );
    return names.map((name) => ({ name, pem: publicPemOf(publicKey(join(path, name), io)) }));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `--public-keys ${quoted(path)} cannot be read (${whyNot(error)}): check the path.`,
    );
  }
}

function writeBoth(
  folder: string,
  files: readonly (readonly [name: string, text: string])[],
): void {
  try {
    makeFolders(folder);
    for (const [name, content] of files) writeWhole(join(folder, name), content);
  } catch (error) {
    throw new CannotWrite(`The matrix could not be written (${whyNot(error)}).`);
  }
}

/** The most certificates that are named, because a folder may hold any number. */
const mostNamed = 20;

const named = (all: readonly string[]): readonly string[] =>
  all.length > mostNamed ? [...all.slice(0, mostNamed), `and ${all.length - mostNamed} more`] : all;

const notVerified = (entries: readonly Entry[]): readonly string[] =>
  named(
    entries
      .filter(({ standing }) => standing !== 'verified')
      .map(({ folder, standing, why }) => oneLine(`${folder}: ${standing}: ${why ?? ''}`)),
  ).map((line) => `  ${line}`);

const written = (folder: string): string =>
  `Written: ${['matrix.html', 'matrix.md'].map((name) => quoted(join(folder, name))).join(' and ')}`;
