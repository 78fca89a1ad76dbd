// Faults that no rule is certain to catch, with the reason. They are listed here instead of in the proof, so that they
// stay visible.
import { after, replace } from '../changes/change.js';
import type { Fault } from './fault.js';

interface UncaughtFault extends Fault {
  readonly reason: string;
}

export const uncaught: readonly UncaughtFault[] = [
  {
    name: 'time-on-a-clock-of-12-hours',
    sentence: 'Returns createdAt with the hours of a 12-hour clock.',
    rule: 'messages.recent',
    reason:
      'Before noon, except in the first hour of the day, it is right: a run in the morning cannot tell.',
    change: after('createdAt', (iso) =>
      iso.replace(
        /T(\d\d)/,
        (_, hour: string) => `T${String(((Number(hour) + 11) % 12) + 1).padStart(2, '0')}`,
      ),
    ),
  },
  {
    name: 'page-skips-an-animal-now-and-then',
    sentence: 'Omits an animal from the middle of a full list, and returns the next one instead.',
    rule: 'list-animals.finds-created',
    reason: 'Lists have no order, so a full list does not have to contain any given animal.',
    change: replace('select', (select, server) => async (status, limit, call) => {
      const found = await select(status, limit + 1, call);
      return found.length > limit
        ? found.filter((_, at) => at !== Math.floor(server.random() * limit)).slice(0, limit)
        : found;
    }),
  },
];
