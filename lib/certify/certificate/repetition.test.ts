// A countersignature: what it says, where it is shown, and that nobody can change it or move it to another certificate.
import { createPrivateKey } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { verificationLines } from '../../cli/commands/verify/lines.js';
import { loadLedger } from '../../contract/ledger.js';
import { fewRules } from '../../testing/few-rules.js';
import { type Issued, issuedFor } from '../../testing/certificates/issued.js';
import { implementation } from '../../testing/certificates/vendor.js';
import { entryOf } from '../matrix/entry.js';
import { matrixMarkdown } from '../matrix/markdown.js';
import { outcomeOf, type Verification } from '../verification/outcome.js';
import { certificatePage } from './index-page.js';
import { repetitionText } from './repetition.js';
import { keyIdOf, newKeys, sha256 } from './signature.js';

const key = createPrivateKey(newKeys().privateKey);
const repetition = { target: 'https://animals.example/v1', day: '2026-01-01', keyId: keyIdOf(key) };
const said = `repeated on 2026-01-01 at https://animals.example/v1 by the holder of the key sha256:${repetition.keyId}`;

let issued: Issued;
let before: Verification;
let files: Map<string, Buffer>;

function countersignedWith(text: string, verification: Verification): Map<string, Buffer> {
  const { report, keyId = '', digest = '' } = verification;
  const own = new Map(issued.files);
  const reportDigest = sha256(own.get('report.json') ?? '');
  const facts = { report: report!, implementation, digest, keyId, reportDigest, repetition };
  return own
    .set('repetition.json', Buffer.from(text))
    .set('index.html', Buffer.from(certificatePage(facts)));
}

beforeAll(async () => {
  issued = await issuedFor(fewRules('add-animal.keeps-name'));
  before = await issued.verify(issued.files);
  files = countersignedWith(
    repetitionText(before.statement!, before.report!, { ...repetition, key }),
    before,
  );
});

test('is shown by verify, to programs, on the page and in the matrix', async () => {
  const verification = await issued.verify(files);
  expect(verification.problems).toEqual([]);
  expect(verificationLines(verification, undefined, { quiet: false })).toContain(
    `! ${said}, and you have to check whose key that is; the certificate is for http://in.memory/v1\n`,
  );
  expect(outcomeOf(verification).repeated).toEqual(repetition);
  expect(files.get('index.html')?.toString()).toContain(said.slice('repeated '.length));
  const ledger = loadLedger();
  const entry = (keyName: (id: string) => string | undefined) =>
    entryOf('acme', verification, { ledger, signedWith: 'acme.pem', keyName });
  const at = ', at https://animals.example/v1';
  expect(entry(() => 'lab.pem').repeatedBy).toBe(`lab.pem${at}`);
  expect(entry(() => undefined).repeatedBy).toMatch(/^an unknown key \(sha256:[0-9a-f]{12}\), at /);
  expect(matrixMarkdown([entry(() => 'lab.pem')], ledger)).toMatch(
    /\| Repeated by \| .lab\.pem, at /,
  );
});

test('is nothing that a certificate without it says', () => {
  expect(outcomeOf(before).repeated).toBeNull();
  expect(verificationLines(before, undefined, { quiet: false })).not.toContain('repeated');
});

const changedPayload = (change: (payload: string) => string): string => {
  const envelope = JSON.parse(files.get('repetition.json')?.toString() ?? '');
  const payload = change(Buffer.from(envelope.payload, 'base64').toString());
  return JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') });
};

test.each<[string, () => string, string]>([
  ['no envelope', () => '{}', 'is not a DSSE envelope'],
  [
    'another day',
    () => changedPayload((text) => text.replace('2026-01-01"', '2026-01-02"')),
    'was changed',
  ],
  [
    'another key in it',
    () => changedPayload((text) => text.replace('MCow', 'MCox')),
    'holds something that nobody writes',
  ],
  ['no JSON in it', () => changedPayload(() => '['), 'does not say who has repeated the run'],
  [
    'the statement of another certificate',
    () => {
      const other = { ...before.statement!, subject: [] };
      return repetitionText(other, before.report!, { ...repetition, key });
    },
    'is about another certificate',
  ],
  ...(
    [
      ['a day that is none', { day: '9999-99-99' }, 'names a day on which nobody could'],
      ['the day before the run', { day: '2025-12-31' }, 'names a day on which nobody could'],
      ['a day to come', { day: '2999-01-01' }, 'names a day on which nobody could'],
      [
        'further words behind the address',
        { target: 'https://animals.example/v1 by the Consortium' },
        'names no address',
      ],
      ['no address', { target: 'x' }, 'names no address'],
      ['a user in the address', { target: 'https://a:b@animals.example/v1' }, 'names no address'],
      ['a query in the address', { target: 'https://animals.example/v1?a=b' }, 'names no address'],
    ] as const
  ).map(([what, other, why]): [string, () => string, string] => [
    what,
    () => repetitionText(before.statement!, before.report!, { ...repetition, ...other, key }),
    why,
  ]),
])('%s is refused', async (_, text, why) => {
  const { problems, repetition: found } = await issued.verify(countersignedWith(text(), before));
  expect(problems.map(({ message }) => message).join('\n')).toContain(`repetition.json ${why}`);
  expect(found).toBeUndefined();
});
