// Checks attestation.json: whether it is one, who signed it, and what it says. Nothing in it is believed until the
// signature is valid.
import { parsed } from '../../contract/values/depth.js';
import type { KeyObject } from 'node:crypto';
import { BadImplementation, type Implementation } from '../certificate/implementation.js';
import { checkedImplementation } from '../certificate/implementation.js';
import { type Envelope, isSignedBy, keyIdOf, statementType } from '../certificate/signature.js';
import { implementationIn, type Statement } from '../certificate/statement.js';
import { problem, type Problem } from './problems.js';

export interface Opened {
  readonly envelope: Envelope;
  readonly payload: Buffer;
  readonly statement: Statement;
  readonly implementation: Implementation;
}

const name = 'attestation.json';

export function opened(text: string): Opened | Problem {
  const value = parsed(text);
  if (value === undefined)
    return problem('cut-file', `${name} is not whole JSON: it was cut off or overwritten.`);
  if (!isEnvelope(value))
    return problem(
      'not-an-attestation',
      `${name} is not a DSSE envelope with one signature and nothing else.`,
    );
  if (value.payloadType !== statementType)
    return problem(
      'not-an-attestation',
      `${name} holds something else than an in-toto statement (its payloadType is not ${statementType}).`,
    );
  const payload = Buffer.from(value.payload, 'base64');
  const statement = parsed(payload.toString('utf8'));
  if (!isStatement(statement))
    return problem(
      'not-an-attestation',
      `${name} does not hold an in-toto statement with the predicate test-result.`,
    );
  try {
    const implementation = checkedImplementation(implementationIn(statement), 'The statement');
    return { envelope: value, payload, statement, implementation };
  } catch (thrown) {
    if (!(thrown instanceof BadImplementation)) throw thrown;
    return problem('not-an-attestation', thrown.message);
  }
}

export function signatureProblem({ envelope }: Opened, key: KeyObject): Problem | undefined {
  const ours = keyIdOf(key);
  const theirs = envelope.signatures.map(({ keyid }) => keyid);
  const holds = isSignedBy(key, envelope);
  if (holds && theirs.includes(ours)) return undefined;
  if (holds)
    return problem(
      'bad-signature',
      `${name} was changed after it was signed: it names another key (sha256:${theirs.join()}) than the one that has signed it.`,
    );
  return theirs.includes(ours)
    ? problem('bad-signature', `${name} was changed after it was signed: its signature is invalid.`)
    : problem(
        'other-key',
        `${name} was signed with another key (sha256:${theirs.join()}) than the public key that you gave (sha256:${ours}): somebody else has signed it, or the key is not this vendor's.`,
      );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
/** Accepts only canonical base64, because decoders skip characters that do not belong to it. */
const isBase64 = (value: unknown): boolean =>
  isText(value) && Buffer.from(value, 'base64').toString('base64') === value;
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

/** Allows nothing besides the signed parts, because anything else would be taken for a part of the certificate. */
const hasOnly = (value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  Object.keys(value).every((each) => names.includes(each));

export function isEnvelope(value: unknown): value is Envelope {
  if (!isObject(value) || !hasOnly(value, ['payload', 'payloadType', 'signatures'])) return false;
  const { payload, payloadType, signatures } = value;
  if (!isBase64(payload) || !isText(payloadType)) return false;
  if (!Array.isArray(signatures) || signatures.length !== 1) return false;
  const [only] = signatures as readonly unknown[];
  return (
    isObject(only) &&
    hasOnly(only, ['keyid', 'sig']) &&
    isText(only['keyid']) &&
    /^[0-9a-f]{64}$/.test(only['keyid']) &&
    isBase64(only['sig'])
  );
}

const isDescriptor = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['name']) &&
  (value['digest'] === undefined || isObject(value['digest'])) &&
  (value['annotations'] === undefined || isObject(value['annotations']));

function isStatement(value: unknown): value is Statement {
  if (!isObject(value) || !isText(value['_type']) || !isText(value['predicateType'])) return false;
  const { subject, predicate } = value;
  return (
    Array.isArray(subject) &&
    subject.every(isDescriptor) &&
    isObject(predicate) &&
    isText(predicate['result']) &&
    Array.isArray(predicate['configuration']) &&
    predicate['configuration'].every(isDescriptor) &&
    ['passedTests', 'warnedTests', 'failedTests'].every((list) => isTexts(predicate[list]))
  );
}
