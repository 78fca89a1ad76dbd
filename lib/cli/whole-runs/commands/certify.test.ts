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
import {
  createReference,
  fakeKey,
  faultNamed,
  serve,
  variantNamed,
  type Variant,
} from '../../../reference/index.js';
import { instead } from '../../../reference/changes/change.js';
import { page } from '../../../reference/changes/replies.js';
import { envelopeSchema, statementSchema } from '../../../testing/formats/attestation-schemas.js';
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

async function served(
  faults: readonly string[],
  work: (url: string) => Promise<void>,
  variants: readonly (string | Variant)[] = [],
): Promise<void> {
  const reference = createReference({
    faults: faults.flatMap((name) => faultNamed(name) ?? []),
    variants: variants.flatMap((one) =>
      typeof one === 'string' ? (variantNamed(one) ?? []) : one,
    ),
  });
  const serving = await serve(reference);
  try {
    await work(serving.url);
  } finally {
    await serving.close();
  }
}

/** It knows the kit by what it calls itself. */
const rightForTheKitAlone: Variant = {
  name: 'right-for-the-kit-alone',
  sentence: 'Returns 500 for a limit of 100 unless the kit sends the request.',
  change: instead('begin', ({ request: { path, headers } }) =>
    /[?&]limit=100(?:&|$)/.test(path) &&
    !headers.some(([, value]) => value.startsWith('animal-store-conformance'))
      ? page(500)
      : undefined,
  ),
};

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
const quickstartOf = (url: string): string => url.replace(/\/v1$/, '/quickstart');

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
      const honestly = async (url: string): Promise<void> => {
        const certified = await run('certify', url, '--quickstart', quickstartOf(url));
        expect(certified).toMatchObject({ code: 0 });
        forOneSeed.learned();
        expect(certified.out).toMatch(
          /^Certified: "Acme Animal Store 2\.1" by "Acme", until 20\d\d-/m,
        );
        const names = ['README.md', 'attestation.json', 'badge.svg', 'index.html'];
        expect(readdirSync(join(folder, 'certificate')).sort()).toEqual(
          [...names, 'predicate.json', 'report.html', 'report.json'].sort(),
        );
        for (const name of readdirSync(join(folder, 'certificate')))
          expect(readFileSync(join(folder, 'certificate', name), 'utf8')).not.toContain(fakeKey);
        expectUsual(folder);

        const verified = await run('verify', 'certificate', ...publicKey);
        expect(verified.out).toMatch(
          /^Verified, for practice only \(http:\S+ is a local address\), tested at http:\S+ and \S+ on 20.* The vendor calls it "Acme Animal Store 2\.1" by "Acme"\.$/m,
        );
        expect(verified.code).toBe(0);
        expect((await run('verify', 'certificate/attestation.json', ...publicKey)).code).toBe(0);
        const unsigned = await run('verify', 'certificate');
        expect(unsigned.code).toBe(3);
        expect(unsigned.out).toContain('its signature was not checked');
        cpSync(join(folder, 'certificate/report.json'), join(folder, 'alone.json'));
        const alone = await run('verify', 'alone.json');
        expect([alone.code, alone.out]).toEqual([3, expect.stringContaining('nobody has signed')]);
        expect((await run('verify', 'alone.json', ...publicKey)).code).toBe(1);
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
        const rerun = ['--rerun', url, '--quickstart', quickstartOf(url)];
        expect(await main(['verify', 'certificate', ...publicKey, ...rerun], ended.io)).toBe(130);
        expect(ended.written.err.match(/repeating the run/g)).toHaveLength(1);
        expect(ended.written.out).toMatch(/Not repeated: the repetition was interrupted\./);

        expect((await run('certify', '--keygen', '--signing-key', 'lab.pem')).code).toBe(0);
        const where = ['--rerun', url, '--quickstart', quickstartOf(url)] as const;
        const sign = [...where, '--sign', 'lab.pem'] as const;
        expect((await run('verify', 'certificate', ...sign)).code).toBe(2);
        const again = await run('verify', 'certificate', ...publicKey, ...sign);
        expect(again.out).toMatch(
          /✓ repeated twice, the second time with seed \d+ and in disguise: \d+ of \d+ rules with the same outcome, none broken/,
        );
        expect(again).toMatchObject({
          code: 0,
          err: expect.stringContaining('Signed with sha256:') as string,
        });
        const signed = await run('verify', 'certificate', ...publicKey);
        expect(signed).toMatchObject({
          code: 0,
          out: expect.stringContaining(`! repeated on 20`) as string,
        });
        // The key of the environment goes to no address that only a file names.
        writeFileSync(join(folder, '.env'), `ANIMAL_STORE_STAGING_URL=${url}\n`, { mode: 0o600 });
        const planted = ['--rerun', 'staging', '--quickstart', quickstartOf(url)] as const;
        expect(await run('verify', 'certificate', ...publicKey, ...planted)).toMatchObject({
          code: 2,
          err: expect.stringContaining('only from .env') as string,
        });
        rmSync(join(folder, '.env'));
      };
      await served([], honestly, [forOneSeed.variant]);

      // One server breaks a rule, knows the kit, and was tuned to the first seed: each shows when its time comes.
      forOneSeed.tuned();
      await served(
        ['missing-name-taken'],
        async (url) => {
          const elsewhere = ['verify', 'certificate', ...publicKey, '--rerun', url] as const;
          const unnamed = await run(...elsewhere);
          expect([unnamed.code, unnamed.err]).toEqual([
            2,
            expect.stringContaining('name it, with --quickstart'),
          ]);
          const again = await run(...elsewhere, '--quickstart', quickstartOf(url), '--seed', '8');
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
          expect(again.out).toContain('! The certificate is for ');
          expect(again.code).toBe(1);
        },
        [rightForTheKitAlone, forOneSeed.variant],
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

  test('a store that is never empty is certified only as incomplete, and that is written on it', async () => {
    await asVendor(async (folder, run) => {
      const certify = (url: string, ...more: readonly string[]): Promise<Ran> =>
        run('certify', url, '--quickstart', quickstartOf(url), '--quiet', ...more);
      const residents = ['residents-12'];
      await served(
        [],
        async (url) => {
          const { code, err, out } = await certify(url);
          expect(code).toBe(3);
          expect(err).toMatch(
            /No certificate:\n  - 1 stated rule could not be tested, because .*: list-animals\.nothing-matches\. .* --incomplete/,
          );
          expect(out.replaceAll('\n', ' ')).toContain(
            'so that no list is empty: use an empty store for a complete check. ✓',
          );
          expect(readdirSync(folder)).not.toContain('certificate');
        },
        residents,
      );
      await served(
        [],
        async (url) => {
          const { code, out } = await certify(url, '--incomplete');
          expect(code).toBe(0);
          expect(out).toMatch(/^Incomplete: 1 stated rule could not be tested, because /m);
          expect(out).not.toContain('replaces');
          const again = await certify(url, '--incomplete');
          expect(again.out).toMatch(/\nIt replaces the certificate that was there\.\n$/);
        },
        residents,
      );
      await served(['limit-100-refused'], async (url) => {
        const { code, err } = await certify(url);
        expect([code, err]).toEqual([
          1,
          expect.stringMatching(
            /\n {2}and \d+ more: see the report\nThe certificate in certificate is from an earlier run\.\n$/,
          ),
        ]);
      });
      const { code, out } = await run('verify', 'certificate', ...publicKey);
      expect(code).toBe(0);
      expect(out).toMatch(
        /^Verified, for practice only \(.* Incomplete: 1 stated rule could not be tested, /m,
      );
    });
  });

  test('what is not conformant is not certified, and says why', async () => {
    await asVendor(async (folder, run) => {
      await served(['limit-100-refused'], async (url) => {
        const refused = await run('certify', url, '--quickstart', quickstartOf(url), '--quiet');
        expect(refused.code).toBe(1);
        expect(refused.err).toMatch(
          /No certificate:\n.*  - list-animals\.limits-accepted failed: /s,
        );
        expect(readdirSync(folder)).not.toContain('certificate');
      });
    });
  });
});

