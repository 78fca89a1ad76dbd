// Faults of clause 4.3: a petId that is not an integer.
import { instead, type Change } from '../../changes/change.js';
import { of404, refusals } from '../../changes/refusals.js';
import { idIn } from '../../changes/requests.js';
import { breaking, type Fault } from '../fault.js';

/** Accepts a petId that is not an integer in canonical form. */
const reading = (read: (text: string) => bigint | undefined): Change =>
  instead('idOf', (call) => (/^-?\d+$/.test(idIn(call)) ? undefined : read(idIn(call))));
const whole = (value: number): bigint | undefined =>
  Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;

export const getNoInteger: readonly Fault[] = [
  ...breaking('get-animal.no-integer', {
    'id-digits-before-letters': [
      'Ignores letters after the digits of a petId.',
      reading((text) => (/^\d/.test(text) ? whole(Number.parseInt(text, 10)) : undefined)),
    ],
    'id-digits-among-letters': [
      'Ignores letters among the digits of a petId.',
      reading((text) =>
        /\d/.test(text) ? whole(Number(text.replace(/\D/g, '').slice(0, 15))) : undefined,
      ),
    ],
    'id-fraction-cut': [
      'Truncates a petId with a fraction.',
      reading((text) => (/^\d+\.\d+$/.test(text) ? whole(Number(text)) : undefined)),
    ],
    'id-any-number-form': [
      'Accepts fractions and exponents in a petId, as most languages do in numbers.',
      reading((text) => (text.trim() === '' ? undefined : whole(Number(text)))),
    ],
    'id-in-words-first-animal': [
      'Returns the first animal for a petId that is a word.',
      instead('getPet', (call, server) => {
        const animal = /^[a-z]+$/i.test(call.petId) ? server.store.at(0) : undefined;
        return animal && server.json(200, server.fetchedText(animal, call), call);
      }),
    ],
    'odd-id-null': [
      'Returns 200 with null for a petId that is not an integer.',
      refusals(
        (refusal, call) => of404(refusal, call) && !/^-?\d+$/.test(call.petId),
        (reply) => ({ ...reply, status: 200, body: 'null' }),
      ),
    ],
    'odd-id-line-feed': [
      'Ignores a line feed after a petId.',
      reading((text) => (/^\d+\n$/.test(text) ? BigInt(text.trim()) : undefined)),
    ],
    'odd-id-space-before': [
      'Ignores a space before a petId.',
      reading((text) => (/^\s+\d+$/.test(text) ? BigInt(text.trim()) : undefined)),
    ],
    'odd-id-wraps-64': [
      'Keeps only 64 bits of a petId.',
      instead('idOf', (call) =>
        /^\d{19,40}$/.test(idIn(call)) ? BigInt.asIntN(64, BigInt(idIn(call))) : undefined,
      ),
    ],
  }),
];
