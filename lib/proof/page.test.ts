// The page of a proof names everything in the proof, links only to its own contents, and escapes every text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visible } from '../report/text/inert.js';
import { poison, poisoned, readPoisoned } from '../testing/reports/poison.js';
import { type ProofParts, provenParts, unprovenParts } from '../testing/reports/proof-fixture.js';
import { readHtml } from '../testing/pages/read-html.js';
import { problemsOf } from './matrix.js';
import { proofPage } from './page.js';

const pageOf = ({ proof, rows, made }: ProofParts): string => proofPage(proof, rows, made);

describe.each([
  ['proven', provenParts(), '✓ Proven'],
  ['not proven', unprovenParts(), '✗ Not proven'],
])('the page of a proof: %s', (_, parts, verdict) => {
  const { proof, rows } = parts;
  const { tags, text } = readHtml(pageOf(parts));

  test('names every rule, fault, legal server and problem', () => {
    expect(text).toContain(verdict);
    const servers = [...proof.faults, ...proof.variants].filter(({ name }) => !name.includes('+'));
    for (const { name } of servers) expect(text).toContain(name);
    for (const { rule } of rows) expect(text).toContain(rule.id);
    for (const problem of problemsOf(proof)) expect(text).toContain(problem);
  });

  test('leads only to what stands in it, once', () => {
    const ids = tags.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(ids).toEqual([...new Set(ids)]);
    const links = tags
      .filter(({ name }) => name === 'a')
      .map(({ attributes }) => attributes['href']);
    expect(links.filter((to) => !ids.includes(to?.replace(/^#/, '') ?? ''))).toEqual([]);
  });

  test('shows every text as text, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(poison, { minLength: 1, maxLength: 40 }), (texts) => {
        const hostile = poisoned(parts, texts);
        const page = readPoisoned(pageOf(hostile));
        expect(page.evil).toEqual([]);
        for (const { rule } of hostile.rows) expect(page.text).toContain(visible(rule.id));
        for (const { name } of hostile.proof.faults) expect(page.text).toContain(visible(name));
        for (const problem of problemsOf(hostile.proof))
          expect(page.text).toContain(visible(problem));
      }),
      { numRuns: 10 },
    );
  });
});
