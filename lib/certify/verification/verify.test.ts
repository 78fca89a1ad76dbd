// Each way to tamper with a certificate, with its message.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { loadContract } from '../../contract/contract.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { countsOf, summaryOf, verdictOf } from '../../judge/result/verdict.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { notAReport } from '../../api/reports/report-file.js';
import { fewRules } from '../../testing/few-rules.js';
import { implementation } from '../../testing/certificates/vendor.js';
import { jsonText } from '../../report/text/inert.js';
import { certificateFiles, derivedFiles, payloadOf } from '../certificate/certificate.js';
import { keyIdOf, newKeys, sha256, signed } from '../certificate/signature.js';
import { statementOf } from '../certificate/statement.js';
import { outcomeOf } from './outcome.js';
import type { Verification } from './verification.js';
import { verified, type Verifying } from './verify.js';

type Changeable<T> = { -readonly [K in keyof T]: Changeable<T[K]> };
type Files = Map<string, Buffer>;

const kit = { name: 'animal-store-conformance', version: '9.9.9', digest: 'a'.repeat(64) };
const clauses = loadContract().ledger.clauses.map((clause) => ({ ...clause, link: '' }));
const vendor = newKeys();
const stranger = newKeys();
const privateKey = createPrivateKey(vendor.privateKey);
const day = 24 * 3_600_000;

/** One rule of each kind and profile, because a verification works in the same way for three rules as for all. */
const few = fewRules(
  'list-animals.filter',
  'add-animal.keeps-name',
  'add-animal.default-status',
  'list-animals.name-form',
  'authentication.wrong-key',
  'errors.error-object',
  'messages.returns-message',
);
const { contract, rules } = few;

let report: Report;
let files: Files;
let around: Verifying;

const filesOf = (certified: Report, key = privateKey, by = implementation): Files =>
  new Map(
    certificateFiles(certified, by, key, { clauses }).map(({ name, text }) => [
      name,
      Buffer.from(text),
    ]),
  );

const run = (unusual: Parameters<typeof runInMemory>[0] = {}): Promise<Report> =>
  runInMemory({ keepCases: true, seed: 3, kit, rules, scope: few.scope, ...unusual });

beforeAll(async () => {
  report = await run();
  files = filesOf(report);
  around = {
    files,
    publicKey: createPublicKey(vendor.publicKey),
    now: Date.parse(report.run.startedAt) + day,
    kit,
    contract,
    rules,
    context: { clauses },
    notAReport,
  };
});

const verify = (changed: Files, other: Partial<Verifying> = {}): Promise<Verification> =>
  verified({ ...around, files: changed, ...other });

async function kindsOf(changed: Files, other: Partial<Verifying> = {}): Promise<readonly string[]> {
  const { problems } = await verify(changed, other);
  return [...new Set(problems.map(({ kind }) => kind))];
}

function withText(name: string, change: (text: string) => string): Files {
  const before = files.get(name)?.toString() ?? '';
  const after = change(before);
  expect(after).not.toBe(before);
  return new Map([...files, [name, Buffer.from(after)]]);
}

/** Forges a report as a vendor could: changes it, makes the rest fit, and signs it again with the vendor's key. */
function forged(change: (copy: Changeable<Report>) => unknown, key = privateKey): Files {
  const copy = structuredClone(report) as Changeable<Report>;
  change(copy);
  return filesOf(copy as Report, key);
}

const ruleOf = (copy: Changeable<Report>, id: string): Changeable<RuleResult> =>
  copy.rules.find((rule) => rule.id === id) as Changeable<RuleResult>;

/** Adjusts the counts, the verdict and the summary. */
function madeToFit(copy: Changeable<Report>): void {
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
    const verification = await verify(files);
    expect(verification.problems).toEqual([]);
    expect(verification.notes).toEqual([]);
    expect(verification.borneOut).toBe(verification.passed);
    expect(verification.keyId).toBe(keyIdOf(privateKey));
    expect(outcomeOf(verification).verified).toBe(true);
  });

  test('is not verified by a key whose signature does not hold', async () => {
    const changed = withText('attestation.json', (text) =>
      text.replace(/"sig": "./, (sig) => `${sig.slice(0, -1)}${sig.endsWith('A') ? 'B' : 'A'}`),
    );
    const verification = await verify(changed);
    expect(verification.problems[0]?.kind).toBe('bad-signature');
    expect(verification.keyId).toBeUndefined();
    expect(outcomeOf(verification).verified).toBe(false);
  });

  test('without a public key nothing is said of who signed it', async () => {
    const { problems, notes, keyId } = await verify(files, { publicKey: undefined });
    expect([problems, keyId]).toEqual([[], undefined]);
    expect(notes[0]).toMatch(/^The signature was not checked/);
  });
});

