// The form of the signed data as others define it: the DSSE envelope (secure-systems-lab/dsse, protocol 1.0), the
// in-toto Statement v1 with its resource descriptors, and the predicate test-result v0.1 (in-toto/attestation, spec and
// protos).

const digestSet = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'string', pattern: '^[0-9a-f]+$' },
};

const descriptor = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    uri: { type: 'string' },
    digest: digestSet,
    content: { type: 'string' },
    downloadLocation: { type: 'string' },
    mediaType: { type: 'string' },
    annotations: { type: 'object' },
  },
  anyOf: [{ required: ['uri'] }, { required: ['digest'] }, { required: ['content'] }],
};

const names = { type: 'array', items: { type: 'string' } };

export const envelopeSchema = {
  type: 'object',
  required: ['payload', 'payloadType', 'signatures'],
  properties: {
    payload: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$' },
    payloadType: { const: 'application/vnd.in-toto+json' },
    signatures: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['sig'],
        properties: { keyid: { type: 'string' }, sig: { type: 'string' } },
      },
    },
  },
};

export const statementSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['_type', 'subject', 'predicateType', 'predicate'],
  properties: {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    // A subject is matched only by its digest, so it must have one.
    subject: {
      type: 'array',
      minItems: 1,
      items: { ...descriptor, required: ['name', 'digest'] },
    },
    predicateType: { const: 'https://in-toto.io/attestation/test-result/v0.1' },
    predicate: {
      type: 'object',
      additionalProperties: false,
      required: ['result', 'configuration'],
      properties: {
        result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
        configuration: { type: 'array', items: descriptor },
        url: { type: 'string' },
        passedTests: names,
        warnedTests: names,
        failedTests: names,
      },
    },
  },
};
