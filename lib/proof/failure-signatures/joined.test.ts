// What the same key opens in several places is one defect. Tested with faults of the proof.
import { expect, test } from 'vitest';
import { runInMemory } from '../../in-memory/in-memory.js';
import { faults } from '../../reference/index.js';
import { withCauses } from './index.js';

const named = (name: string) => faults.find((fault) => fault.name === name) ?? expect.fail(name);

const causesOf = async (...names: readonly string[]) =>
  withCauses(await runInMemory({ faults: names.map(named), seed: 3 })).causes ?? [];

test('a wrong key that both services accept is one cause, which the catalogue leads', async () => {
  const [cause, ...others] = await causesOf('key-of-any-case', 'message-key-of-any-case');
  expect(others).toEqual([]);
  expect(cause?.rules[0]).toBe('authentication.wrong-key');
  expect(cause?.rules).toContain('messages.wrong-key');
  expect(cause?.like.map(({ fault }) => fault)).toContain('key-of-any-case');
});

test('different wrong keys are two', async () => {
  const causes = await causesOf('key-in-base64-accepted', 'message-key-length');
  expect(causes).toHaveLength(2);
});

test('so is a body in chunks that both services misread, however each shows it', async () => {
  const [cause, ...others] = await causesOf(
    'chunks-decoded-one-by-one',
    'message-chunks-decoded-one-by-one',
  );
  expect(others).toEqual([]);
  expect(cause?.rules).toEqual(['add-animal.any-spelling', 'messages.echo']);
});
