// Test support: makes a new self-signed certificate for this machine, so that the repository contains no private key.

import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

const ecdsaWithSha256 = sequence(objectId([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));

export function testCertificate(
  host: 'this machine' | 'elsewhere.test' = 'this machine',
  expired = false,
): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const name = sequence(
    set(sequence(objectId([0x55, 0x04, 0x03]), value(0x0c, Buffer.from('Animal Store kit test')))),
  );
  const day = 86_400_000;
  const validity = sequence(
    time(Date.now() - 10 * day),
    time(Date.now() + (expired ? -day : 10 * day)),
  );
  const names =
    host === 'this machine'
      ? [value(0x82, Buffer.from('localhost')), value(0x87, Buffer.from([127, 0, 0, 1]))]
      : [value(0x82, Buffer.from(host))];
  const alternativeNames = sequence(objectId([0x55, 0x1d, 0x11]), value(0x04, sequence(...names)));
  const isAuthority = sequence(
    objectId([0x55, 0x1d, 0x13]),
    value(0x04, sequence(value(0x01, Buffer.from([0xff])))),
  );
  const toBeSigned = sequence(
    value(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey,
    value(0xa3, sequence(alternativeNames, isAuthority)),
  );
  const signature = sign('sha256', toBeSigned, createPrivateKey(privateKey));
  const der = sequence(
    toBeSigned,
    ecdsaWithSha256,
    value(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey,
  };
}

// The few DER structures that a certificate needs.

function value(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return value(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return value(0x31, Buffer.concat(parts));
}

function integer(bytes: Buffer): Buffer {
  return value(0x02, bytes);
}

function objectId(bytes: readonly number[]): Buffer {
  return value(0x06, Buffer.from(bytes));
}

function time(ms: number): Buffer {
  return value(
    0x18,
    Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`),
  );
}
