// A vendor's whole way: who offers what, a key, a full run, the certificate, and what strangers make of it.
import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../certify/matrix/entry.js';
import { fakeKey, type Variant } from '../../../reference/index.js';
import { instead } from '../../../reference/changes/change.js';
import { page } from '../../../reference/changes/replies.js';
import { envelopeSchema, statementSchema } from '../../../testing/formats/attestation-schemas.js';
import { atServer, type Place } from '../../../testing/at-server.js';
import { command, inFolder, type Ran, world } from '../../../testing/io.js';
import { main } from '../../cli.js';

const environment = { ANIMAL_STORE_API_KEY: fakeKey };
const answers = [
  'Acme',
  'Acme Animal Store',
  '2.1',
  'https://acme.example',
  'support@acme.example, https://acme.example/help',
  '',
  'c'.repeat(40),
].join('\n');

type Run = (...words: readonly string[]) => Promise<Ran>;

async function asVendor(work: (folder: string, run: Run) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const run: Run = (...words) => command(words, { folder, environment });
    expect((await command(['certify', '--init'], { folder, stdin: answers })).code).toBe(0);
    expect((await run('certify', '--keygen')).code).toBe(0);
    await work(folder, run);
  });
}

/** It knows the kit by what it calls itself, and is right for everybody from then on. */
function rightOnceTheKitIsThere(): Variant {
  let isThere = false;
  return {
    name: 'right-once-the-kit-is-there',
    sentence: 'Returns 500 for a limit of 100 until the kit has sent a request.',
    change: instead('begin', ({ request: { path, headers } }) => {
      isThere ||= headers.some(([, value]) => value.startsWith('animal-store-conformance'));
      return !isThere && /[?&]limit=100(?:&|$)/.test(path) ? page(500) : undefined;
    }),
  };
}

/**
 * It knows the requests of one seed: those that it was sent while it learned. Until it is tuned to them, it is right for
 * all.
 */
