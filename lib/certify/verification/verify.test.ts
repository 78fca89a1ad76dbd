// Each way to tamper with a certificate, with its message. Reports that do not follow from themselves are in
// report-checks.test.ts.
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { loadContract } from '../../contract/contract.js';
import type { Report } from '../../judge/result/report.js';
import { countsOf, summaryOf, verdictOf } from '../../judge/result/verdict.js';
import { faultNamed } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { fewRules } from '../../testing/few-rules.js';
import {
  changedBy,
  type Copy,
  type Files,
  Issued,
  issuedFor,
  kit,
  messagesOf,
  ruleOf,
  vendorKey,
} from '../../testing/certificates/issued.js';
import { implementation } from '../../testing/certificates/vendor.js';
import { jsonText } from '../../report/text/inert.js';
import { derivedFiles, payloadOf } from '../certificate/certificate.js';
import { keyIdOf, newKeys, privateKeyOf, sha256, signed } from '../certificate/signature.js';
import { statementOf } from '../certificate/statement.js';
import { isAmbiguous } from './exchange-checks.js';
import { outcomeOf, type Verification } from './outcome.js';

const stranger = privateKeyOf(newKeys().privateKey);
const day = 24 * 3_600_000;

/** One rule of each kind and profile, because a verification works in the same way for three rules as for all. */
const few = fewRules(
  'list-animals.filter',
  'list-animals.unknown-status',
  'add-animal.keeps-name',
  'add-animal.default-status',
  'list-animals.name-form',
  'authentication.wrong-key',
  'errors.error-object',
  'messages.returns-message',
);

/** Enough where it makes no difference what the certificate is about. */
const one = fewRules('add-animal.keeps-name');

let issued: Issued;
let small: Issued;
let files: Files;
beforeAll(async () => {
  issued = await issuedFor(few);
  small = await issuedFor(one);
  ({ files } = issued);
});

const kindsIn = ({ problems }: Verification): readonly string[] => [
  ...new Set(problems.map(({ kind }) => kind)),
];
const kindsOf = async (changed: Files, of = issued): Promise<readonly string[]> =>
  kindsIn(await of.verify(changed));

function withText(name: string, change: (text: string) => string): Files {
  const before = files.get(name)?.toString() ?? '';
  const after = change(before);
  expect(after).not.toBe(before);
  return new Map([...files, [name, Buffer.from(after)]]);
}

const without = (name: string): Files => new Map([...files].filter(([each]) => each !== name));

/** Adjusts the counts, the verdict and the summary. */
function madeToFit(copy: Copy): void {
  const { rules, run } = copy as Report;
  const judged = { rules, scope: run.scope, strict: run.strict, interrupted: run.interrupted };
  copy.verdict = verdictOf(judged);
  copy.counts = countsOf(rules, run.strict);
  copy.profiles = { catalogue: copy.verdict, quickstart: copy.verdict };
  copy.summary = summaryOf({
    ...judged,
    verdict: copy.verdict,
    profiles: copy.profiles,
    targetName: copy.target.name,
  });
}

