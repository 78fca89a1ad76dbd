// Masks keys in everything that is printed. Texts of the target are masked before, down to pieces of keys; here only
// whole keys remain, which a user may have typed.
import type { Secret } from '../../http/secrets/credential.js';
import type { Environment } from '../environment.js';
import { knownKeys } from './key.js';

export type Mask = (text: string) => string;

/** Masks every key that is configured, and further ones. */
export const maskOf = async (
  context: { readonly environment: Environment; readonly folder: string },
  more: readonly Secret[] = [],
): Promise<Mask> => masking([...(await knownKeys(context)), ...more]);

export async function masking(secrets: readonly Secret[]): Promise<Mask> {
  if (secrets.length === 0) return (text) => text;
  const { redactor } = await import('../../http/secrets/redact.js');
  return redactor(secrets, { pieces: false });
}

/** The same error, without keys. */
export async function masked(thrown: unknown, context: Parameters<typeof maskOf>[0]) {
  if (!(thrown instanceof Error)) return thrown;
  const mask = await maskOf(context);
  const { message, stack } = thrown;
  return Object.assign(thrown, { message: mask(message), stack: mask(stack ?? message) });
}
