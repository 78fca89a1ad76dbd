// Signs and checks DSSE envelopes with Ed25519 keys, as in-toto uses them. It knows nothing about what is signed.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

export interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

export const statementType = 'application/vnd.in-toto+json';

/** A key that cannot sign or check certificates. The message says what is wrong with it. */
export class BadKey extends Error {
  override readonly name = 'BadKey';
}

export function newKeys(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

export function privateKeyOf(pem: string): KeyObject {
  return ed25519(() => createPrivateKey(pem), 'a private key');
}

/** Reads a public key. A private key is refused, because it must not be passed around. */
export function publicKeyOf(pem: string): KeyObject {
  if (/PRIVATE KEY-----/.test(pem))
    throw new BadKey('contains a private key: to verify, use the public key that belongs to it');
  return ed25519(() => createPublicKey(pem), 'a public key');
}

function ed25519(read: () => KeyObject, what: string): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new BadKey(`is not ${what} in PEM`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new BadKey(
      `is ${what} of the kind ${key.asymmetricKeyType ?? 'unknown'}: certificates are signed with Ed25519`,
    );
  return key;
}

/** The SHA-256 of the public key, which identifies the key without showing it. */
export function keyIdOf(key: KeyObject): string {
  return sha256(publicPart(key).export({ type: 'spki', format: 'der' }));
}

export const publicPemOf = (key: KeyObject): string =>
  publicPart(key).export({ type: 'spki', format: 'pem' }).toString();

const publicPart = (key: KeyObject): KeyObject =>
  key.type === 'private' ? createPublicKey(key) : key;

export function signed(payload: Buffer, key: KeyObject): Envelope {
  return {
    payload: payload.toString('base64'),
    payloadType: statementType,
    signatures: [
      {
        keyid: keyIdOf(key),
        sig: sign(null, encoded(statementType, payload), key).toString('base64'),
      },
    ],
  };
}

/** Whether one of the signatures was made with the key. */
export function isSignedBy(
  key: KeyObject,
  { payload, payloadType, signatures }: Envelope,
): boolean {
  const bytes = encoded(payloadType, Buffer.from(payload, 'base64'));
  return signatures.some(({ sig }) => {
    const signature = Buffer.from(sig, 'base64');
    return signature.length === 64 && verify(null, bytes, key, signature);
  });
}

/** DSSE's pre-authentication encoding, which is what is actually signed. */
function encoded(type: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');
