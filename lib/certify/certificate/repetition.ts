// "Repeated by": somebody who repeated the run of a certificate with the same result signs a statement about what the
// vendor signed. It has the address, the day and the public key. Whose key that is, people must find out.
import type { KeyObject } from 'node:crypto';
import { parsed } from '../../contract/values/depth.js';
import type { Report } from '../../judge/result/report.js';
import { jsonText } from '../../report/text/inert.js';
import {
  type Envelope,
  isSignedBy,
  keyIdOf,
  publicKeyOf,
  publicPemOf,
  signed,
} from './signature.js';
import { isBaseAddress } from './practice.js';
import type { Statement } from './statement.js';

export const repetitionName = 'repetition.json';

export interface Repetition {
  /** The address at which the run was repeated. */
  readonly target: string;
  readonly day: string;
  /** The digest of the key that signed it. */
  readonly keyId: string;
}

interface Said {
  readonly target: string;
  readonly day: string;
  readonly publicKey: string;
}

function statementOf(certificate: Statement, { kit, run }: Report, said: Said): Statement {
  const { target, day, publicKey } = said;
  return {
    ...certificate,
    predicate: {
      ...certificate.predicate,
      configuration: [
        {
          name: 'repetition',
          uri: target,
          annotations: { day, seed: run.seed, kit: `${kit.name} ${kit.version}`, publicKey },
        },
      ],
    },
  };
}

const payloadOf = (statement: Statement): Buffer => Buffer.from(jsonText(statement, 0));

export function repetitionText(
  certificate: Statement,
  report: Report,
  { target, day, key }: { readonly target: string; readonly day: string; readonly key: KeyObject },
): string {
  const said = { target, day, publicKey: publicPemOf(key) };
  return `${jsonText(signed(payloadOf(statementOf(certificate, report, said)), key), 1)}\n`;
}

/** Returns what a valid statement says, or what is wrong with it. */
export function repetitionIn(
  envelope: Envelope,
  certificate: Statement,
  report: Report,
  now: number,
): Repetition | string {
  const payload = Buffer.from(envelope.payload, 'base64');
  const said = saidIn(payload.toString('utf8'));
  if (said === undefined) return 'does not say who has repeated the run, where and when';
  const key = publicKeyOf(said.publicKey);
  const keyId = keyIdOf(key);
  if (!isSignedBy(key, envelope) || envelope.signatures[0]?.keyid !== keyId)
    return 'was changed after it was signed';
  if (!payloadOf(statementOf(certificate, report, said)).equals(payload))
    return 'is about another certificate';
  if (!isBaseAddress(said.target)) return 'names no address where the run was repeated';
  if (!isBetween(said.day, report.run.startedAt, now)) return 'names a day on which nobody could';
  return { target: said.target, day: said.day, keyId };
}

/** Days are in UTC, and a small difference between clocks is accepted. */
function isBetween(day: string, startedAt: string, now: number): boolean {
  const latest = new Date(now + tolerance).toISOString().slice(0, 10);
  return !Number.isNaN(Date.parse(day)) && day >= startedAt.slice(0, 10) && day <= latest;
}
const tolerance = 10 * 60_000;

function saidIn(text: string): Said | undefined {
  const { predicate } = (parsed(text) ?? {}) as Partial<Statement>;
  const { uri: target, annotations = {} } = predicate?.configuration?.[0] ?? {};
  const { day, publicKey } = annotations;
  const isSaid =
    typeof target === 'string' && typeof day === 'string' && typeof publicKey === 'string';
  return isSaid && /^\d{4}-\d\d-\d\d$/.test(day) ? { target, day, publicKey } : undefined;
}