class ForOneSeed {
  readonly #known = new Set<string>();
  #does: 'learns' | 'nothing' | 'refuses' = 'learns';
  readonly variant: Variant = {
    name: 'right-for-one-seed',
    sentence: 'Returns 500 for a message that it was not tuned for.',
    change: instead('begin', ({ request: { method, path, body } }) => {
      if (method !== 'POST' || !path.endsWith('/messages')) return undefined;
      const text = Buffer.from(body ?? '').toString();
      if (this.#does === 'learns') this.#known.add(text);
      return this.#does === 'refuses' && !this.#known.has(text) ? page(500) : undefined;
    }),
  };
  /** Requests from now on are neither learned nor refused. */
  learned(): void {
    this.#does = 'nothing';
  }
  tuned(): void {
    this.#does = 'refuses';
  }
}

const publicKey = ['--public-key', 'signing-key.pub.pem'] as const;

/** An attestation of the form that other tools take. */
function expectUsual(folder: string): void {
  const read = (name: string): Buffer => readFileSync(join(folder, 'certificate', name));
  const envelope = JSON.parse(read('attestation.json').toString()) as {
    payload: string;
    payloadType: string;
    signatures: { keyid: string; sig: string }[];
  };
  const payload = Buffer.from(envelope.payload, 'base64');
  const statement = JSON.parse(payload.toString()) as { subject: object[]; predicate: object };
  const ajv = new Ajv2020({ strict: false });
  for (const [schema, value] of [
    [envelopeSchema, envelope],
    [statementSchema, statement],
  ] as const)
    expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true);
  // As they do: the signature over DSSE's encoding, the blob among the subjects.
  const encoded = Buffer.concat([
    Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `),
    payload,
  ]);
  const key = createPublicKey(readFileSync(join(folder, 'signing-key.pub.pem')));
  const signature = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
  expect(verify(null, encoded, key, signature)).toBe(true);
  const sha256 = createHash('sha256').update(read('report.json')).digest('hex');
  expect(statement.subject).toContainEqual({ name: 'report.json', digest: { sha256 } });
  expect(statement.subject).toContainEqual({
    name: 'commit',
    digest: { gitCommit: 'c'.repeat(40) },
  });
  // As GitHub's attest action takes it: a file of its own, with predicate-type beside it.
  expect(JSON.parse(read('predicate.json').toString())).toEqual(statement.predicate);
}

describe("a vendor's way", () => {
  test('from nothing to a certificate that holds, is repeated, and stands in a matrix', async () => {
    await asVendor(async (folder, run) => {
      expect(statSync(join(folder, 'signing-key.pem')).mode & 0o077).toBe(0);
      const forOneSeed = new ForOneSeed();
      const honestly = async ({ url, quickstartUrl }: Place): Promise<void> => {
        const certified = await run('certify', url, '--quickstart', quickstartUrl);
        expect(certified).toMatchObject({ code: 0 });
        forOneSeed.learned();
        expect(certified.out).toMatch(
          /^Certified until 20\d\d-\d\d-\d\d: "Acme Animal Store 2\.1" by "Acme"\.$/m,
        );
        expect(certified.out).not.toContain('replaces');
        const names = ['README.md', 'attestation.json', 'badge.svg', 'index.html'];
        expect(readdirSync(join(folder, 'certificate')).sort()).toEqual(
          [...names, 'predicate.json', 'report.html', 'report.json'].sort(),
        );
        for (const name of readdirSync(join(folder, 'certificate')))
          expect(readFileSync(join(folder, 'certificate', name), 'utf8')).not.toContain(fakeKey);
        expectUsual(folder);

        const verified = await run('verify', 'certificate', ...publicKey);
        expect(verified.out).toMatch(
          /^Verified: a practice certificate \(http:\S+ is a local address\)\. Tested at http:\S+ and \S+ on 20.* The vendor calls it "Acme Animal Store 2\.1" by "Acme"\.$/m,
        );
        expect(verified.code).toBe(0);
        const unsigned = await run('verify', 'certificate');
        expect(unsigned.code).toBe(3);
        expect(unsigned.out).toContain('its signature was not checked');
        cpSync(join(folder, 'certificate/report.json'), join(folder, 'alone.json'));
        const alone = await run('verify', 'alone.json');
        expect([alone.code, alone.out]).toEqual([3, expect.stringContaining('nobody has signed')]);
        const ofTheRun = `reports/${new URL(url).host.replace(':', '-')}/report.json`;
        expect(await run('verify', ofTheRun)).toMatchObject({
          code: 1,
          out: expect.stringMatching(
            /^✗ .* verify the folder that `certify` wrote\.\n[^]*\nNot verified: 1 problem\.\n$/,
          ) as string,
        });

        const ended = world({ folder, environment });
        const { write } = ended.io.stderr;
        ended.io.stderr.write = (text) => {
          write(text);
          if (text.includes('repeating the run')) setImmediate(() => ended.interrupt('SIGINT'));
        };
        const rerun = ['--rerun', url, '--quickstart', quickstartUrl];
        expect(await main(['verify', 'certificate', ...publicKey, ...rerun], ended.io)).toBe(130);
        expect(ended.written.err.match(/repeating the run/g)).toHaveLength(1);
        expect(ended.written.out).toMatch(
          /could not be repeated: the repetition was interrupted\./,
        );

        expect((await run('certify', '--keygen', '--signing-key', 'lab.pem')).code).toBe(0);
        const where = ['--rerun', url, '--quickstart', quickstartUrl] as const;
        const sign = [...where, '--sign', 'lab.pem'] as const;
        expect((await run('verify', 'certificate', ...sign)).code).toBe(2);
        const full = await run('verify', 'certificate', ...publicKey, ...sign);
        expect(full.out).toMatch(
          /✓ repeated twice, the first time with seed \d+ and in disguise: \d+ of \d+ rules with the same outcome, none broken/,
        );
        expect(full).toMatchObject({
          code: 3,
          err: expect.stringMatching(
            /Not signed: \d+ rules? could not be repeated, because the store is not as empty as it was \(.*list-animals\.nothing-matches/,
          ) as string,
        });
        // The key of the environment goes to no address that only a file names.
        writeFileSync(join(folder, '.env'), `ANIMAL_STORE_STAGING_URL=${url}\n`, { mode: 0o600 });
        const planted = ['--rerun', 'staging', '--quickstart', quickstartUrl] as const;
        expect(await run('verify', 'certificate', ...publicKey, ...planted)).toMatchObject({
          code: 2,
          err: expect.stringContaining('only from .env') as string,
        });
        rmSync(join(folder, '.env'));
      };
      await atServer([forOneSeed.variant], honestly);
      await atServer([forOneSeed.variant], async ({ url, quickstartUrl }) => {
        const where = ['--rerun', url, '--quickstart', quickstartUrl] as const;
        const again = ['verify', 'certificate', ...publicKey, ...where, '--sign', 'lab.pem'];
        expect(await run(...again)).toMatchObject({
          code: 0,
          err: expect.stringContaining('Signed with sha256:') as string,
        });
        expect(await run('verify', 'certificate', ...publicKey)).toMatchObject({
          code: 0,
          out: expect.stringContaining(`! repeated on 20`) as string,
        });
      });

      // One server breaks a rule, knows the kit, and was tuned to the first seed: each shows when its time comes.
      forOneSeed.tuned();
      await atServer(
        [rightOnceTheKitIsThere(), forOneSeed.variant, 'missing-name-taken'],
        async ({ url, quickstartUrl }) => {
          const elsewhere = ['verify', 'certificate', ...publicKey, '--rerun', url] as const;
          const unnamed = await run(...elsewhere);
          expect([unnamed.code, unnamed.err]).toEqual([
            2,
            expect.stringContaining('name it, with --quickstart'),
          ]);
          const again = await run(...elsewhere, '--quickstart', quickstartUrl, '--seed', '8');
          expect(again.out).toMatch(
            /^✗ add-animal\.missing-name passed in the certificate, but fails now: /m,
          );
          expect(again.out).toMatch(
            /^✗ With seed 8, in disguise: list-animals\.limits-accepted passed in the certificate, but fails now: /m,
          );
          expect(again.out).toMatch(
            /^✗ With seed 8, in disguise: messages\.\S+ passed in the certificate, but fails now: /m,
          );
          expect(again.out).not.toMatch(/^✗ (list-animals|messages)/m);
          // A rule that fails both times is one rule.
          const broken = [...again.out.matchAll(/^✗ (?:With .*: )?([\w.-]+) passed/gm)];
          expect(new Set(broken.map(([, id]) => id)).size).toBe(broken.length);
          expect(again.out).toContain(`Not confirmed: ${broken.length} rules`);
          expect(again.out).toContain('! The certificate is for ');
          expect(again.code).toBe(1);
        },
      );

      mkdirSync(join(folder, 'all', 'keys'), { recursive: true });
      cpSync(join(folder, 'signing-key.pub.pem'), join(folder, 'all', 'keys', 'acme.pem'));
      cpSync(join(folder, 'certificate'), join(folder, 'all', 'acme'), { recursive: true });
      const whole = ['matrix', 'all', '--public-keys', 'all/keys'] as const;
      expect(await run(...whole)).toMatchObject({
        code: 0,
        out: expect.stringContaining('1 implementation: 1 verified.') as string,
      });
      expect(await run('matrix', 'all')).toMatchObject({
        code: 3,
        out: expect.stringContaining('no public key was given to check its signature') as string,
      });
      mkdirSync(join(folder, 'all', 'none'));
      expect(await run('matrix', 'all', '--public-keys', 'all/none')).toMatchObject({
        code: 2,
        err: expect.stringContaining('there is no .pem file in this folder') as string,
      });
      const forged = join(folder, 'all', 'forged');
      cpSync(join(folder, 'certificate'), forged, { recursive: true });
      const page = join(forged, 'badge.svg');
      writeFileSync(page, readFileSync(page, 'utf8').replace('2.1', '9.9'));
      expect((await run(...whole)).code).toBe(1);
      const table = readFileSync(join(folder, 'all', 'matrix.md'), 'utf8');
      expect(table).toContain('(refused)');
      expect(table).toContain('[✓](acme/report.html#list-animals.filter)');
      expect(table).not.toContain('](forged/report.html');

      // This many are distributed to workers, which run the built code and refuse objects made by the sources.
      const names = Array.from({ length: 10 }, (_, index) => `acme-${index}`);
      for (const name of names)
        cpSync(join(folder, 'certificate'), join(folder, 'many', name), { recursive: true });
      const { code, out } = await run('matrix', 'many', '--public-keys', 'all/keys', '--json');
      const { entries } = JSON.parse(out) as { entries: readonly Entry[] };
      expect(entries.map((entry) => entry.folder).toSorted()).toEqual(names);
      expect(entries[0]?.why).toMatch(/^The report was made by another kit /);
      expect(code).toBe(1);
      // As JSON they are printed, and no page is written.
      expect(readdirSync(join(folder, 'many')).toSorted()).toEqual(names);
    });
  });

  test('a store that is never empty is certified only as incomplete, and that is written on it', () =>
    asVendor(async (folder, run) => {
      const certify = ({ url, quickstartUrl }: Place, ...more: readonly string[]): Promise<Ran> =>
        run('certify', url, '--quickstart', quickstartUrl, '--quiet', ...more);
      await atServer(['residents-12'], async (place) => {
        const { code, err } = await certify(place);
        expect(code).toBe(4);
        expect(err).toMatch(
          /has animals of every status, .* list-animals\.nothing-matches .* --incomplete/,
        );
        // It says so before it writes to the store.
        expect(place.asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
        expect(readdirSync(folder)).not.toContain('certificate');
        const onlyCatalogue = 'will cover the catalogue only: add --quickstart URL';
        expect(err).not.toContain(onlyCatalogue);
        const alone = ['certify', place.url, '--quiet'];
        expect((await run(...alone)).err).toContain(onlyCatalogue);
        expect((await run(...alone, '--quickstart', 'none')).err).not.toContain(onlyCatalogue);
      });
      mkdirSync(join(folder, 'certificate'));
      writeFileSync(join(folder, 'certificate', 'attestation.json'), '{}');
      await atServer(['residents-12'], async (place) => {
        const { code, out } = await certify(place, '--incomplete');
        expect(code).toBe(0);
        expect(out).toMatch(/^Incomplete: 1 stated rule could not be tested, because /m);
        expect(out).toMatch(/\nThis certificate replaces the one that was in certificate\.\n$/);
      });
      await atServer(['limit-100-refused'], async (place) => {
        const { code, err } = await certify(place);
        expect(code).toBe(1);
        expect(err).toMatch(/No certificate:\n.*  - list-animals\.limits-accepted failed: /s);
        expect(err).toMatch(
          /\n {2}and \d+ more: see the report\nThe folder certificate still holds the certificate of an earlier run\.\n$/,
        );
      });
      const { code, out } = await run('verify', 'certificate', ...publicKey);
      expect(code).toBe(0);
      expect(out).toMatch(
        /^Verified: a practice certificate \(.* Incomplete: 1 stated rule could not be tested, /m,
      );
    }));
});

describe('before anything is sent', () => {
  const write = (name: string, text: string) => (folder: string) =>
    writeFileSync(join(folder, name), text);
  const unchanged = (): void => {};
  const target = ['certify', 'reference'] as const;

  test.each<[string, (folder: string) => void, readonly string[], string]>([
    ['no target', unchanged, ['certify'], 'certify needs a TARGET'],
    ['a second key over the first', unchanged, ['certify', '--keygen'], 'exists already'],
    [
      'no field',
      write('implementation.yaml', 'product: x\n'),
      target,
      'implementation.yaml does not say `organisation`',
    ],
    [
      'an unknown field',
      write('implementation.yaml', 'vendor: x\n'),
      target,
      'has a field `vendor`',
    ],
    ['no YAML', write('implementation.yaml', 'a: ['), target, 'implementation.yaml:1 is not YAML'],
    [
      'a bomb',
      write('implementation.yaml', 'a: &a [x, x]\nb: &b [*a, *a]\norganisation: *b\n'),
      target,
      'implementation.yaml',
    ],
    [
      'no key',
      write('signing-key.pem', 'key\n'),
      target,
      '"signing-key.pem" is not a private key in PEM.',
    ],
    [
      'a missing signing key',
      (folder) => renameSync(join(folder, 'signing-key.pem'), join(folder, 'other.pem')),
      target,
      'There is no signing key "signing-key.pem": certify --keygen makes one',
    ],
    [
      'a folder with something else in it',
      (folder) => {
        mkdirSync(join(folder, 'mine'));
        write('mine/thesis.txt', 'x')(folder);
      },
      [...target, '--out', 'mine'],
      'it contains "thesis.txt", which is not part of a certificate',
    ],
    [
      'a folder below a file',
      write('file', 'x'),
      [...target, '--out', 'file/mine'],
      '"file/mine" (part of the path is not a folder): specify another',
    ],
    [
      'a private key where the public one belongs',
      (folder) => mkdirSync(join(folder, 'certificate')),
      ['verify', 'certificate', '--public-key', 'signing-key.pem'],
      'contains a private key',
    ],
    [
      'connection flags without a run',
      unchanged,
      ['verify', 'certificate', '--insecure'],
      '--rerun TARGET',
    ],
  ])('%s is refused', (_, change, words, reported) =>
    asVendor(async (folder, run) => {
      change(folder);
      const { code, err } = await run(...words);
      expect([code, err]).toEqual([2, expect.stringContaining(reported)]);
    }),
  );

  test.each<[string, Readonly<Record<string, string>>, string, string]>([
    [
      'a short key',
      { ANIMAL_STORE_API_KEY: '7777777' },
      'http://127.0.0.1:9/v1',
      'certify needs a key of at least 8 characters',
    ],
    [
      'a key that is not random',
      { ANIMAL_STORE_API_KEY: '77777777' },
      'http://127.0.0.1:9/v1',
      'certify needs a random key',
    ],
    [
      'a key that many requests contain',
      { ANIMAL_STORE_API_KEY: 'conformance' },
      'http://127.0.0.1:9/v1',
      'this one stands in the text of many requests',
    ],
    [
      'production, which is only read,',
      { ...environment, ANIMAL_STORE_PRODUCTION_URL: 'https://a.example/v1' },
      'production',
      'a certificate needs a full run',
    ],
  ])('%s is refused', (_, own, place, reported) =>
    asVendor(async (folder) => {
      const { code, err } = await command(['certify', place], { folder, environment: own });
      expect([code, err]).toEqual([2, expect.stringContaining(reported)]);
    }),
  );
});
