// Within a layer, too, imports lead in one direction. It reads source text, and runs nothing of it.
import { describe, expect, test } from 'vitest';
import { pathOf, source, sources } from './testing/sources.js';

/** The folders of a layer, and the files that stand beside them: each in a room of its own. */
const roomIn = (layer: string, path: string): string =>
  path.slice(layer.length + 1).split('/')[0] ?? '';

/** Which rooms of a layer each of them imports from, types included. */
function roomsOf(layer: string): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const one of sources.filter(source(layer))) {
    const room = roomIn(layer, one.path);
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const { from } of one.imports) {
      const to = pathOf(one, from);
      if (to.startsWith(`${layer}/`) && roomIn(layer, to) !== room) imported.add(roomIn(layer, to));
    }
  }
  return rooms;
}

describe('the rooms of a layer', () => {
  test.each(['api', 'certify', 'cli', 'contract', 'http', 'judge', 'report'])(
    'import in one direction: lib/%s',
    (name) => {
      const left = new Map(roomsOf(`lib/${name}`));
      for (let size = -1; size !== left.size;) {
        size = left.size;
        for (const [room, imported] of left)
          if (![...imported].some((other) => left.has(other))) left.delete(room);
      }
      expect([...left.keys()]).toEqual([]);
    },
  );

  test('of the judge: from results, over health, rules and evidence, to failures and the run', () => {
    const upwards = ['result', 'health', 'rules', 'evidence', 'failures', 'recorded-cases', 'run'];
    for (const [room, imported] of roomsOf('lib/judge'))
      for (const other of imported)
        expect(upwards.indexOf(other), `${room} imports ${other}`).toBeLessThan(
          upwards.indexOf(room),
        );
  });
});
