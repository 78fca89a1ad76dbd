// Faults of authentication (clause 5).
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';

export const authentication: readonly Fault[] = [
  {
    name: 'key-not-checked',
    clause: '5',
    sentence: 'Checks no key anywhere in the catalogue.',
    fails: [
      'authentication.missing-key',
      'authentication.wrong-key',
      'authentication.bearer-form',
      'authentication.comes-first',
      'authentication.every-request',
      'authentication.writes-nothing',
      'authentication.store-orders',
    ],
    change: replace('needsKey', () => (call) => call.operation === 'sendMessage'),
  },
  {
    name: 'key-not-checked-on-get',
    clause: '5',
    sentence: 'Checks no key when one animal is fetched.',
    fails: ['authentication.missing-key', 'authentication.wrong-key', 'authentication.bearer-form', 'authentication.comes-first', 'authentication.every-request'],
    change: replace('needsKey', () => (call) => call.operation !== 'getPet'),
  },
];
