import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { declarationOf } from './declaration.js';
import { readSpec } from './files.js';
import { clauseLink, loadLedger, parseLedger, ruleNamed } from './ledger.js';

describe('the ledger', () => {
  const { clauses, rules, unchecked } = loadLedger();

  test('types the ids of rules in the suites: after a change of the ledger say `npm run build`', () => {
    const written = readFileSync(fileURLToPath(new URL('rule-ids.ts', import.meta.url)), 'utf8');
    expect(written).toBe(declarationOf(rules));
    expect(written).toContain(`"${rules[0]?.id}": "${rules[0]?.statement}";`);
  });

  test('says something of every clause', () => {
    const said = new Set([...rules, ...unchecked].map(({ clause }) => clause));
    expect(clauses.map(({ id }) => id).filter((id) => !said.has(id))).toEqual([]);
  });

  test('knows the line of each clause in the contract', () => {
    const lines = readSpec('animal-store.md').toString('utf8').split('\n');
    expect(clauses.map(({ line }) => lines[line - 1])).toEqual(
      clauses.map(({ id, title }) => `## ${id} ${title}`),
    );
  });

  test('asks where the contract is silent, and states where it is not', () => {
    for (const { id, kind, statement } of rules)
      expect(statement, id).toMatch(
        kind === 'open' ? /\?( \(.+\))?$/ : /^(`createdAt` |[A-Z]).*\.$/,
      );
  });

  test('has of each implied rule both readings, as clauses of one sentence, and the harm that is done when it is broken', () => {
    const implied = rules.filter(({ kind }) => kind === 'implied');
    expect(implied.length).toBeGreaterThan(20);
    for (const { id, readings, harm } of implied) {
      expect([readings?.strict, readings?.lenient], id).toEqual([
        expect.stringMatching(/^[^A-Z].*[^.]$|^(RFC|ISO|JSON).*[^.]$/),
        expect.stringMatching(/^[^A-Z].*[^.]$|^(RFC|ISO|JSON).*[^.]$/),
      ]);
      expect(harm, id).toMatch(/^(None|Not known)\b.*\.$/);
    }
    expect(
      rules.filter(
        ({ kind, readings, harm }) => kind !== 'implied' && (readings ?? harm) !== undefined,
      ),
    ).toEqual([]);
  });

  test('gives each unchecked statement a reason, as a sentence', () => {
    for (const { statement, reason } of unchecked)
      expect(reason, statement).toMatch(/^(`createdAt` |[A-Z]).*\.$/);
  });

  test('mentions only rules that exist', () => {
    const suites = new Set(rules.map(({ id }) => id.split('.')[0]));
    for (const { reason } of unchecked)
      for (const [id, suite] of reason.matchAll(/\b([a-z]+(?:-[a-z]+)*)\.[a-z]+(?:-[a-z]+)*\b/g))
        if (suites.has(suite)) expect(ruleNamed(id).kind).toBe('open');
  });

  test('finds a rule by its id', () => {
    expect(ruleNamed('list-animals.limit-is-maximum')).toMatchObject({
      clause: '4.1',
      kind: 'stated',
    });
    expect(() => ruleNamed('list-animals.nothing')).toThrow(
      'There is no rule list-animals.nothing in spec/rules.yaml',
    );
  });

  test('links to the contract in words', () => {
    expect(clauseLink('4.1', 'List animals')).toBe('spec/animal-store.md#41-list-animals');
    expect(clauseLink('4.3', 'Get an animal (deprecated)')).toBe(
      'spec/animal-store.md#43-get-an-animal-deprecated',
    );
  });
});

describe('parseLedger', () => {
  const clauses = '[{ id: "1", title: One }]';
  const head = 'since: 0.1.0, retired: []';
  const rule = (row: string): string =>
    `{ ${head}, clauses: ${clauses}, rules: [${row}], unchecked: [] }`;

  test.each([
    ['[]', 'The ledger is not an object'],
    [`{ ${head}, clauses: ${clauses}, rules: [] }`, 'The ledger lacks the field `unchecked`'],
    [`{ ${head}, clauses: ${clauses}, rules: {}, unchecked: [] }`, '`rules` is not a list'],
    [
      rule('{ id: a.b, clause: "1", kind: stated, statement: S., level: 2 }'),
      'Row 1 of `rules` has the unknown field `level`: allowed are id, clause, kind, statement, readings, harm, frameworks, since, changed',
    ],
    [
      rule('{ id: a.b, clause: "1", kind: stated }'),
      'Row 1 of `rules` lacks the field `statement`',
    ],
    [
      rule('{ id: a.b, clause: 1, kind: stated, statement: S. }'),
      'Row 1 of `rules` needs a text for `clause`',
    ],
    [
      rule('{ id: a.b, clause: "1", kind: implied, statement: S. }'),
      'The rule a.b must have both `readings` and `harm` if it is implied, and neither if it is not',
    ],
    [
      rule(
        '{ id: a.b, clause: "1", kind: implied, statement: S., harm: None., readings: { strict: s } }',
      ),
      'The readings of a.b lacks the field `lenient`',
    ],
    [
      rule('{ id: a.b, clause: "2", kind: stated, statement: S. }'),
      'The rule a.b names the clause 2, which is not among `clauses`',
    ],
    [
      rule('{ id: a.b, clause: "1", kind: must, statement: S. }'),
      'The rule a.b has the kind must: write stated, implied or open',
    ],
    [
      rule('{ id: List.All, clause: "1", kind: stated, statement: S. }'),
      'The rule List.All has a bad id: write suite.slug',
    ],
    [rule('{ id: a, clause: "1", kind: stated, statement: S. }'), 'The rule a has a bad id'],
    [rule('{ id: a.b-, clause: "1", kind: stated, statement: S. }'), 'The rule a.b- has a bad id'],
    [
      rule(
        '{ id: a.b, clause: "1", kind: stated, statement: S. }, { id: a.b, clause: "1", kind: open, statement: "S?" }',
      ),
      '`rules` holds a.b twice',
    ],
    [
      `{ ${head}, clauses: [{ id: "1", title: One }, { id: "1", title: Two }], rules: [], unchecked: [] }`,
      '`clauses` holds 1 twice',
    ],
    [
      `{ ${head}, clauses: ${clauses}, rules: [], unchecked: [{ clause: "7", statement: S., reason: R. }] }`,
      'Row 1 of `unchecked` names the clause 7',
    ],
    [
      `{ retired: [], clauses: ${clauses}, rules: [], unchecked: [] }`,
      'The ledger lacks the field `since`',
    ],
    [
      rule('{ id: a.b, clause: "1", kind: stated, statement: S., since: next }'),
      'The rule a.b has no version in `since`: write it as 0.3.0',
    ],
    [
      rule('{ id: a.b, clause: "1", kind: stated, statement: S., changed: { 0.2: W. } }'),
      'The rule a.b has no version in `changed`',
    ],
    [
      rule('{ id: a.b, clause: "1", kind: stated, statement: S., changed: { 0.1.0: W. } }'),
      'The rule a.b was changed in 0.1.0, but is there since 0.1.0 only',
    ],
    [
      rule('{ id: a.b, clause: "1", kind: stated, statement: S. }').replace(
        'retired: []',
        'retired: [{ id: a.b, in: 0.2.0, reason: R. }]',
      ),
      '`rules` and `retired` holds a.b twice',
    ],
  ])('refuses %s', (text, problem) =>
    expect(() => parseLedger(text)).toThrow(`spec/rules.yaml: ${problem}`),
  );
});