describe('what a stranger changes', () => {
  test('an outcome', async () => {
    const changed = withText('report.json', (text) =>
      text.replace('"outcome": "passed"', '"outcome": "inapplicable"'),
    );
    expect(await kindsOf(changed)).toEqual(
      expect.arrayContaining(['changed-report', 'impossible-outcome', 'changed-counts']),
    );
  });

  test('the verdict', async () => {
    const changed = withText('report.json', (text) =>
      text.replace('"verdict": "conformant"', '"verdict": "inconclusive"'),
    );
    expect(await kindsOf(changed)).toEqual(
      expect.arrayContaining(['changed-report', 'changed-verdict', 'not-conformant']),
    );
  });

  const half = (text: string): string => text.slice(0, text.length / 2);
  const leap = (text: string) => text.replace(/(?<="startedAt": ?")[^"]*/, '2030-06-30T23:59:60Z');
  test.each([
    ['a report that was cut off', 'report.json', half, 'cut-file'],
    ['an attestation that was cut off', 'attestation.json', half, 'cut-file'],
    ['a report of a second that no clock of ours knows', 'report.json', leap, 'not-a-report'],
  ])('%s', async (_, name, change, kind) => {
    expect(await kindsOf(withText(name, change))).toContain(kind);
  });

  test('what the attestation says', async () => {
    const changed = withText('attestation.json', (text) => {
      const envelope = JSON.parse(text) as { payload: string };
      const payload = Buffer.from(envelope.payload, 'base64').toString().replace('2.1', '2.2');
      return JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') });
    });
    expect((await kindsOf(changed))[0]).toBe('bad-signature');
  });

  test('everything, signed again with a key of their own', async () => {
    const changed = forged(() => {}, createPrivateKey(stranger.privateKey));
    const { problems } = await verify(changed);
    expect(problems.map(({ kind }) => kind)).toEqual(['other-key']);
    expect(problems[0]?.message).toContain('somebody else has signed it');
  });

  test('a signature of their own under the name of the vendor’s key', async () => {
    const theirs = forged(() => {}, createPrivateKey(stranger.privateKey));
    const ours = JSON.parse(files.get('attestation.json')?.toString() ?? '');
    const envelope = JSON.parse(theirs.get('attestation.json')?.toString() ?? '');
    envelope.signatures[0].keyid = ours.signatures[0].keyid;
    theirs.set('attestation.json', Buffer.from(JSON.stringify(envelope)));
    expect((await kindsOf(theirs))[0]).toBe('bad-signature');
  });

  test.each([
    [
      'the name of another key',
      (envelope: Attested) => (envelope.signatures[0]!.keyid = 'e'.repeat(64)),
      'bad-signature',
    ],
    [
      'words for the name of the key',
      (envelope: Attested) => (envelope.signatures[0]!.keyid = '\u001b[31mEVIL'),
      'not-an-attestation',
    ],
    [
      'a second signature',
      (envelope: Attested) => envelope.signatures.unshift({ keyid: 'e'.repeat(64), sig: '' }),
      'not-an-attestation',
    ],
    ['one more member', (envelope: Attested) => (envelope.note = 'x'), 'not-an-attestation'],
  ])('%s beside the signature', async (_, change, kind) => {
    const changed = withText('attestation.json', (text) => {
      const envelope = JSON.parse(text) as Attested;
      change(envelope);
      return `${JSON.stringify(envelope, undefined, 1)}\n`;
    });
    expect((await kindsOf(changed))[0]).toBe(kind);
  });

  test('no attestation at all', async () => {
    const changed = new Map([...files].filter(([name]) => name !== 'attestation.json'));
    expect(await kindsOf(changed)).toEqual(['not-signed']);
    // The problem that explains the others comes first, no matter when it was found.
    const rewritten = new Map(changed).set('report.json', Buffer.from(`${jsonText(report, 0)}\n`));
    expect(await kindsOf(rewritten)).toEqual(['not-signed', 'changed-report']);
  });

  test.each([
    'report.json',
    'report.html',
    'predicate.json',
    'badge.svg',
    'index.html',
    'README.md',
  ])('a missing %s', async (missing) => {
    const changed = new Map([...files].filter(([name]) => name !== missing));
    const { problems } = await verify(changed);
    expect(problems.map(({ message }) => message)).toContain(`${missing} is missing.`);
  });

  test('the badge of another certificate', async () => {
    const others = filesOf(report, privateKey, { ...implementation, version: '3.0' });
    const badge = others.get('badge.svg') as Buffer;
    const { problems } = await verify(new Map([...files, ['badge.svg', badge]]));
    expect(problems).toEqual([
      {
        kind: 'changed-file',
        message: 'badge.svg is the badge of another certificate, or was changed.',
      },
    ]);
  });

  test('the report of another run', async () => {
    const another = await run({ seed: 5 });
    const changed = new Map([
      ...files,
      ['report.json', filesOf(another).get('report.json') as Buffer] as const,
    ]);
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
function signedPage(of: Report, change: (page: string) => string): Files {
  const genuine = filesOf(of);
  const text = genuine.get('report.json') ?? '';
  const before = genuine.get('report.html')?.toString() ?? '';
  const page = change(before);
  expect(page).not.toBe(before);
  const statement = statementOf(of, implementation, {
    report: sha256(text),
    page: sha256(page),
  });
  const payload = payloadOf(statement);
  const facts = {
    report: of,
    implementation,
    digest: sha256(payload),
    keyId: keyIdOf(privateKey),
    reportDigest: sha256(text),
  };
  const attestation = `${jsonText(signed(payload, privateKey), 1)}\n`;
  return new Map([
    ...genuine,
    ['report.html', Buffer.from(page)],
    ['attestation.json', Buffer.from(attestation)],
    ...derivedFiles(statement, facts).map((file) => [file.name, Buffer.from(file.text)] as const),
  ]);
}

interface Attested {
  signatures: { keyid: string; sig: string }[];
  note?: string;
}

describe('what a vendor forges, with the right key', () => {
  test('a page that says something else', async () => {
    const changed = signedPage(report, (page) => page.replace('passed', 'failed'));
    expect(await kindsOf(changed)).toEqual(['changed-page']);
  });

  test('a page that holds another report', async () => {
    const changed = signedPage(report, (page) => page.replace('"verdict": "', '"verdict": "not-'));
    expect(await kindsOf(changed)).toEqual(['changed-page']);
  });

  test.each<[string, (page: string) => string]>([
    ['a script of their own', () => '<script>alert(document.domain)</script>'],
    [
      'words of their own behind the head of ours',
      (page) => `${page.slice(0, page.indexOf('title>'))}title>All rules passed.</title>`,
    ],
  ])('a page with %s, also where the matrix reads it', async (_, change) => {
    const changed = signedPage(report, change);
    expect(await kindsOf(changed)).toEqual(['changed-page']);
    expect(await kindsOf(changed, { signedOnly: true })).toEqual(['changed-page']);
  });

  test.each([
    ['no key at all', 'authorization', undefined],
    ['the valid key', 'authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
  ])('%s where a wrong one was to be sent', async (_, name, value) => {
    const changed = forged((copy) => {
      const recordedCase = copy
        .witnesses!.experiments.flatMap(({ cases }) => cases)
        .find(({ rules }) => rules.includes('authentication.wrong-key'))!;
      const sent = copy.samples.find((one) => one.number === recordedCase.exchanges[0])!.request;
      sent.headers = sent.headers.filter(([each]) => each.toLowerCase() !== name);
      if (value !== undefined) sent.headers.push(['Authorization', value]);
    });
    expect(await kindsOf(changed)).toContain('not-borne-out');
  });

  test.each([
    ['a rule is left out', (copy: Changeable<Report>) => copy.rules.splice(4, 1), 'missing-rule'],
    [
      'a rule stands there twice',
      (copy: Changeable<Report>) => copy.rules.push(structuredClone(copy.rules[4]!)),
      'doubled-rule',
    ],
    [
      'a rule that the contract does not have',
      (copy: Changeable<Report>) =>
        copy.rules.push({ ...structuredClone(copy.rules[4]!), id: 'list-animals.is-fast' }),
      'unknown-rule',
    ],
    [
      'a stated rule made an implied one',
      (copy: Changeable<Report>) => (ruleOf(copy, 'list-animals.filter').kind = 'implied'),
      'changed-rule',
    ],
    [
      'a rule asked otherwise',
      (copy: Changeable<Report>) => (ruleOf(copy, 'list-animals.filter').statement = 'Fine.'),
      'changed-rule',
    ],
    [
      'a pass without evidence',
      (copy: Changeable<Report>) =>
        (ruleOf(copy, 'list-animals.filter').evidence = { cases: 0, exchanges: 0 }),
      'no-evidence',
    ],
    [
      'more evidence than the run has sent',
      (copy: Changeable<Report>) => (ruleOf(copy, 'list-animals.filter').evidence.exchanges = 1e6),
      'impossible-outcome',
    ],
    ['other counts', (copy: Changeable<Report>) => (copy.counts.passed += 1), 'changed-counts'],
    [
      'the verdict of a profile',
      (copy: Changeable<Report>) => (copy.profiles.quickstart = 'no-violation-found'),
      'changed-verdict',
    ],
    [
      'another summary',
      (copy: Changeable<Report>) => (copy.summary = 'All is well.'),
      'changed-verdict',
    ],
    [
      'another contract',
      (copy: Changeable<Report>) => (copy.contract.digest = 'b'.repeat(64)),
      'other-contract',
    ],
    ['another kit', (copy: Changeable<Report>) => (copy.kit.digest = 'b'.repeat(64)), 'other-kit'],
    [
      'a run in the future',
      (copy: Changeable<Report>) => {
        copy.run.startedAt = '2031-01-01T00:00:00.000Z';
        copy.run.asOf = '2031-01-01';
      },
      'future-date',
    ],
    [
      'a rule that is said not to apply',
      (copy: Changeable<Report>) => {
        const rule = ruleOf(copy, 'list-animals.filter');
        rule.outcome = 'inapplicable';
        rule.reason = 'this server has no statuses';
        madeToFit(copy);
      },
      'not-borne-out',
    ],
    [
      'a day on which an operation may be gone',
      (copy: Changeable<Report>) => (copy.run.asOf = '2031-01-01'),
      'future-date',
    ],
    [
      'a run that was not a full one',
      (copy: Changeable<Report>) => (copy.run.scope.full = false),
      'not-a-full-run',
    ],
    [
      'samples of another server',
      (copy: Changeable<Report>) =>
        (copy.samples[0]!.request.url = 'http://another.example/v1/pets'),
      'other-server',
    ],
    [
      'no exchanges',
      (copy: Changeable<Report>) => {
        copy.samples = [];
        delete (copy as { witnesses?: unknown }).witnesses;
      },
      'not-borne-out',
    ],
    [
      'an observation answered otherwise',
      (copy: Changeable<Report>) =>
        (copy.observations.find(({ id }) => id === 'add-animal.default-status')!.answer = 'sold'),
      'changed-observation',
    ],
  ])('%s', async (_, change, kind) => {
    expect(await kindsOf(forged(change))).toContain(kind);
  });

  test('an expired one', async () => {
    const { problems } = await verify(files, { now: around.now + 400 * day });
    expect(problems).toEqual([
      { kind: 'expired', message: 'The certificate was valid until 2027-01-01.' },
    ]);
  });

  test('a failed rule that is called passed, and all made to fit', async () => {
    const faulty = await run({
      faults: (await import('../../reference/index.js')).faults.filter(
        ({ name }) => name === 'name-in-capitals',
      ),
    });
    expect(faulty.verdict).toBe('not-conformant');
    const copy = structuredClone(faulty) as Changeable<Report>;
    delete (copy as { causes?: unknown }).causes;
    const failed = copy.rules.filter(({ outcome }) => outcome === 'failed');
    for (const rule of failed) {
      rule.outcome = 'passed';
      rule.failures = [];
      rule.reason = null;
    }
    madeToFit(copy);
    const { problems } = await verify(filesOf(copy as Report));
    expect(problems.map(({ kind }) => kind)).toContain('not-borne-out');
    expect(problems.map(({ message }) => message).join(' ')).toContain('add-animal.keeps-name');
  });
});

describe('of a full run', () => {
  let whole: Report;
  const ofAll = { contract: loadContract(), rules: allRules };
  beforeAll(async () => {
    whole = await runInMemory({ keepCases: true, seed: 3, kit });
  });

  test('it holds as it was issued', async () => {
    const verification = await verify(filesOf(whole), ofAll);
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
    expect(await kindsOf(changed, ofAll)).toEqual(['changed-page']);
  });
});
