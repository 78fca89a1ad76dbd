// Faults of clause 4.3: a petId that is no integer.
import { instead, type Change } from '../../changes/change.js';
import { of404, refusals } from '../../changes/refusals.js';
import { idIn } from '../../changes/requests.js';
import type { Server } from '../../server.js';
import type { Animal, Reply } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

/** A petId that is no integer in canonical form is taken for one. */
const reading = (read: (text: string) => bigint | undefined): Change =>
  instead('idOf', (call) => (/^-?\d+$/.test(idIn(call)) ? undefined : read(idIn(call))));
const whole = (value: number): bigint | undefined =>
  Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
const refusedAs = (alter: (reply: Reply) => Reply): Change =>
  refusals((refusal, call) => of404(refusal, call) && !/^-?\d+$/.test(call.petId), alter);
const wordFor = (animalOf: (server: Server) => Animal | undefined): Change =>
  instead('getPet', (call, server) => {
    const animal = /^[a-z]+$/i.test(call.petId) ? animalOf(server) : undefined;
    return animal && server.json(200, server.fetchedText(animal, call), call);
  });

export const getNoInteger: readonly Fault[] = [
  ...breaking('get-animal.no-integer', {
    'id-digits-before-letters': [
      'Reads the digits before the letters of a petId.',
      reading((text) => (/^\d/.test(text) ? whole(Number.parseInt(text, 10)) : undefined)),
    ],
    'id-digits-among-letters': [
      'Reads the digits of a petId and leaves out the letters.',
      reading((text) =>
        /\d/.test(text) ? whole(Number(text.replace(/\D/g, '').slice(0, 15))) : undefined,
      ),
    ],
    'id-fraction-cut': [
      'Cuts the fraction of a petId off.',
      reading((text) => (/^\d+\.\d+$/.test(text) ? whole(Number(text)) : undefined)),
    ],
    'id-any-number-form': [
      'Reads a petId as a program reads a number, with fractions and exponents.',
      reading((text) => (text.trim() === '' ? undefined : whole(Number(text)))),
    ],
    'id-in-words-first-animal': [
      'Takes a petId that is a word for the first animal.',
      wordFor((server) => server.store.at(0)),
    ],
    'odd-id-null': [
      'Answers a petId that is no integer with 200 and null.',
      refusedAs((reply) => ({ ...reply, status: 200, body: 'null' })),
    ],
    'odd-id-list': [
      'Answers a petId that is no integer with the list.',
      instead('getPet', (call, server) =>
        /^-?\d+$/.test(idIn(call)) ? undefined : server.listPets(call),
      ),
    ],
    'odd-id-error-200': [
      'Answers a petId that is no integer with 200 and an Error.',
      refusedAs((reply) => ({ ...reply, status: 200 })),
    ],
    'odd-id-line-feed': [
      'Takes a petId with a line feed after it for the one without.',
      reading((text) => (/^\d+\n$/.test(text) ? BigInt(text.trim()) : undefined)),
    ],
    'odd-id-space-before': [
      'Takes a petId with a space before it for the one without.',
      reading((text) => (/^\s+\d+$/.test(text) ? BigInt(text.trim()) : undefined)),
    ],
    'odd-id-wraps-64': [
      'Keeps 64 bits of a petId.',
      instead('idOf', (call) =>
        /^\d{19,40}$/.test(idIn(call)) ? BigInt.asIntN(64, BigInt(idIn(call))) : undefined,
      ),
    ],
  }),
];
