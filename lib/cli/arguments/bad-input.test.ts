// Wrong usage gets one line that says what is wrong and what to do, and exit code 2, before anything is sent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, inFolder, type World } from '../../testing/io.js';

const environment = { ANIMAL_STORE_API_KEY: 'fake-key-for-bad-input' };
let requests = 0;
const server = createServer((_, response) => {
  requests += 1;
  response.end('[]');
});
let here = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const cases: [words: string, message: RegExp, world?: World][] = [
  ['HERE --sed 1', /no flag --sed\. Did you mean --seed\?/],
  ['HERE --seed -1', /--seed is "-1": specify a whole number from 0 to 2147483647/],
  ['HERE --seed 1e3', /--seed is "1e3"/],
  ['HERE --seed 99999999999', /--seed is/],
  ['HERE --settle soon', /--settle is "soon": specify a number of seconds/],
  ['HERE --max-time 0', /--max-time is "0"/],
  ['HERE --concurrency 0', /--concurrency is "0": specify a whole number from 1 to 256/],
  ['HERE --rate 0', /--rate is "0"/],
  ['HERE --effort hard', /--effort is "hard": specify quick, standard or thorough/],
  ['HERE --as-of 2030-02-30', /--as-of is "2030-02-30": specify a date as YYYY-MM-DD/],
  ['HERE --as-of tomorrow', /specify a date/],
  ['HERE --category-ids 1,two', /--category-ids contains "two"/],
  [
    `HERE --category-ids ${'1,'.repeat(1_000)}1`,
    /contains 1,001 categories: specify at most 1,000/,
  ],
  ['HERE --category-ids 9223372036854775808', /64-bit/],
  ['HERE --only list-animals.fliter', /Did you mean list-animals\.filter\?/],
  ['HERE --only 4.1,', /--only contains an empty part/],
  ['HERE --header nonsense', /write it as 'Name: value'/],
  ['HERE --header Authorization:x', /never an argument/],
  ['HERE --header Content-Length:1', /the kit sets it/],
  ['HERE --ca nowhere.pem', /--ca "nowhere\.pem" cannot be read/],
  ['HERE --cert nowhere.pem --cert-key plain.txt', /--cert "nowhere\.pem" cannot be read/],
  ['HERE --key-from nowhere.txt', /--key-from "nowhere\.txt" cannot be read/],
  ['HERE --config nowhere.yaml', /--config "nowhere\.yaml" cannot be read/],
  ['HERE --baseline nowhere.yaml', /--baseline "nowhere\.yaml" cannot be read/],
  ['HERE --ca plain.txt', /--ca "plain\.txt" contains no PEM certificate/],
  ['HERE --cert plain.txt', /--cert needs its private key: add --cert-key FILE/],
  ['HERE --cert-key plain.txt', /--cert-key needs its certificate/],
  ['HERE --cert plain.txt --cert-key plain.txt', /contains no PEM certificate/],
  ['HERE --insecure --ca plain.txt', /omit one of them/],
  ['HERE --read-only --allow-writes', /contradict each other/],
  ['HERE --output plain.txt', /Reports cannot be written to "plain\.txt"/],
  ['HERE --output plain.txt/below', /Reports cannot be written to/],
  ['HERE --quickstart localhost', /--quickstart is not a complete URL/],
  ['HERE --quickstart http://x/?a=1', /--quickstart has a query/],
  ['HERE --key fake-secret', /never an argument/],
  ['verify certificate --key key.pem', /--public-key\?.*ANIMAL_STORE_API_KEY/],
  ['matrix certificates --key key.pem', /--public-keys\?(?!.*ANIMAL_STORE_API_KEY)/],
  ['certify HERE --key key.pem', /--signing-key\?/],
  ['HERE --start', /--start needs a value/],
  ['--start node server.js', /: Quote the command: --start 'node server\.js'\./],
  ['expalin messages.echo', /: There is no command expalin\. Did you mean explain\?/],
  ['HERE HERE', /takes one TARGET/],
  ['prodution', /no target or command "prodution"\. Did you mean production\?/],
  ['rule', /Did you mean rules\?/],
  ['zebra', /Specify reference, production, staging, or a base address/],
  ['production', /set ANIMAL_STORE_PRODUCTION_URL/],
  ['staging', /set ANIMAL_STORE_STAGING_URL/],
  [
    'staging',
    /ANIMAL_STORE_STAGING_URL begins with ftp:\/\//,
    { environment: { ...environment, ANIMAL_STORE_STAGING_URL: 'ftp://x/v1' } },
  ],
  [
    'staging',
    /ANIMAL_STORE_STAGING_URL is not a complete URL\. Did you mean http:\/\/localhost:8080\/v1\?/,
    { environment: { ...environment, ANIMAL_STORE_STAGING_URL: 'localhost:8080/v1' } },
  ],
  [
    'HERE --quickstart [::1]:8080/q',
    /--quickstart is not .*Did you mean http:\/\/\[::1\]:8080\/q\?/,
  ],
  [
    'HERE --quickstart 127.0.0.1:8080',
    /--quickstart is not .*Did you mean http:\/\/127\.0\.0\.1:8080\?/,
  ],
  ['HERE --quickstart http:8080', /--quickstart is not a complete URL: write it in full/],
  ['production --start true', /tests the candidate that it starts, not production/],
  ['reference --quickstart http://x', /has no flag --quickstart/],
  ['reference --effort quick', /To test the embedded server: run reference --effort\./],
  ['run reference --quickstart http://x', /--quickstart is not for the reference server/],
  ['localhost:8080/v1', /Did you mean http:\/\/localhost:8080\/v1\?/],
  ['animals.example/v1', /Did you mean https:\/\/animals\.example\/v1\?/],
  ['ftp://animals.example/v1', /only http:\/\/ and https:\/\//],
  ['http://', /not a complete URL/],
  ['http://animals.example:99999/v1', /names port 99999: ports go from 1 to 65535/],
  ['run run', /"run" is a command, and not a target/],
  ['--key-from nowhere.txt', /--key-from is for a target, and none is named/],
  [
    'http://animals.example/v1?key=fake-secret',
    /has a query: specify only the base address, http:\/\/animals\.example\/v1/,
  ],
  ['http://animals.example/v1?', /has a query/],
  ['http://animals.example/v1#fake-secret', /has a fragment/],
  ['http://user:fake-secret@animals.example/v1', /contains a user or a password/],
  ...['a/../v1', 'v1/..', 'v1/.', './v1', 'v1/%2e%2E/x', 'v1\\..\\x', 'a%2Fv1'].map(
    (path): (typeof cases)[number] => [
      `http://animals.example/${path}`,
      /has a path that servers interpret differently: simplify it, such as http:\/\/animals\.example\//,
    ],
  ),
  [
    'staging',
    /ANIMAL_STORE_STAGING_URL is not a complete URL/,
    { environment: { ...environment, ANIMAL_STORE_STAGING_URL: 'http:/animals.example/v1' } },
  ],
  ...['http://127.0.0.1:/v1', 'http://127.0.0.1:'].map((address): (typeof cases)[number] => [
    address,
    /names no port after the colon\. If \$PORT stood there, the shell has replaced it: put the address in single quotes\./,
  ]),
  ['http://x/v1 --quickstart http://127.0.0.1:/quickstart', /--quickstart names no port/],
  ['HERE', /No key/, { environment: {} }],
  [
    'staging',
    /ANIMAL_STORE_CATEGORY_IDS contains "one"/,
    {
      environment: {
        ...environment,
        ANIMAL_STORE_STAGING_URL: 'http://x/v1',
        ANIMAL_STORE_CATEGORY_IDS: 'one',
      },
    },
  ],
  ...[' ', 'http://', '127.0.0.1:99999', 'http://a b', 'http://%zz@proxy.example:3128'].map(
    (proxy): (typeof cases)[number] => [
      'http://animals.example/v1',
      /HTTP_PROXY is not a URL: write it as http:\/\/proxy\.example:3128, or unset it\./,
      { environment: { ...environment, HTTP_PROXY: proxy } },
    ],
  ),
  [
    'https://animals.example/v1',
    /HTTPS_PROXY asks for a socks5 proxy, but the kit supports only http:\/\/ proxies/,
    { environment: { ...environment, https_proxy: 'socks5://127.0.0.1:1080' } },
  ],
  ...['undici', 'http,FETCH', 'und*', '*'].map((areas): (typeof cases)[number] => [
    'http://animals.example/v1',
    /NODE_DEBUG makes the HTTP client print requests that contain keys: unset it, or remove undici and fetch from it\./,
    { environment: { ...environment, NODE_DEBUG: areas } },
  ]),
  ['explain messages.ehco', /Did you mean messages\.echo\?/],
  ['explain be45aa1f', /No report in reports\/ contains this failure: specify its rule/],
  ['explain', /explain needs RULE/],
  ['report', /report needs FILE/],
  ['report nowhere.json', /cannot be read/],
  [
    'report plain.txt --html - --junit - --har a.har',
    /Only one of --html - and --junit - can be written to standard output: omit the others/,
  ],
  ['baseline --expires soon', /--expires is "soon": specify from 1d to 3650d, or a date/],
  ['report plain.txt', /is not JSON/],
  ['report other.json', /not a report of this kit/],
  ['report empty.json', /not a report of this kit: the member format is missing\./],
  ['rules --animals 1', /It belongs to reference/],
  ['reference --fault limit-of-by-one', /Did you mean limit-off-by-one\?/],
  ['reference --fault pagination', /There is no fault pagination\. `reference --list`/],
  ['reference --fault missing-name', /These are like it: [\w-]*missing-name/],
  ['reference --variant newest-frist', /Did you mean newest-first\?/],
  ['reference --port 70000', /--port is "70000"/],
  ['verify plain.txt/x', /"plain\.txt\/x" cannot be read \(part of the path is not a folder\)/],
];

describe('bad input', () => {
  test.each(cases)('%s', async (words, message, given = {}) => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'plain.txt'), 'plain\n');
      writeFileSync(join(folder, 'other.json'), '{"format": 3}');
      writeFileSync(join(folder, 'empty.json'), '{}');
      const argv = words.split(' ').map((word) => (word === 'HERE' ? here : word));
      const { code, out, err } = await command(argv, { environment, folder, ...given });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(message);
      expect(err).toMatch(/^animal-store-conformance: [^\n]+\n$/);
      expect(err).not.toContain('fake-secret');
      expect(err).not.toContain('fake-key-for-bad-input');
    });
    expect(requests).toBe(0);
  });

  test('leaves no folder behind', async () => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'empty'));
      await command([here, '--seed', 'x', '--output', 'new'], { environment, folder });
      expect((await import('node:fs')).readdirSync(folder)).toEqual(['empty']);
    });
  });
});
