// A signature covers these bytes, this type and this key, and nothing else. No report is judged here.
import { createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Envelope,
  isSignedBy,
  keyIdOf,
  newKeys,
  privateKeyOf,
  publicKeyOf,
  sha256,
  signed,
  statementType,
} from './signature.js';

const vendor = newKeys();
const stranger = newKeys();
const key = privateKeyOf(vendor.privateKey);
const publicKey = publicKeyOf(vendor.publicKey);
const payload = Buffer.from('{"says":"conformant"}');
const envelope = signed(payload, key);
const [only] = envelope.signatures;
const withSignature = (sig: string): Envelope => ({
  ...envelope,
  signatures: [{ keyid: only?.keyid ?? '', sig }],
});
const signature = Buffer.from(only?.sig ?? '', 'base64');

describe('a signature', () => {
  test('holds for the key that made it, and for no other', () => {
    expect(isSignedBy(publicKey, envelope)).toBe(true);
    expect(isSignedBy(publicKeyOf(stranger.publicKey), envelope)).toBe(false);
  });

  test.each<[string, Envelope]>([
    ['another payload', { ...envelope, payload: Buffer.from('{}').toString('base64') }],
    ['another type', { ...envelope, payloadType: 'text/plain' }],
    ['none at all', { ...envelope, signatures: [] }],
    ['an empty one', withSignature('')],
    ['half of one', withSignature(signature.subarray(0, 32).toString('base64'))],
    ['one with more behind it', withSignature(`${signature.toString('hex')}00`)],
    ['one of the payload alone', withSignature(sign(null, payload, key).toString('base64'))],
  ])('does not hold for %s', (_, changed) => expect(isSignedBy(publicKey, changed)).toBe(false));

  test('is of what DSSE says is signed, so that other tools can check it', () => {
    const encoded = `DSSEv1 ${statementType.length} ${statementType} ${payload.length} ${payload.toString()}`;
    expect(verify(null, Buffer.from(encoded), publicKey, signature)).toBe(true);
  });

  test('stands beside the digest of the public key, whichever half names it', () => {
    const der = createPublicKey(vendor.publicKey).export({ type: 'spki', format: 'der' });
    expect(only?.keyid).toBe(sha256(der));
    expect(keyIdOf(key)).toBe(keyIdOf(publicKey));
    expect(keyIdOf(publicKeyOf(stranger.publicKey))).not.toBe(keyIdOf(publicKey));
  });
});

describe('a key', () => {
  test.each([
    ['a private key where a public one is due', () => publicKeyOf(vendor.privateKey), 'a private'],
    ['a public key where a private one is due', () => privateKeyOf(vendor.publicKey), 'is not a'],
    ['what is no key', () => publicKeyOf('none'), 'is not a public key in PEM'],
  ])('is refused: %s', (_, read, said) => expect(read).toThrow(said));
});
