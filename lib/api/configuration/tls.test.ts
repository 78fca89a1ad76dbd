// Certificates that the user names reach the sockets; without them the message says which flag helps.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testCertificate } from '../../testing/certificates/tls.js';
import { command, inFolder } from '../../testing/io.js';

const { key, cert } = testCertificate();
let clientCertificates = 0;
const server = createServer(
  { key, cert, requestCert: true, rejectUnauthorized: false },
  (request, response) => {
    if ((request.socket as TLSSocket).getPeerX509Certificate() !== undefined)
      clientCertificates += 1;
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"code":"unauthorized","message":"No.","status":401}');
  },
);
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const run = (flags: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'cert.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    return command([url, '--quiet', ...flags], {
      folder,
      environment: { ANIMAL_STORE_API_KEY: 'fake-key', ...environment },
    });
  });

describe('certificates', () => {
  test('that the environment leaves unchecked are said to be, or checked where --ca asks for it', async () => {
    const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(await run([], unchecked)).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        /warning: Certificates were not checked \(NODE_TLS_REJECT_UNAUTHORIZED=0\)[^]*refuses the key/,
      ) as string,
    });
    const checked = await run(['--ca', 'cert.pem'], unchecked);
    expect(checked.err).not.toContain('not checked');
    // The process may have it too: what is not said to be unchecked is checked.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await run([])).toMatchObject({
        err: expect.stringContaining('the certificate is self-signed') as string,
      });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  test('that nobody vouches for need --ca', async () => {
    expect(await run([])).toMatchObject({
      code: 4,
      err: expect.stringContaining(
        'the certificate is self-signed: specify its authority with --ca FILE',
      ) as string,
    });
  });

  test('are trusted with --ca', async () => {
    expect(await run(['--ca', 'cert.pem'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('refuses the key') as string,
    });
  });

  test('are not looked at with --insecure, which is said aloud', async () => {
    const { code, err } = await run(['--insecure']);
    expect(code).toBe(4);
    expect(err).toMatch(
      /^animal-store-conformance: warning: Certificates were not checked \(--insecure\)/,
    );
    expect(err).toContain('refuses the key');
  });

  test('of the client are shown to the target', async () => {
    expect(clientCertificates).toBe(0);
    await run(['--ca', 'cert.pem', '--cert', 'cert.pem', '--cert-key', 'key.pem']);
    expect(clientCertificates).toBeGreaterThan(0);
  });
});
