// Tests which certificates are for practice, and that each of their files says so.
import { beforeAll, describe, expect, test } from 'vitest';
import { verificationLines } from '../../cli/commands/verify/lines.js';
import { loadLedger } from '../../contract/ledger.js';
import type { Verification } from '../verification/outcome.js';
import { fewRules } from '../../testing/few-rules.js';
import { type Issued, issuedFor } from '../../testing/certificates/issued.js';
import { entryOf, shownName } from '../matrix/entry.js';
import { baseAddress } from '../../api/configuration/address.js';
import { isBaseAddress, practiceOf } from './practice.js';

const target = (baseUrl: string, name = baseUrl, quickstartBaseUrl: string | null = null) => ({
  target: { name, baseUrl, quickstartBaseUrl },
});

/** Addresses, of which most name only the host. */
const addresses = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((host) => (host.includes('://') ? host : `https://${host}/v1`));

const local = addresses(`
  http://localhost:8080/v1 http://store.localhost/v1 localhost. foo.localhost.. localhost.localdomain ip6-localhost
  127.0.0.1 127.1.2.3:4443 2130706433 0.0.0.0 [::1] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:0:127.0.0.1]
  store.localtest.me lvh.me app.localhost.direct lacolhost.com store.localdev.me local.gd
  store.127-0-0-1.nip.io 7f000001.nip.io app-7f000001.nip.io 127.0.0.1.sslip.io a.7f000001.sslip.io --1.sslip.io
  www.--1.sslip.io 127.0.0.1.backname.io 127-0-0-1.0123456789abcdef0123456789abcdef.plex.direct
`);
const inside = addresses(`
  10.1.2.3 172.16.0.1 172.31.255.254:8443 192.168.1.1 169.254.0.1 100.64.0.1 192.0.2.1 192.0.0.8 198.18.0.1
  224.0.0.1 255.255.255.255 [fc00::1] [fdff::1] [fe80::1] [febf::1] [fec0::1] [3fff::1] [100::1] [5f00::1]
  [::ffff:10.0.0.1] [2001:db8::1] [64:ff9b::7f00:1] [64:ff9b:1::1] [2002:7f00:1::]
  10.0.0.1.nip.io 0a000001.nip.io store-192-168-1-7.sslip.io. fe80--1.sslip.io
  store store.docker store.service.consul store.fritz.box store.localdomain store.lan store.local store.internal.
  192.88.99.1 [2001:0:1::] 10.in-addr.arpa
  store.test store.invalid store.example store.alt store.onion store.private store.home.arpa store.home.arpa..
`);
const outside = addresses(`
  animals.example.com example.com internal.example.com onion.example.com localhost.example.com mylocalhost.example.com
  store.mytest 128.0.0.1 172.32.0.1 100.128.0.1 192.169.0.1 192.0.1.8 10.1.2.3.example.com 7f000001.example.com
  nip.io 8.8.8.8.nip.io 300.0.0.1.nip.io 08080808.nip.io 7f0000017f000001.nip.io 2600--1.sslip.io
`);

describe('for practice is what nobody else could have asked', () => {
  test.each(local)('%s', (address) =>
    expect(practiceOf(target(address))).toContain('is a local address'),
  );
  test.each(inside)('%s', (address) =>
    expect(practiceOf(target(address))).toContain('is in no public network'),
  );
  test.each(outside)('not %s', (address) => expect(practiceOf(target(address))).toBeUndefined());

  test('the embedded server, a server without encryption, and such a quickstart', () => {
    const address = 'https://animals.example.com/v1';
    expect(practiceOf(target(address, 'reference'))).toBe(
      'the embedded reference server was tested',
    );
    expect(practiceOf(target('http://animals.example.com/v1'))).toContain('is not encrypted');
    expect(practiceOf(target(address, address, 'http://animals.example.com/q'))).toContain(
      '/q is not',
    );
  });
});

describe.each([
  { of: 'a server of its own', baseUrl: 'https://animals.example.com/v1', practice: false },
  { of: 'a server at http', baseUrl: 'http://animals.example.com/v1', practice: true },
])('a certificate of $of', ({ baseUrl, practice }) => {
  let issued: Issued;
  let files: Map<string, Buffer>;
  let verification: Verification;
  beforeAll(async () => {
    issued = await issuedFor(fewRules('add-animal.keeps-name'), {
      target: { name: baseUrl, baseUrl, quickstartBaseUrl: null },
    });
    ({ files } = issued);
    verification = await issued.verify(files);
  });

  test('says so in each of its files, and in the matrix', () => {
    expect(verification.problems).toEqual([]);
    for (const name of ['index.html', 'README.md', 'badge.svg']) {
      const text = files.get(name)?.toString() ?? '';
      expect(/for practice only/i.test(text), name).toBe(practice);
      expect(/is a conformant/.test(text), name).toBe(!practice && name !== 'badge.svg');
    }
    expect(/"practice":/.test(files.get('predicate.json')?.toString() ?? '')).toBe(practice);
    const ledger = loadLedger();
    const entry = entryOf('acme', verification, { ledger, signedWith: 'acme.pem' });
    expect(shownName(entry).endsWith(' (for practice)')).toBe(practice);
  });

  test('is told with its address, its day and the version of the kit', () => {
    const day = issued.report.run.startedAt.slice(0, 10);
    const tested = `${practice ? '. T' : ', t'}ested at ${baseUrl} on ${day} with animal-store-conformance 9.9.9`;
    const closing = verificationLines(verification, undefined, { quiet: true });
    const unsigned = verificationLines({ ...verification, keyId: undefined }, undefined, {
      quiet: true,
    });
    for (const line of [closing, unsigned]) {
      expect(line).toContain(tested);
      expect(line.includes('is conformant')).toBe(!practice);
      expect(/practice/i.test(line)).toBe(practice);
    }
    expect(closing).toMatch(
      practice ? /^Verified: a practice certificate \(/ : /^Verified: the server is conf/,
    );
  });
});

describe('an address in a certificate is written as the kit writes it', () => {
  test.each([
    'https://animals.example/v1/',
    'https://ANIMALS.example:443/v1',
    'https://аnimals.example/v1',
    'http://localhost:8080',
    'http://[::1]:8080/a%20b//',
  ])('%s', (given) => {
    const written = baseAddress(given, 'the target');
    expect(isBaseAddress(written)).toBe(true);
    if (written !== given) expect(isBaseAddress(given)).toBe(false);
  });

  test.each([
    'https://good.example@evil.example/v1',
    'https://good.example\\@evil.example/v1',
    'https://good.example/v1 on 2027-01-01',
    'https://good.example/v1\n',
    ' https://good.example/v1',
    'https://good.example/v1\u202e',
    'https://good.example/v1?x=1',
    'https://good.example/v1#x',
    'https://good.example/a/../v1',
    'https://good.example/a%2fv1',
    'https:good.example/v1',
    'ftp://good.example/v1',
    'http://[',
    '\u0000',
  ])('and never as %j', (forged) => {
    expect(isBaseAddress(forged)).toBe(false);
  });
});
