// `rules`: the ledger, clause by clause: what is checked, and what is not, with the reason; or what an older version
// of the kit had not.
import { command } from '../../arguments/command.js';
import { quoted, text, toggle, value } from '../../../api/options/flags.js';
import { UsageError } from '../../../api/errors.js';
import { exitCodes } from '../../../api/exit-codes.js';
import type { Io } from '../../io.js';
import { kitVersion } from '../../../api/package.js';

export const rules = command({
  name: 'rules',
  summary:
    'List all rules by clause, and what is not checked. With --since, list what has changed.',
  flags: {
    Flags: {
      since: value(
        'VERSION',
        text,
        'only what is new, changed or retired since that version of the kit',
      ),
      json: toggle('print as JSON'),
    },
  },
  examples: ['animal-store-conformance rules', 'animal-store-conformance rules --since 0.1.0'],
  async run({ values }, io) {
    const { loadLedger } = await import('../../../contract/ledger.js');
    const ledger = loadLedger();
    if (values.since !== undefined) await printChanges(values.since, values.json === true, io);
    else if (values.json) io.stdout.data(`${JSON.stringify(ledger, null, 2)}\n`);
    else {
      const { ledgerLines } = await import('./lines.js');
      io.stdout.write(ledgerLines(ledger, io));
    }
    return exitCodes.fine;
  },
});

async function printChanges(given: string, asJson: boolean, io: Io): Promise<void> {
  const [{ loadLedger }, { changesSince }, { changeLines, changesAsJson }] = await Promise.all([
    import('../../../contract/ledger.js'),
    import('../../../contract/history/since.js'),
    import('./lines.js'),
  ]);
  const version = kitVersion();
  const versions = { since: await olderVersion(given, version), version };
  const changes = changesSince(versions.since, loadLedger());
  if (asJson) io.stdout.data(`${JSON.stringify(changesAsJson(changes, versions), null, 2)}\n`);
  else io.stdout.write(changeLines(changes, versions, io));
}

/** A version that this kit can know of: its own, or an older one. */
async function olderVersion(given: string, own: string): Promise<string> {
  const { compareVersions, isVersion } = await import('../../../contract/versions.js');
  if (!isVersion(given))
    throw new UsageError(
      `--since is ${quoted(given)}: specify a version of the kit, such as 0.1.0.`,
    );
  if (compareVersions(given, own) > 0)
    throw new UsageError(
      `--since is ${quoted(given)}, but this kit is ${own}, which does not know the rules of later versions: specify ${own} or an older version.`,
    );
  return given.replace(/^v/, '');
}
