// What an attestation alone shows: who signed it, and whether it was changed. No report is judged here.
import { describe, expect, test } from 'vitest';
import { cleanReport } from '../../testing/reports/fixture.js';
import { implementation } from '../../testing/certificates/vendor.js';
import { payloadOf } from '../certificate/certificate.js';
import {
  type Envelope,
  keyIdOf,
  newKeys,
  privateKeyOf,
  publicKeyOf,
  signed,
  statementType,
} from '../certificate/signature.js';
import { statementOf } from '../certificate/statement.js';
import { opened, type Opened, signatureProblem } from './envelope.js';

const vendor = newKeys();
const stranger = newKeys();
const ours = publicKeyOf(vendor.publicKey);
const theirs = publicKeyOf(stranger.publicKey);
const digests = { report: 'a'.repeat(64), page: 'b'.repeat(64) };
const payload = payloadOf(statementOf(cleanReport(), implementation, digests));
const good = signed(payload, privateKeyOf(vendor.privateKey));

const open = (envelope: unknown): Opened => {
  const attested = opened(JSON.stringify(envelope));
  if ('kind' in attested) throw new Error(attested.message);
  return attested;
};
const naming = (keyid: string, sig = good.signatures[0]?.sig ?? ''): Envelope => ({
  ...good,
  signatures: [{ keyid, sig }],
});
/** The signature with one bit changed. */
const broken = (sig: string): string => {
  const bytes = Buffer.from(sig, 'base64');
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  return bytes.toString('base64');
};

describe('a signature', () => {
  test('that is good is no problem', () => {
    expect(signatureProblem(open(good), ours)).toBeUndefined();
    expect(open(good).implementation).toEqual(implementation);
  });

  test('that does not hold, under the name of the key that was given', () =>
    expect(
      signatureProblem(open(naming(keyIdOf(ours), broken(good.signatures[0]?.sig ?? ''))), ours),
    ).toEqual({
      kind: 'bad-signature',
      message: 'attestation.json was changed after it was signed: its signature is invalid.',
    }));

  test('that holds, under the name of another key', () =>
    expect(signatureProblem(open(naming(keyIdOf(theirs))), ours)).toEqual({
      kind: 'bad-signature',
      message: `attestation.json was changed after it was signed: it names another key (sha256:${keyIdOf(theirs)}) than the one that has signed it.`,
    }));

  test('of another key', () =>
    expect(signatureProblem(open(good), theirs)).toEqual({
      kind: 'other-key',
      message: `attestation.json was signed with another key (sha256:${keyIdOf(ours)}) than the public key that you gave (sha256:${keyIdOf(theirs)}): somebody else has signed it, or the key is not this vendor's.`,
    }));

  test('that is missing is no attestation at all', () =>
    expect(opened(JSON.stringify({ ...good, signatures: [] }))).toEqual({
      kind: 'not-an-attestation',
      message: 'attestation.json is not a DSSE envelope with one signature and nothing else.',
    }));

  test.each([
    ['two signatures', { ...good, signatures: [...good.signatures, ...good.signatures] }],
    ['one that is no base64', naming(keyIdOf(ours), 'AAAA$')],
    ['a key named in words', naming('the key of Acme')],
    ['more beside it', { ...good, signatures: [{ ...good.signatures[0], note: 'x' }] }],
    ['a payload that is no base64', { ...good, payload: `${good.payload}\n` }],
    ['another type', { ...good, payloadType: 'text/plain' }],
    ['no statement', { ...good, payload: Buffer.from('{}').toString('base64') }],
  ])('is not looked at where the envelope has %s', (_, envelope) =>
    expect(opened(JSON.stringify(envelope))).toMatchObject({ kind: 'not-an-attestation' }),
  );

  test('is of an in-toto statement', () => expect(good.payloadType).toBe(statementType));
});
