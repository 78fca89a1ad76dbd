// `proof`: shows that the checks can fail and accuse nobody, by running every rule against every fault and variant.
import { command } from '../arguments/command.js';
import { commaSeparated, list, quoted, text, value, whole } from '../../api/options/flags.js';
import { CannotWrite, UsageError } from '../../api/errors.js';
import { exitCodes } from '../../api/exit-codes.js';
import { whyNot, writeNamed } from '../../api/files.js';
import { namesLike } from '../../api/options/nearest.js';

export const proof = command({
  name: 'proof',
  summary: 'Prove that every fault is caught, and that no legal server is accused.',
  flags: {
    Scope: {
      fault: list(
        'NAME',
        commaSeparated(text),
        'only these faults, and no legal servers; repeatable',
      ),
      seed: value(
        'N',
        whole(0, 2 ** 31 - 1),
        'the seed of random values and of faulty servers; default 1',
      ),
    },
    Output: { html: value('FILE', text, 'write the whole matrix, rule by fault, as a page') },
  },
  notes: [
    'Every fault of the reference server has to fail exactly the rules that it should, and every legal server has to pass.',
  ],
  examples: [
    'animal-store-conformance proof --html proof.html',
    'animal-store-conformance proof --fault limit-off-by-one',
  ],
  async run({ values }, io) {
    const [{ faults, variants }, { loadLedger }, { proveAll }, { matrix, matrixText, problemsOf }] =
      await Promise.all([
        import('../../reference/index.js'),
        import('../../contract/ledger.js'),
        import('../../proof/all.js'),
        import('../../proof/matrix.js'),
      ]);
    const names = faults.map(({ name }) => name);
    for (const name of values.fault ?? [])
      if (!names.includes(name))
        throw new UsageError(
          `There is no fault ${name}.${namesLike(name, names)} \`reference --list\` lists them all.`,
        );
    const reported = await proveAll(values.seed ?? 1, values.fault ?? null, (done, of) => {
      if (io.stderr.isTTY)
        io.stderr.write(`\r${done} of ${of} servers tested${done === of ? '\n' : ''}`);
    });
    const { clauses, rules } = loadLedger();
    const rows = matrix(reported, rules, faults).filter(
      ({ caught }) => values.fault === undefined || caught.length > 0,
    );
    if (values.html !== undefined) {
      const { proofPage } = await import('../../proof/page.js');
      const page = proofPage(reported, rows, { clauses, faults, variants });
      try {
        writeNamed(io.folder, values.html, page);
      } catch (error) {
        throw new CannotWrite(
          `The page could not be written to ${quoted(values.html)} (${whyNot(error)}).`,
        );
      }
    }
    io.stdout.write(matrixText(reported, rows));
    return problemsOf(reported).length === 0 ? exitCodes.fine : exitCodes.notConformant;
  },
});
