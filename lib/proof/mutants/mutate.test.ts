// Tests what the mutator changes, and that each note about a survivor is about a mutant that exists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutationsOf } from './mutate.js';

const changesOf = (source: string): readonly string[] =>
  mutationsOf(source).map(({ operator, after }) => `${operator}: ${after}`);

describe('a source', () => {
  test.each([
    ['if (limit > 100 && ok) {', 'boundary: if (limit >= 100 && ok) {'],
    ['if (limit > 100 && ok) {', 'logic: if (limit > 100 || ok) {'],
    ['if (limit > 100 && ok) {', 'number: if (limit > 101 && ok) {'],
    ['if (limit > 100 && ok) {', 'condition: if (!(limit > 100 && ok)) {'],
    ['    if pet is None:', 'condition: if not (pet is None):'],
    ["  status ?? 'available',", "text: status ?? 'availablex',"],
    ['  pets.push(pet);', 'order: pets.unshift(pet);'],
    ['  pets.push(pet);', 'statement: ;'],
    ['        self.lock()', 'statement: pass'],
    ['  return pet;', 'result: return 0;'],
    ['  const one = await read();', 'wait: const one = read();'],
  ])('%s may become %s', (source, change) => {
    expect(changesOf(source)).toContain(change);
  });

  test('is left alone in its comments, and its texts are no code', () => {
    expect(changesOf('// returns 1 && true\n# not 5 > 3\n')).toEqual([]);
    expect(changesOf("x('1 > 0 && true')")).toEqual([]);
  });

  test('changes at one place at a time, each time under an id of its own', () => {
    const all = mutationsOf('if (a === 1 || b === 1) {\n}');
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ source }) => source)).size).toBe(all.length);
  });
});

test('each survivor that is named is a mutant of one of the servers', () => {
  const there = [
    ['Express', 'express/server.js'],
    ['FastAPI', 'fastapi/server.py'],
    ['Flask', 'flask/server.py'],
    ['Litestar', 'litestar/server.py'],
    ['Django REST framework', 'django/server.py'],
  ].flatMap(([name = '', file = '']) =>
    mutationsOf(readFileSync(join(import.meta.dirname, '../foreign', file), 'utf8')).map(
      ({ id }) => `${name} ${id}`,
    ),
  );
  const named = Object.keys(
    JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8')) as object,
  );
  expect(named.filter((one) => !there.includes(one))).toEqual([]);
});
