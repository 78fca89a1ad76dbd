// Faults of clause 4.3: wrong responses for an identifier that no animal has, or that is not an integer.
import { after, all, instead, replace, type Change } from '../../changes/change.js';
import { of404, refusals, refuse, refusingId } from '../../changes/refusals.js';
import { empty, page } from '../../changes/replies.js';
import { idIn } from '../../changes/requests.js';
import { finding } from '../../changes/stored.js';
import type { Reply } from '../../types.js';
import { breaking, each, eachOf, type Fault } from '../fault.js';

/** Replaces the response for an identifier that no animal has. */
const absent = (answer: (id: bigint) => Reply | undefined): Change =>
  replace('getPet', (getPet, server) => async (call) => {
    const id = server.idOf(call);
    const known = (await server.find(id, call)) !== undefined;
    return (known ? undefined : answer(id)) ?? getPet(call);
  });
const refusingAbsent = (when: (id: bigint) => boolean): Change =>
  absent((id) => (when(id) ? refuse(400) : undefined));
const answered = (body: string): Reply => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body,
});
/** Alters the refusal of an unknown identifier with few digits. */
const ofSmall = (digits: number, alter: (reply: Reply) => Reply): Change =>
  refusals(
    (refusal, call) =>
      of404(refusal, call) && /^[1-9]\d*$/.test(call.petId) && call.petId.length <= digits,
    alter,
  );
/** Accepts a petId that is not an integer in canonical form. */
const reading = (read: (text: string) => bigint | undefined): Change =>
  instead('idOf', (call) => (/^-?\d+$/.test(idIn(call)) ? undefined : read(idIn(call))));
const whole = (value: number): bigint | undefined =>
  Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;

export const getIdentifiers: readonly Fault[] = [
  ...breaking('get-animal.unknown-id', {
    'last-animal-fetched': [
      'Returns the last animal, whatever was requested.',
      finding((_id, store) => store.at(store.count() - 1)),
    ],
    'sign-of-id-ignored': [
      'Ignores the sign of a petId.',
      replace('find', (find) => (id, call) => find(id < 0n ? -id : id, call)),
    ],
    'id-in-32-bits': [
      'Keeps only 32 bits of a petId.',
      replace('find', (find) => (id, call) => find(BigInt.asIntN(32, id), call)),
    ],
    'long-id-as-double': [
      'Assigns identifiers beyond 53 bits, and reads a petId as a double.',
      all(
        after('assignId', (id) => id * 1_024n + 2n ** 60n),
        replace('find', (find) => (id, call) => find(BigInt(Number(id)), call)),
      ),
    ],
    'long-id-by-its-beginning': [
      'Assigns long identifiers, and returns an animal whose identifier begins with the petId.',
      (server) => {
        after('assignId', (id) => id * 7_919n + 10_000_000n)(server);
        replace('find', (find) => (id, call) => {
          const whole = find(id, call);
          if (whole !== undefined) return whole;
          const { store } = server;
          return Array.from({ length: store.count() }, (_, at) => store.at(at)).find((animal) =>
            String(animal?.id).startsWith(String(id)),
          );
        })(server);
      },
    ],
    'next-animal-there-already': [
      'Returns an animal without a name for the identifier that the next animal will get.',
      replace('getPet', (getPet, server) => async (call) => {
        const id = server.idOf(call);
        const last = server.store.at(server.store.count() - 1)?.id;
        return last !== undefined && id === last + 1n
          ? answered(`{"id":${id},"name":"","categoryId":0,"status":"available"}`)
          : getPet(call);
      }),
    ],
    'unknown-animal-null': [
      'Returns 200 with null for an unknown animal.',
      absent(() => answered('null')),
    ],
    'unknown-animal-204': ['Returns 204 for an unknown animal.', absent(() => empty(204))],
    ...eachOf(
      'unknown-animal-%s',
      'Returns %s for an unknown animal.',
      [400, 403, 422, 500],
      (status) => absent(() => refuse(status)),
    ),
    ...each('Returns 400 for a petId %s.', refusingAbsent, {
      'id-beyond-32-bits-400': ['beyond 32 bits', (id) => BigInt.asIntN(32, id) !== id],
      'id-beyond-53-bits-400': ['that a double cannot hold', (id) => BigInt(Number(id)) !== id],
    }),
    'unknown-animal-made-up': [
      'Makes up an animal for an unknown petId.',
      absent(() => answered('{"id":0,"name":"","categoryId":0,"status":"available"}')),
    ],
    ...each('Returns 500 for %s.', (id) => refusingId(500, (text) => id.test(text)), {
      'id-0-500': ['the petId 0', /^0$/],
      'negative-id-500': ['a negative petId', /^-\d/],
      'highest-id-500': ['a petId that is the highest int64', /^9223372036854775807$/],
      'lowest-id-500': ['a petId that is the lowest int64', /^-9223372036854775808$/],
    }),
    'unknown-small-id-null': [
      'Returns 200 with null for an unknown petId of at most ten digits.',
      ofSmall(10, (reply) => ({ ...reply, status: 200, body: 'null' })),
    ],
    'unknown-small-id-500': [
      'Returns 500 for an unknown petId of at most ten digits.',
      ofSmall(10, (reply) => ({ ...reply, status: 500 })),
    ],
    'unknown-id-within-53-bits-500': [
      'Returns 500 for an unknown petId of at most 15 digits.',
      ofSmall(15, () => page(500)),
    ],
    'unknown-next-id-400': [
      'Returns 400 for an unknown petId of at most six digits.',
      ofSmall(6, (reply) => ({ ...reply, status: 400 })),
    ],
  }),
  ...breaking('get-animal.impossible-id', {
    ...each('Returns 400 for %s.', refusingAbsent, {
      'id-0-400': ['the petId 0', (id) => id === 0n],
      'negative-id-400': ['a negative petId', (id) => id < 0n],
    }),
  }),
  ...breaking('get-animal.no-integer', {
    'id-digits-before-letters': [
      'Ignores letters after the digits of a petId.',
      reading((text) => (/^\d/.test(text) ? whole(Number.parseInt(text, 10)) : undefined)),
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
