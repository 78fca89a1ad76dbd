// The certificate of a server whose store is never empty says what it leaves open, and nobody can hide that.
import { beforeAll, describe, expect, test } from 'vitest';
import { verificationLines } from '../../cli/commands/verify/lines.js';
import type { RuleResult } from '../../judge/result/report.js';
import { variantNamed } from '../../reference/index.js';
import { fewRules } from '../../testing/few-rules.js';
import { changedBy, type Issued, issuedFor, ruleOf } from '../../testing/certificates/issued.js';
import { missingFor } from '../certificate/certificate.js';
import { entryOf } from '../matrix/entry.js';
import { matrixMarkdown } from '../matrix/markdown.js';
import { matrixPage } from '../matrix/page.js';
import { outcomeOf } from './outcome.js';

describe('a certificate of a store that is never empty', () => {
  const id = 'list-animals.nothing-matches';
  const gap = `1 stated rule could not be tested, because this store already has animals of every status, so no filtered list can be empty: ${id}`;
  const rules = fewRules(id, 'list-animals.filter', 'add-animal.keeps-name');
  const { ledger } = rules.contract;
  let incomplete: Issued;
  beforeAll(async () => {
    incomplete = await issuedFor(rules, { variants: [variantNamed('residents-12')!] });
  });

  test('is not given unless it may be incomplete', () => {
    const { report } = incomplete;
    expect(report.verdict).toBe('conformant');
    expect(missingFor(report)).toEqual([expect.stringContaining(`${gap}. Certify a server with`)]);
    expect(missingFor(report, { incomplete: true })).toEqual([]);
    const cut = changedBy(report, ({ run }) => (run.scope.budget = { maxWrites: 50 }));
    expect(missingFor(cut, { incomplete: true })).toContain('the run was not a full one');
  });

  test('says so wherever it says that the server is conformant', async () => {
    const text = (name: string): string => `${incomplete.files.get(name)}`;
    for (const name of ['index.html', 'README.md'])
      expect(text(name).replace(/[\\`]/g, ''), name).toContain(gap);
    expect(text('report.html')).toContain('1 stated rule could not be tested, because');
    expect(text('badge.svg')).toContain('for practice only, incomplete');
    const verification = await incomplete.verify(incomplete.files);
    expect(verification.problems).toEqual([]);
    expect(verificationLines(verification, undefined, { quiet: true })).toContain(
      ` Incomplete: ${gap}.\n`,
    );
    expect(outcomeOf(verification).incomplete).toEqual([id]);
    const entry = entryOf('acme', verification, { ledger, signedWith: 'acme.pem' });
    expect(entry.incomplete).toBe(1);
    for (const shown of [matrixMarkdown([entry], ledger), matrixPage([entry], ledger)])
      expect(shown.replaceAll('\\', '')).toContain(`${entry.name} (incomplete, for practice)`);
  });

  test.each<[string, Partial<RuleResult>]>([
    ['nothing is said of the store', {}],
    ['the target is said to have chosen so', { reason: 'the target refuses it' }],
    ['another reason is given', { because: 'full lists' }],
  ])('is contradicted by its own exchanges where %s', async (_, said) => {
    const verification = await incomplete.forged((copy) => {
      delete ruleOf(copy, id).because;
      Object.assign(ruleOf(copy, id), said);
    });
    expect(verification.problems.map(({ kind }) => kind)).toContain('not-borne-out');
  });
});
