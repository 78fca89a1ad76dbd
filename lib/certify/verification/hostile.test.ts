// A report is foreign data: whatever it contains, it is either refused or valid, and the kit never crashes.
import { beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../contract/contract.js';
import { verificationLines } from '../../cli/commands/verify/lines.js';
import { fewRules } from '../../testing/few-rules.js';
import {
  changedBy,
  type Issued,
  issuedFor,
  messagesOf,
} from '../../testing/certificates/issued.js';
import { allMembers, type Schema, withMember } from '../../testing/reports/members.js';
import { reportJson } from '../../report/files/json.js';
import { entryOf } from '../matrix/entry.js';
import { outcomeOf } from './outcome.js';

const few = fewRules(
  'add-animal.keeps-name',
  'add-animal.default-status',
  'authentication.wrong-key',
  'errors.error-object',
  'messages.returns-message',
);

let issued: Issued;
let files: Map<string, Buffer>;
beforeAll(async () => {
  issued = await issuedFor(few);
  files = issued.filesOf(issued.report);
});

const texts = [
  '',
  '\n',
  '__proto__',
  'http://[',
  'http://x:0/%',
  '\u0000\ud800\u202e',
  'x'.repeat(2 ** 16),
  '0000-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
];
const numbers = [-1, 0, 0.5, 1, 2 ** 31, 2 ** 53, 1e21, 1e308];
type Change = (value: unknown) => unknown;
const lists: readonly Change[] = [
  (value) => [value].flat().slice(1),
  (value) => [value, value].flat(),
];

/** Values that may fit come first. */
function oddValues({ type, enum: some = [] }: Schema): readonly Change[] {
  const types = [type].flat();
  const values = [
    ...some,
    true,
    false,
    ...(types.includes('string') ? texts : numbers),
    null,
    [],
    {},
    ...texts,
  ];
  return [
    ...(types.includes('array') ? lists : []),
    ...values.map(
      (value): Change =>
        () =>
          value,
    ),
  ].slice(0, 12);
}

test('a case of 150,000 exchanges is refused as one that stands for several', async () => {
  const small = await issuedFor(fewRules('add-animal.keeps-name'));
  const changed = changedBy(small.report, ({ witnesses }) => {
    const [first] = witnesses!.experiments[0]!.cases;
    first!.exchanges = Array.from({ length: 150_000 }, () => first!.exchanges[0]!);
  });
  const verification = await small.verify(small.filesOf(changed));
  expect(messagesOf(verification)).toContain('stands for more than one case');
  expect(verification.borneOut).toBe(0);
});

test('every member, with twelve odd values each, makes nothing fail', async () => {
  const failed: string[] = [];
  const { ledger } = loadContract();
  for (const { path, schema } of allMembers)
    for (const [at, change] of oddValues(schema).entries()) {
      const odd = reportJson(withMember(issued.report, path, change));
      try {
        const found = await issued.verify(new Map([...files, ['report.json', Buffer.from(odd)]]));
        verificationLines(found, undefined, { quiet: false });
        outcomeOf(found);
        entryOf('folder', found, { ledger, signedWith: null });
        if (found.problems.length === 0) expect(odd).toBe(files.get('report.json')?.toString());
      } catch (thrown) {
        failed.push(`${path}, value ${at}: ${String(thrown)}`);
      }
    }
  expect(failed).toEqual([]);
});
