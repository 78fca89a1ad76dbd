// The certificate of a server whose store is never empty says what it leaves open, and nobody can hide that.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { notAReport } from '../../api/reports/report-file.js';
import { verificationLines } from '../../cli/commands/verify/lines.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { variantNamed } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { fewRules } from '../../testing/few-rules.js';
import { implementation } from '../../testing/certificates/vendor.js';
import { certificateFiles, missingFor } from '../certificate/certificate.js';
import { newKeys } from '../certificate/signature.js';
import { entryOf } from '../matrix/entry.js';
import { matrixMarkdown } from '../matrix/markdown.js';
import { matrixPage } from '../matrix/page.js';
import { outcomeOf } from './outcome.js';
import type { Verification } from './verification.js';
import { verified } from './verify.js';

const kit = { name: 'animal-store-conformance', version: '9.9.9', digest: 'a'.repeat(64) };
const { contract, rules, scope } = fewRules(
  'list-animals.nothing-matches',
  'list-animals.filter',
  'add-animal.keeps-name',
);
const { ledger } = contract;
const context = { clauses: ledger.clauses.map((clause) => ({ ...clause, link: '' })) };
const keys = newKeys();
const gap =
  '1 stated rule could not be tested, because this store has animals of each status, so that no list is empty: list-animals.nothing-matches';

let report: Report;
let files: ReadonlyMap<string, string>;

const filesOf = (certified: Report): ReadonlyMap<string, string> =>
  new Map(
    certificateFiles(certified, implementation, createPrivateKey(keys.privateKey), context).map(
      ({ name, text }) => [name, text],
    ),
  );

const verify = (of: ReadonlyMap<string, string>): Promise<Verification> =>
  verified({
    files: new Map([...of].map(([name, text]) => [name, Buffer.from(text)])),
    publicKey: createPublicKey(keys.publicKey),
    now: Date.parse(report.run.startedAt),
    kit,
    contract,
    rules,
    context,
    notAReport,
  });

beforeAll(async () => {
  const residents = variantNamed('residents-12');
  if (!residents) throw new Error('There is no such variant.');
  report = await runInMemory({
    variants: [residents],
    keepCases: true,
    seed: 3,
    kit,
    rules,
    scope,
  });
  files = filesOf(report);
});

describe('a certificate of a store that is never empty', () => {
  test('is not given unless it may be incomplete', () => {
    expect(report.verdict).toBe('conformant');
    expect(missingFor(report)).toEqual([expect.stringContaining(`${gap}. Certify a server with`)]);
    expect(missingFor(report, { incomplete: true })).toEqual([]);
  });

  test('says so wherever it says that the server is conformant', async () => {
    for (const name of ['index.html', 'README.md'])
      expect(files.get(name)?.replaceAll('\\', '').replaceAll('`', ''), name).toContain(gap);
    expect(files.get('report.html')).toContain('1 stated rule could not be tested, because');
    expect(files.get('badge.svg')).toContain('for practice only, incomplete');
    const verification = await verify(files);
    expect(verification.problems).toEqual([]);
    expect(verificationLines(verification, undefined, { quiet: true })).toContain(
      ` Incomplete: ${gap}.\n`,
    );
    expect(outcomeOf(verification).incomplete).toEqual(['list-animals.nothing-matches']);
    const entry = entryOf('acme', verification, { ledger, signedWith: 'acme.pem' });
    expect(entry.incomplete).toBe(1);
    for (const shown of [matrixMarkdown([entry], ledger), matrixPage([entry], ledger)])
      expect(shown.replaceAll('\\', '')).toContain(`${entry.name} (incomplete, for practice)`);
  });

  test.each([
    ['nothing is said of the store', (rule: RuleResult) => ({ ...rule, because: undefined })],
    [
      'the target is said to have chosen so',
      (rule: RuleResult) => ({ ...rule, because: undefined, reason: 'the target refuses it' }),
    ],
    [
      'another reason is given',
      (rule: RuleResult) => ({ ...rule, because: 'full lists' as const }),
    ],
  ])('is contradicted by its own exchanges where %s', async (_, change) => {
    const changed = report.rules.map((rule) =>
      rule.id === 'list-animals.nothing-matches' ? change(rule) : rule,
    );
    const forged = JSON.parse(JSON.stringify({ ...report, rules: changed })) as Report;
    const { problems } = await verify(filesOf(forged));
    expect(problems.map(({ kind }) => kind)).toContain('not-borne-out');
  });
});

test('a report with a budget is of no full run, whatever else it says', async () => {
  const budgeted = { ...report.run.scope, budget: { maxWrites: 50 } };
  const cut = { ...report, run: { ...report.run, scope: budgeted } };
  expect(missingFor(cut, { incomplete: true })).toContain('the run was not a full one');
  const { problems } = await verify(filesOf(cut));
  expect(problems.map(({ kind }) => kind)).toContain('not-a-full-run');
});