describe('before anything is sent', () => {
  const refused = async (words: readonly string[], change?: (folder: string) => void) => {
    let reported: Ran | undefined;
    await asVendor(async (folder, run) => {
      change?.(folder);
      reported = await run(...words);
    });
    expect(reported?.code).toBe(2);
    return reported?.err ?? '';
  };
  const write = (name: string, text: string) => (folder: string) =>
    writeFileSync(join(folder, name), text);

  test.each([
    ['7777777', 'certify needs a key of at least 8 characters'],
    ['77777777', 'certify needs a random key'],
  ])('a key such as %s is refused', async (own, why) => {
    await inFolder(async (folder) => {
      await command(['certify', '--init'], { folder, stdin: answers });
      await command(['certify', '--keygen'], { folder });
      const words = ['certify', 'http://127.0.0.1:9/v1'];
      const { code, err } = await command(words, {
        folder,
        environment: { ANIMAL_STORE_API_KEY: own },
      });
      expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    });
  });

  test('production is refused that is only read', async () => {
    await inFolder(async (folder) => {
      const production = { ...environment, ANIMAL_STORE_PRODUCTION_URL: 'https://a.example/v1' };
      await command(['certify', '--init'], { folder, stdin: answers });
      await command(['certify', '--keygen'], { folder });
      const { code, err } = await command(['certify', 'production'], {
        folder,
        environment: production,
      });
      expect([code, err]).toEqual([2, expect.stringContaining('a certificate needs a full run')]);
    });
  });

  test('a second key is not written over the first', async () => {
    expect(await refused(['certify'])).toContain('certify needs a TARGET');
    expect(await refused(['certify', '--keygen'])).toContain('exists already');
  });

  test.each([
    [
      'no field',
      'implementation.yaml',
      'product: x\n',
      'implementation.yaml does not say `organisation`',
    ],
    ['an unknown field', 'implementation.yaml', 'vendor: x\n', 'has a field `vendor`'],
    ['no YAML', 'implementation.yaml', 'a: [', 'implementation.yaml:1 is not YAML'],
    [
      'a bomb',
      'implementation.yaml',
      'a: &a [x, x]\nb: &b [*a, *a]\norganisation: *b\n',
      'implementation.yaml',
    ],
    ['no key', 'signing-key.pem', 'key\n', '"signing-key.pem" is not a private key in PEM.'],
  ])('%s', async (_, name, text, reported) => {
    expect(await refused(['certify', 'reference'], write(name, text))).toContain(reported);
  });

  test('a folder with something else in it', async () => {
    const reported = await refused(['certify', 'reference', '--out', 'mine'], (folder) => {
      mkdirSync(join(folder, 'mine'));
      writeFileSync(join(folder, 'mine', 'thesis.txt'), 'x');
    });
    expect(reported).toContain('it contains "thesis.txt", which is not part of a certificate');
  });

  test('a folder below a file', async () => {
    const reported = await refused(['certify', 'reference', '--out', 'file/mine'], (folder) =>
      writeFileSync(join(folder, 'file'), 'x'),
    );
    expect(reported).toContain('"file/mine" (part of the path is not a folder): specify another');
  });

  test('a private key where the public one belongs', async () => {
    const reported = await refused(
      ['verify', 'certificate', '--public-key', 'signing-key.pem'],
      (folder) => mkdirSync(join(folder, 'certificate')),
    );
    expect(reported).toContain('contains a private key');
  });

  test('a missing signing key', async () => {
    const reported = await refused(['certify', 'reference'], (folder) =>
      renameSync(join(folder, 'signing-key.pem'), join(folder, 'other.pem')),
    );
    expect(reported).toContain(
      'There is no signing key "signing-key.pem": certify --keygen makes one',
    );
  });

  test('connection flags without a run', async () => {
    expect(await refused(['verify', 'certificate', '--insecure'])).toContain('--rerun TARGET');
  });
});
