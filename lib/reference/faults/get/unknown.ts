// Faults of clause 4.3: wrong responses for an identifier that no animal has.
import { replace, type Change } from '../../changes/change.js';
import { of404, refusals, refuse, refusingId } from '../../changes/refusals.js';
import { empty, page } from '../../changes/replies.js';
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

export const getUnknown: readonly Fault[] = [
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
    'id-beyond-32-bits-400': [
      'Returns 400 for a petId beyond 32 bits.',
      absent((id) => (id > 2n ** 31n - 1n || id < -(2n ** 31n) ? refuse(400) : undefined)),
    ],
    'id-beyond-53-bits-400': [
      'Returns 400 for a petId that a double cannot hold.',
      absent((id) => (BigInt(Number(id)) !== id ? refuse(400) : undefined)),
    ],
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
    'id-0-400': [
      'Returns 400 for the petId 0.',
      absent((id) => (id === 0n ? refuse(400) : undefined)),
    ],
    'negative-id-400': [
      'Returns 400 for a negative petId.',
      absent((id) => (id < 0n ? refuse(400) : undefined)),
    ],
  }),
];
