// The answers of observations hold nothing of the key, whatever they make of what the target says.
import { expect, test } from 'vitest';
import type { Transport } from '../lib/http/types.js';
import { runInMemory } from '../lib/in-memory/in-memory.js';
import { rules } from './errors-observed.js';

const serverKey = 'fake-q7Zp9Xw2Lk4Tb8Vn';
const signed = (server: Transport): Transport => ({
  ...server,
  async send(request, signal) {
    const response = await server.send(request, signal);
    if (response.status < 400) return response;
    const error = JSON.parse(Buffer.from(response.body).toString()) as object;
    const message = `no, ${serverKey}, 17 times`;
    return { ...response, body: JSON.stringify({ ...error, message }) };
  },
});

test('a key in a message is masked before its digits are', async () => {
  const { observations } = await runInMemory({ rules, serverKey, between: signed });
  const { answer } = observations.find(({ id }) => id === 'errors.messages') ?? {};
  expect(answer).toContain('404: "no, $ANIMAL_STORE_API_KEY, N times"');
});
