// Tests which certificates are for practice, and that each of their files says so.
import { beforeAll, describe, expect, test } from 'vitest';
import { verificationLines } from '../../cli/commands/verify/lines.js';
import { loadLedger } from '../../contract/ledger.js';
import type { Verification } from '../verification/verification.js';
import { fewRules } from '../../testing/few-rules.js';
import { type Issued, issuedFor } from '../../testing/certificates/issued.js';
import { entryOf, shownName } from '../matrix/entry.js';
import { practiceOf } from './practice.js';

const target = (baseUrl: string, name = baseUrl, quickstartBaseUrl: string | null = null) => ({
  target: { name, baseUrl, quickstartBaseUrl },
});

describe('for practice is what nobody else could have asked', () => {
  test.each([
    'http://localhost:8080/v1',
    'http://store.localhost/v1',
    'https://localhost./v1',
    'https://127.0.0.1/v1',
    'https://127.1.2.3:4443/v1',
    'https://2130706433/v1',
    'https://[::1]/v1',
    'https://[::127.0.0.1]/v1',
    'https://localhost.localdomain/v1',
    'https://[::ffff:127.0.0.1]/v1',
    'https://0.0.0.0/v1',
    'https://store.127-0-0-1.nip.io/v1',
    'https://127.0.0.1.sslip.io/v1',
    'https://store.localtest.me/v1',
    'https://lvh.me/v1',
    'https://app.localhost.direct/v1',
    'https://lacolhost.com/v1',
    'https://127-0-0-1.0123456789abcdef0123456789abcdef.plex.direct/v1',
    'https://[::ffff:0:127.0.0.1]/v1',
    'https://foo.localhost../v1',
    'https://store.localdev.me/v1',
    'https://local.gd/v1',
    'https://ip6-localhost/v1',
    'https://7f000001.nip.io/v1',
    'https://app-7f000001.nip.io/v1',
    'https://a.7f000001.sslip.io/v1',
    'https://--1.sslip.io/v1',
    'https://www.--1.sslip.io/v1',
    'https://127.0.0.1.backname.io/v1',
  ])('%s', (address) => {
    expect(practiceOf(target(address))).toContain('is a local address');
  });

  test.each([
    'https://10.1.2.3/v1',
    'https://10.0.0.1.nip.io/v1',
    'https://store-192-168-1-7.sslip.io./v1',
    'https://172.16.0.1/v1',
    'https://172.31.255.254:8443/v1',
    'https://192.168.1.1/v1',
    'https://169.254.0.1/v1',
    'https://100.64.0.1/v1',
    'https://[fc00::1]/v1',
    'https://[3fff::1]/v1',
    'https://[100::1]/v1',
    'https://[5f00::1]/v1',
    'https://store.service.consul/v1',
    'https://store.docker/v1',
    'https://store.fritz.box/v1',
    'https://[fdff::1]/v1',
    'https://[fe80::1]/v1',
    'https://[febf::1]/v1',
    'https://[::ffff:10.0.0.1]/v1',
    'https://[fec0::1]/v1',
    'https://[2001:db8::1]/v1',
    'https://[64:ff9b::7f00:1]/v1',
    'https://[2002:7f00:1::]/v1',
    'https://192.0.2.1/v1',
    'https://198.18.0.1/v1',
    'https://224.0.0.1/v1',
    'https://255.255.255.255/v1',
    'https://store.localdomain/v1',
    'https://store.lan/v1',
    'https://store.invalid/v1',
    'https://store.local/v1',
    'https://store.internal./v1',
    'https://store.test/v1',
    'https://store.home.arpa/v1',
    'https://store/v1',
    'https://store.home.arpa../v1',
    'https://store.example/v1',
    'https://store.alt/v1',
    'https://store.onion/v1',
    'https://store.private/v1',
    'https://0a000001.nip.io/v1',
    'https://fe80--1.sslip.io/v1',
    'https://[64:ff9b:1::1]/v1',
    'https://192.0.0.8/v1',
  ])('%s', (address) => {
    expect(practiceOf(target(address))).toContain('is in a private network');
  });

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

  test.each([
    'https://animals.example.com/v1',
    'https://128.0.0.1/v1',
    'https://localhost.example.com/v1',
    'https://mylocalhost.example.com/v1',
    'https://172.32.0.1/v1',
    'https://100.128.0.1/v1',
    'https://192.169.0.1/v1',
    'https://internal.example.com/v1',
    'https://store.mytest/v1',
    'https://10.1.2.3.example.com/v1',
    'https://8.8.8.8.nip.io/v1',
    'https://300.0.0.1.nip.io/v1',
    'https://nip.io/v1',
    'https://08080808.nip.io/v1',
    'https://7f0000017f000001.nip.io/v1',
    'https://2600--1.sslip.io/v1',
    'https://7f000001.example.com/v1',
    'https://example.com/v1',
    'https://onion.example.com/v1',
    'https://192.0.1.8/v1',
  ])('not %s', (address) => expect(practiceOf(target(address))).toBeUndefined());
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
    files = issued.filesOf(issued.report);
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
    const tested = `tested at ${baseUrl} on ${day} with animal-store-conformance 9.9.9`;
    const closing = verificationLines(verification, undefined, { quiet: true });
    const unsigned = verificationLines({ ...verification, keyId: undefined }, undefined, {
      quiet: true,
    });
    for (const line of [closing, unsigned]) {
      expect(line).toContain(tested);
      expect(line.includes('is conformant')).toBe(!practice);
      expect(/for practice/i.test(line)).toBe(practice);
    }
    expect(closing).toMatch(
      practice ? /^Verified, for practice only \(/ : /^Verified: the server is conf/,
    );
  });
});
