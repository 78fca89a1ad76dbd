// Faults that no rule catches for certain, with the reason. They are kept out of the proof, and in sight.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { selecting } from './changes.js';

export interface UncaughtFault extends Fault {
  readonly reason: string;
}

export const uncaught: readonly UncaughtFault[] = [
  {
    name: 'list-shows-only-available',
    clause: '4.1',
    sentence: 'Lists only available animals when no filter is sent.',
    fails: ['list-animals.as-created'],
    reason: 'A list without a filter is full by the time that animals of each status are looked for in it.',
    change: replace('select', (select) => (status, limit, call) => select(status ?? 'available', limit, call)),
  },
  {
    name: 'list-hides-sold',
    clause: '4.1',
    sentence: 'Leaves sold animals out when no filter is sent.',
    fails: ['list-animals.as-created'],
    reason: 'A list without a filter is full by the time that a sold animal is looked for in it.',
    change: selecting((status, limit, _, server) => server.store.slice(status, limit, (animal) => status !== undefined || animal.status !== 'sold')),
  },
  {
    name: 'get-404-once-in-10',
    clause: '4.3',
    sentence: 'Does not find one animal in ten that is there.',
    fails: ['get-animal.exact-animal'],
    flaky: true,
    reason: 'An animal that is not found at first is asked for again, because it may appear late.',
    change: replace('find', (find, server) => (id, call) => (server.random() < 0.1 ? undefined : find(id, call))),
  },
];