describe('a certificate', () => {
  test('holds as it was issued', async () => {
    const verification = await issued.verify(files);
    expect(verification.problems).toEqual([]);
    expect(verification.notes).toEqual([]);
    expect(verification.borneOut).toBe(verification.passed);
    expect(verification.keyId).toBe(keyIdOf(vendorKey));
    expect(outcomeOf(verification).verified).toBe(true);
  });

  test('is not verified by a key whose signature does not hold', async () => {
    const changed = withText('attestation.json', (text) =>
      text.replace(/"sig": "./, (sig) => `${sig.slice(0, -1)}${sig.endsWith('A') ? 'B' : 'A'}`),
    );
    const verification = await issued.verify(changed);
    expect(verification.problems[0]?.kind).toBe('bad-signature');
    expect(verification.keyId).toBeUndefined();
    expect(outcomeOf(verification).verified).toBe(false);
  });

  test('without a public key nothing is said of who signed it', async () => {
    const { problems, notes, keyId } = await issued.verify(files, { publicKey: undefined });
    expect([problems, keyId]).toEqual([[], undefined]);
    expect(notes[0]).toMatch(/^The signature was not checked/);
  });

  test('expires', async () => {
    const later = Date.parse(issued.report.run.startedAt) + 401 * day;
    expect((await issued.verify(files, { now: later })).problems).toEqual([
      { kind: 'expired', message: 'The certificate was valid until 2027-01-01.' },
    ]);
  });

  test.each([
    ['8.0.0', 'other-kit', 'kit (animal-store-conformance 8.0.0, aaaaaaaaaaaa…)'],
    ['9.9.9', 'other-contract', 'is about another contract'],
  ])('by %s, with the ledger of that version: %s', async (version, kind, said) => {
    const { problems } = await issued.forged((copy) => {
      copy.kit = { ...kit, version };
      copy.contract.digest = 'b'.repeat(64);
    });
    expect(problems).toEqual([{ kind, message: expect.stringContaining(said) as string }]);
  });
});

describe('what a stranger changes', () => {
  const half = (text: string): string => text.slice(0, text.length / 2);
  const leap = (text: string) => text.replace(/(?<="startedAt": ?")[^"]*/, '2030-06-30T23:59:60Z');
  test.each<[string, string, (text: string) => string, string[]]>([
    [
      'an outcome',
      'report.json',
      (text) => text.replace('"outcome": "passed"', '"outcome": "inapplicable"'),
      ['changed-report', 'impossible-outcome', 'changed-counts'],
    ],
    [
      'the verdict',
      'report.json',
      (text) => text.replace('"verdict": "conformant"', '"verdict": "inconclusive"'),
      ['changed-report', 'changed-verdict', 'not-conformant'],
    ],
    ['a report that was cut off', 'report.json', half, ['cut-file']],
    ['an attestation that was cut off', 'attestation.json', half, ['cut-file']],
    ['a second that no clock of ours knows', 'report.json', leap, ['not-a-report']],
  ])('%s', async (_, name, change, kinds) => {
    expect(await kindsOf(withText(name, change))).toEqual(expect.arrayContaining(kinds));
  });

  interface Attested {
    payload: string;
    signatures: { keyid: string; sig: string }[];
    note?: string;
  }
  test.each<[string, (envelope: Attested) => unknown, string]>([
    [
      'another statement',
      (envelope) => {
        const said = Buffer.from(envelope.payload, 'base64').toString().replace('2.1', '2.2');
        envelope.payload = Buffer.from(said).toString('base64');
      },
      'bad-signature',
    ],
    [
      'a signature of their own',
      (envelope) => {
        const payload = Buffer.from(envelope.payload, 'base64');
        envelope.signatures[0]!.sig = signed(payload, stranger).signatures[0]!.sig;
      },
      'bad-signature',
    ],
    [
      'the name of another key',
      ({ signatures: [only] }) => (only!.keyid = 'e'.repeat(64)),
      'bad-signature',
    ],
    ['one more member', (envelope) => (envelope.note = 'x'), 'not-an-attestation'],
  ])('in the attestation: %s', async (_, change, kind) => {
    const changed = withText('attestation.json', (text) => {
      const envelope = JSON.parse(text) as Attested;
      change(envelope);
      return `${JSON.stringify(envelope, undefined, 1)}\n`;
    });
    expect((await kindsOf(changed))[0]).toBe(kind);
  });

  test('everything, signed again with a key of their own', async () => {
    const { problems } = await issued.verify(issued.filesOf(issued.report, stranger));
    expect(problems.map(({ kind }) => kind)).toEqual(['other-key']);
    expect(problems[0]?.message).toContain('somebody else has signed it');
  });

  test('no attestation at all', async () => {
    const changed = without('attestation.json');
    expect(await kindsOf(changed)).toEqual(['not-signed']);
    // The problem that explains the others comes first, no matter when it was found.
    changed.set('report.json', Buffer.from(`${jsonText(issued.report, 0)}\n`));
    expect(await kindsOf(changed)).toEqual(['not-signed', 'changed-report']);
  });

  test.each([
    'report.json',
    'report.html',
    'predicate.json',
    'badge.svg',
    'index.html',
    'README.md',
  ])('a missing %s', async (missing) => {
    const { problems } = await issued.verify(without(missing));
    expect(problems.map(({ message }) => message)).toContain(`${missing} is missing.`);
  });

  test('the badge of another certificate', async () => {
    const other = { ...implementation, version: '3.0' };
    const badge = issued.filesOf(issued.report, vendorKey, other).get('badge.svg')!;
    expect((await issued.verify(new Map([...files, ['badge.svg', badge]]))).problems).toEqual([
      {
        kind: 'changed-file',
        message: 'badge.svg is the badge of another certificate, or was changed.',
      },
    ]);
  });

  test('the report of another run', async () => {
    const { files: others } = await issuedFor(one, { seed: 5 });
    const changed = new Map([...files, ['report.json', others.get('report.json')!] as const]);
    expect(await kindsOf(changed)).toEqual(
      expect.arrayContaining(['changed-report', 'other-statement']),
    );
  });

  test('the page', async () => {
    const changed = withText('report.html', (text) => text.replace('passed', 'failed'));
    expect(await kindsOf(changed)).toEqual(['changed-page']);
  });
});

/** Signs a page that was changed. */
function signedPage(of: Issued, change: (page: string) => string): Files {
  const { report } = of;
  const [text, before] = ['report.json', 'report.html'].map((name) => `${of.files.get(name)}`);
  const page = change(before!);
  expect(page).not.toBe(before);
  const digests = { report: sha256(text!), page: sha256(page) };
  const statement = statementOf(report, implementation, digests);
  const payload = payloadOf(statement);
  const own = { digest: sha256(payload), keyId: keyIdOf(vendorKey), reportDigest: digests.report };
  const attestation = `${jsonText(signed(payload, vendorKey), 1)}\n`;
  const derived = derivedFiles(statement, { report, implementation, ...own });
  return new Map([
    ...of.files,
    ['report.html', Buffer.from(page)],
    ['attestation.json', Buffer.from(attestation)],
    ...derived.map((file) => [file.name, Buffer.from(file.text)] as const),
  ]);
}

describe('what a vendor forges, with the right key', () => {
  test.each<[string, (page: string) => string]>([
    ['something else', (page) => page.replace('passed', 'failed')],
    ['another report', (page) => page.replace('"verdict": "', '"verdict": "not-')],
    ['a script of their own', () => '<script>alert(document.domain)</script>'],
    [
      'words of their own behind the head of ours',
      (page) => `${page.slice(0, page.indexOf('title>'))}title>All rules passed.</title>`,
    ],
  ])('a page with %s, also where the matrix reads it', async (_, change) => {
    const changed = signedPage(issued, change);
    expect(await kindsOf(changed)).toEqual(['changed-page']);
    expect(kindsIn(await issued.verify(changed, { signedOnly: true }))).toEqual(['changed-page']);
  });

  test.each([
    ['no key at all', undefined],
    ['the valid key', 'Bearer $ANIMAL_STORE_API_KEY'],
  ])('%s where a wrong one was to be sent', async (_, value) => {
    const verification = await issued.forged(({ witnesses, samples }) => {
      const recordedCase = witnesses!.experiments
        .flatMap(({ cases }) => cases)
        .find(({ rules }) => rules.includes('authentication.wrong-key'))!;
      const sent = samples.find((one) => one.number === recordedCase.exchanges[0])!.request;
      sent.headers = sent.headers.filter(([each]) => each.toLowerCase() !== 'authorization');
      if (value !== undefined) sent.headers.push(['Authorization', value]);
    });
    expect(kindsIn(verification)).toContain('not-borne-out');
  });

  const filter = 'list-animals.filter';
  const inTheWay = { outcome: 'untested', reason: 'Why.', because: 'few animals' } as const;
  test.each<[string, string, (copy: Copy) => unknown]>([
    [
      'a run in the future',
      'future-date',
      ({ run }) =>
        Object.assign(run, { startedAt: '2031-01-01T00:00:00.000Z', asOf: '2031-01-01' }),
    ],
    [
      'a day on which an operation may be gone',
      'future-date',
      ({ run }) => (run.asOf = '2031-01-01'),
    ],
    [
      'the day before its beginning',
      'future-date',
      ({ run }) =>
        Object.assign(run, { startedAt: '2026-01-01T12:00:00.000Z', asOf: '2025-12-31' }),
    ],
    ['an earlier format', 'contradiction', (copy) => (copy.format = 1)],
    ['another kit', 'other-kit', (copy) => (copy.kit.digest = 'b'.repeat(64))],
    ['another contract', 'other-contract', (copy) => (copy.contract.digest = 'b'.repeat(64))],
    ['a run that was not a full one', 'not-a-full-run', ({ run }) => (run.scope.full = false)],
    ['a run with a budget', 'not-a-full-run', ({ run }) => (run.scope.budget = { maxWrites: 50 })],
    ['what contradicts itself', 'contradiction', ({ run }) => (run.created = [])],
    [
      'a rule that is said not to apply',
      'not-borne-out',
      (copy) => {
        const reason = 'this server has no statuses';
        Object.assign(ruleOf(copy, filter), { outcome: 'inapplicable', reason });
        madeToFit(copy);
      },
    ],
    [
      'another spelling of its address',
      'contradiction',
      ({ target }) => (target.baseUrl = target.name = 'https://good.example@evil.example/v1'),
    ],
    ['no address', 'contradiction', ({ target }) => (target.quickstartBaseUrl = 'http://[')],
    [
      'no exchanges',
      'not-borne-out',
      (copy) => {
        copy.samples = [];
        delete (copy as { witnesses?: unknown }).witnesses;
      },
    ],
    [
      'an observation answered otherwise',
      'changed-observation',
      ({ observations }) =>
        (observations.find(({ id }) => id === 'add-animal.default-status')!.answer = 'sold'),
    ],
  ])('%s', async (_, kind, change) => {
    expect(kindsIn(await issued.forged(change))).toContain(kind);
  });

  test.each<[string, (copy: Copy) => unknown]>([
    [
      'list-animals.unknown-status fails in a case that was drawn: lists with an unknown status, case 9: it applies, and passes.',
      (copy) => Object.assign(ruleOf(copy, 'list-animals.unknown-status'), inTheWay),
    ],
    [
      'list-animals.unknown-status has 800 cases, but the report lists only ',
      (copy) =>
        (ruleOf(copy, 'list-animals.unknown-status').evidence = { cases: 800, exchanges: 800 }),
    ],
    [
      '1 case that no seed gives',
      ({ witnesses }) => {
        const { experiments, commitment } = witnesses!;
        const { cases } = commitment!.find(({ name }) => name === experiments[0]!.name)!;
        cases.push(cases[0]!);
      },
    ],
    [
      'the digest of the run draws another case',
      ({ witnesses }) => {
        const cases = witnesses!.experiments.flatMap((one) => one.cases);
        Object.assign(
          cases.find(({ drawn }) => !drawn)!,
          { drawn: ['list-animals.filter'] },
        );
      },
    ],
    [
      'lists 1 case that no seed gives: "what nobody sends"',
      ({ witnesses }) =>
        witnesses!.commitment!.push({
          ...witnesses!.commitment![0]!,
          name: 'what nobody sends',
          cases: ['0 0 000000000000'],
        }),
    ],
    [
      'more cases than the report lists: "wrong keys with every operation"',
      ({ witnesses }) => {
        const all = witnesses!.commitment!;
        witnesses!.commitment = all.filter(
          ({ name }) => name !== 'wrong keys with every operation',
        );
        expect(witnesses!.commitment.length).toBeLessThan(all.length);
      },
    ],
  ])('%s', async (said, change) => {
    expect(messagesOf(await issued.forged(change))).toContain(said);
  });

  test('a failed rule that is called passed, and all made to fit', async () => {
    const faulty = await issuedFor(one, { faults: [faultNamed('name-in-capitals')!] });
    expect(faulty.report.verdict).toBe('not-conformant');
    const verification = await faulty.forged((copy) => {
      delete (copy as { causes?: unknown }).causes;
      for (const rule of copy.rules.filter(({ outcome }) => outcome === 'failed'))
        Object.assign(rule, { outcome: 'passed', failures: [], reason: null });
      madeToFit(copy);
    });
    expect(kindsIn(verification)).toContain('not-borne-out');
    expect(messagesOf(verification)).toContain('add-animal.keeps-name');
  });
});

test.each<[string, boolean, (witnesses: NonNullable<Copy['witnesses']>) => unknown]>([
  [
    'stands for more than one case',
    true,
    ({ experiments }) => {
      const [first, second] = experiments.flatMap(({ cases }) => cases);
      second!.exchanges = first!.exchanges;
    },
  ],
  [
    'are recorded more than once',
    true,
    ({ experiments }) =>
      experiments.push(...Array.from({ length: 50 }, () => ({ ...experiments[0]!, cases: [] }))),
  ],
  [
    'cases, but the run sent only',
    false,
    ({ commitment }) => {
      const added = Array.from({ length: 9000 }, (_, at) => `0 ${100_000 + at} 000000000000`);
      commitment![0]!.cases.push(...added);
    },
  ],
  [
    'lists the cases of an experiment more than once',
    false,
    ({ commitment }) => commitment!.push(commitment![0]!),
  ],
])('what %s is refused, and nothing is judged by it', async (said, is, change) => {
  const changed = changedBy(small.report, ({ witnesses }) => change(witnesses!));
  expect(isAmbiguous(changed)).toBe(is);
  const verification = await small.verify(small.filesOf(changed));
  expect(messagesOf(verification)).toContain(said);
  expect(verification.borneOut).toBe(0);
});

describe('of a full run', () => {
  let whole: Issued;
  beforeAll(async () => {
    const ran = await runInMemory({ keepCases: true, seed: 3, kit });
    whole = new Issued(ran, { contract: loadContract(), rules: allRules });
  });

  test('it holds as it was issued', async () => {
    const verification = await whole.verify(whole.files);
    expect(verification.problems).toEqual([]);
    expect(verification.borneOut).toBe(verification.passed);
    expect(verification.passed).toBeGreaterThan(80);
  });

  // Only a report of at least this length is compressed in its page.
  test.each([
    ['another report', deflateRawSync('{"verdict":"conformant"}').toString('base64')],
    ['what cannot be unpacked', 'QUFBQQ=='],
  ])('a page that packs %s is noticed', async (_, packed) => {
    const changed = signedPage(whole, (page) =>
      page.replace(/(data-packed="deflate">)[^<]+/, `$1${packed}`),
    );
    expect(await kindsOf(changed, whole)).toEqual(['changed-page']);
  });

  // Node passes over what a browser refuses.
  test.each<[string, (packed: string) => string]>([
    ['a sign before it', (packed) => `!${packed}`],
    ['something behind its padding', (packed) => `${packed.replace(/=*$/, '')}==QUFB`],
    [
      'something behind its end',
      (packed) =>
        Buffer.concat([Buffer.from(packed, 'base64'), Buffer.from('more')]).toString('base64'),
    ],
  ])('a page whose packed report no browser can unpack is noticed: %s', async (_, change) => {
    const changed = signedPage(whole, (page) =>
      page.replace(
        /(data-packed="deflate">)([^<]+)/,
        (_all, mark: string, packed: string) => `${mark}${change(packed)}`,
      ),
    );
    expect(await kindsOf(changed, whole)).toEqual(['changed-page']);
  });
});
