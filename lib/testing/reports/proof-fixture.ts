// A proof for the tests of its page: a correct one, or one with every kind of problem. Test support only.
import { loadLedger } from '../../contract/ledger.js';
import type { Proof } from '../../proof/all.js';
import { type MatrixRow, matrix } from '../../proof/matrix.js';
import type { Made } from '../../proof/page.js';
import type { Proven } from '../../proof/prove.js';
import { faults, variants } from '../../reference/index.js';

export interface ProofParts {
  readonly proof: Proof;
  readonly rows: readonly MatrixRow[];
  readonly made: Made;
}

export function provenParts(): ProofParts {
  const { clauses, rules } = loadLedger();
  const some = faults.filter((_, at) => at % 20 === 0);
  const proof = {
    seed: 1,
    faults: some.map(({ name, rule }) => ({ name, failed: [rule], problems: [] })),
    variants: [
      { name: 'the correct server', failed: [], problems: [] },
      ...variants.slice(0, 9).map(({ name }) => ({ name, failed: [], problems: [] })),
      { name: 'newest-first + by-name', failed: ['add-animal.letter-case'], problems: [] },
    ],
  };
  return { proof, rows: matrix(proof, rules, faults), made: { clauses, faults, variants } };
}

export function unprovenParts(): ProofParts {
  const { proof, made } = provenParts();
  const wrong = {
    seed: 1,
    faults: wrongly(proof.faults, [['It was missed.'], ['It accuses.', 'And again.']]),
    variants: wrongly(proof.variants, [['It is accused.']]),
  };
  return { proof: wrong, rows: matrix(wrong, loadLedger().rules, made.faults), made };
}

/** Gives these problems to the first servers. The very first one fails no rule. */
const wrongly = (
  servers: readonly Proven[],
  problems: readonly (readonly string[])[],
): readonly Proven[] =>
  servers.map((server, at) => ({
    ...server,
    failed: at === 0 ? [] : server.failed,
    problems: problems[at] ?? [],
  }));
