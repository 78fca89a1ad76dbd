// A Target for a hostile server, for tests of lib/http, with a brief form of its requests and results.
import { expect } from 'vitest';
import { cleanUp } from '../clean-up.js';
import { realClock } from '../../http/pacing/clock.js';
import { openTransport, type TransportOptions } from '../../http/sockets/transport.js';
import { Target, type TargetOptions } from '../../http/target.js';
import type { Ask, Exchange } from '../../http/types.js';
import type { HostileServer } from './hostile-servers.js';

export const list: Ask = {
  operation: 'listPets',
  method: 'GET',
  path: '/pets',
  validity: 'valid',
  writes: false,
};
export const add: Ask = {
  operation: 'createPet',
  method: 'POST',
  path: '/pets',
  body: '{"name":"Ada","categoryId":1}',
  validity: 'valid',
  writes: true,
};
export const key = 'fake-key-for-hostile-tests';

export async function targetAt(
  at: HostileServer | string,
  sockets: Partial<TransportOptions> = {},
  options: Partial<TargetOptions> = {},
): Promise<Target> {
  const origin = typeof at === 'string' ? at : at.origin;
  if (typeof at !== 'string') cleanUp.push(() => at.close());
  const transport = await openTransport({
    baseUrl: origin,
    connectMs: 5000,
    firstByteMs: 5000,
    wholeMs: 8000,
    ...sockets,
  });
  const target = new Target({
    baseUrl: `${origin}/v1`,
    key,
    transport,
    clock: realClock,
    ...options,
  });
  cleanUp.push(() => target.close());
  return target;
}

/** Short time limits for targets that never respond. Other targets get all the time that a busy machine needs. */
export const soon = { firstByteMs: 150, wholeMs: 300 };

export const outcome = ({ answer, noAnswer }: Exchange): unknown =>
  answer === undefined
    ? noAnswer
    : { status: answer.status, text: answer.text, truncated: answer.truncated };
export const failed = (kind: string, message: RegExp): unknown => ({
  kind,
  message: expect.stringMatching(message),
});

/** A response began, and then broke its framing or the connection. */
export const brokenOff = (kind: string, message: RegExp): unknown => ({
  kind,
  message: expect.stringMatching(message) as unknown,
  isBroken: true,
});
