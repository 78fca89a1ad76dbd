import { expect, test } from 'vitest';
import { loadLedger, parseLedger } from '../ledger.js';
import { changesSince } from './since.js';

const rule = (id: string, more = ''): string =>
  `{ id: ${id}, clause: "1", kind: stated, statement: "S."${more} }`;
const ledger = parseLedger(`{
  since: 0.1.0,
  retired: [{ id: a.gone, in: 0.3.0, reason: "Another reading permits it." }],
  clauses: [{ id: "1", title: One }],
  rules: [
    ${rule('a.old')},
    ${rule('a.newer', ', since: 0.2.0')},
    ${rule('a.newest', ', since: 0.10.0')},
    ${rule('a.changed', ', changed: { 0.10.0: "Later.", 0.2.0: "Clearer." }')},
  ],
  unchecked: [] }`);
const idsSince = (version: string) => {
  const { added, changed, retired } = changesSince(version, ledger);
  return {
    added: added.map(({ id }) => id),
    changed: changed.map(
      (one) => `${one.rule.id} ${one.changes.map(({ what }) => what).join(' ')}`,
    ),
    retired: retired.map(({ id }) => id),
  };
};

test('a rule is new for whoever has an older version than the one that it came with', () => {
  expect(idsSince('0.1.0')).toEqual({
    added: ['a.newer', 'a.newest'],
    changed: ['a.changed Clearer. Later.'],
    retired: ['a.gone'],
  });
  expect(idsSince('0.2.0')).toEqual({
    added: ['a.newest'],
    changed: ['a.changed Later.'],
    retired: ['a.gone'],
  });
  expect(idsSince('0.10.0')).toEqual({ added: [], changed: [], retired: [] });
});

test('before the first version, all rules are new, and none of them is told as changed', () => {
  const { added, changed } = idsSince('0.0.1');
  expect(added).toHaveLength(4);
  expect(changed).toEqual([]);
});

test('the rules of this kit are all as old as its first version, or say since when they are there', () => {
  for (const { id, since } of loadLedger().rules) expect(since, id).toMatch(/^\d+\.\d+\.\d+$/);
  expect(changesSince('0.0.0', loadLedger()).added).toHaveLength(loadLedger().rules.length);
});
