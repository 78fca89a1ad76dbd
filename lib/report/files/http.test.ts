// failures.http as an editor reads it: block by block, with its variables, and with nothing in it that breaks out.
import { describe, expect, test } from 'vitest';
import type { Failure, Report } from '../../judge/result/report.js';
import {
  base,
  body,
  context,
  exchange,
  type ExchangeSketch,
  failure,
} from '../../testing/reports/fixture-parts.js';
import { cleanReport, failingReport } from '../../testing/reports/fixture.js';
import { hostileReport, nasty } from '../../testing/reports/fixture-hostile.js';
import { failuresHttp } from './http.js';

/** As the REST Client reads a file: blocks between lines with ###, no comments, and the request from its first line on. */
function requestsIn(text: string): readonly string[] {
  return text
    .split(/^#{3,}.*$/m)
    .slice(1)
    .map((block) =>
      block
        .split('\n')
        .filter((line) => !/^\s*(?:#|\/\/)/.test(line))
        .join('\n')
        .trim(),
    );
}

const withKey = [
  ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
  ['Content-Type', 'application/json'],
] as const;

/** With the key, unless other headers are asked with. */
const sent = (sketch: ExchangeSketch) => exchange({ method: 'POST', asked: withKey, ...sketch });

function reportOf(found: Partial<Failure>): Report {
  const report = failingReport();
  const [first] = report.rules;
  return {
    ...report,
    rules: [{ ...first!, outcome: 'failed', failures: [failure({ id: '159d56dc', ...found })] }],
  };
}
const fileOf = (...sketches: ExchangeSketch[]): string =>
  failuresHttp(reportOf({ exchanges: sketches.map(sent), curl: 'curl -sS it' }), context);

test('each request of a failure is there as it was sent, with names for the addresses and the key', () => {
  const file = fileOf(
    { send: '{"name":"Mia","categoryId":1}', status: 201, answer: '{"id":433,"name":"Mia"}' },
    { method: 'GET', path: '/pets/433?a=%20b', asked: [withKey[0]], status: 500 },
  );
  expect(requestsIn(file)).toEqual([
    'POST {{baseUrl}}/pets\nAuthorization: Bearer {{apiKey}}\nContent-Type: application/json\n\n{"name":"Mia","categoryId":1}',
    'GET {{baseUrl}}/pets/433?a=%20b\nAuthorization: Bearer {{apiKey}}',
  ]);
  expect(file).toContain(
    `\n@baseUrl = ${base}\n@apiKey = {{$processEnv ANIMAL_STORE_API_KEY}}\n\n### sequences.model 159d56dc, request 1 of 2\n# failed    The list holds more animals than its limit.\n`,
  );
  expect(file).toContain('\n# expected  at most 37 animals\n# actual    38 animals\n');
  expect(file).toContain(
    '\n# @name f159d56dc_2\n# @no-redirect\n# @no-cookie-jar\n# @no-auto-encoding\nGET ',
  );
  expect(file).toContain(
    '\n# id        433 is what request 1 returned: write what it returns to you.\n',
  );
  expect(file).toContain('\n# returned  500 Internal Server Error\n');
  expect(file).not.toContain('quickstart');
});

test('a body of several lines stays one body', () => {
  const text = '{\n  "name": "Mia"\n}';
  expect(requestsIn(fileOf({ send: text }))[0]).toMatch(/json\n\n\{\n {2}"name": "Mia"\n\}$/);
});

test('the quickstart has an address and a key of its own', () => {
  const report = reportOf({
    exchanges: [
      sent({
        url: 'https://quick.example/messages',
        asked: [['Authorization', 'Bearer ${ANIMAL_STORE_QUICKSTART_API_KEY}x']],
      }),
    ],
  });
  const target = { ...report.target, quickstartBaseUrl: 'https://quick.example/' };
  const file = failuresHttp({ ...report, target }, context);
  expect(requestsIn(file)[0]).toContain(
    'POST {{quickstartUrl}}/messages\nAuthorization: Bearer {{quickstartApiKey}}x',
  );
  expect(file).toContain(
    '@quickstartUrl = https://quick.example\n@quickstartApiKey = {{$processEnv ANIMAL_STORE_QUICKSTART_API_KEY}}',
  );
});

describe('what the format cannot hold stays a comment, with the curl line', () => {
  const wrongKey = [
    ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY (last character changed)'],
  ] as const;
  test.each<[string, ExchangeSketch, RegExp]>([
    [
      'a cut body',
      { send: body('{"na', { truncated: true, size: 90_000 }) },
      /beginning of its body.*90\.0 kB/,
    ],
    ['bytes', { send: body('//79/A==', { encoding: 'base64', size: 4 }) }, /not UTF-8/],
    ['a wrong key', { asked: wrongKey }, /a key or another secret/],
    ['a masked header', { asked: [['X-Gateway-Token', '[masked]']] }, /a key or another secret/],
    [
      'another request in the body',
      { send: 'a\n### b\nGET https://evil.example' },
      /would not send it/,
    ],
    [
      'a variable',
      { send: '{"name":"{{$processEnv ANIMAL_STORE_API_KEY}}"}' },
      /would not send it/,
    ],
    ['a comment', { send: '{\n// no JSON\n}' }, /would not send it/],
    ['a file', { send: '< /etc/passwd' }, /would not send it/],
    ['a script', { send: '{}\n> {% client.log(1) %}' }, /would not send it/],
    ['a space at the end', { send: '{} ' }, /would not send it/],
    ['a hidden character', { send: '{"name":"a\u200bb"}' }, /would not send it/],
    ['a line break in a header', { asked: [['X-A', 'b\nX-C: d']] }, /would not send it/],
    ['a header that is a comment', { asked: [['# @prompt x', 'b']] }, /would not send it/],
    ['a line break in an address', { path: '/pets\nX-C: d' }, /would not send it/],
    ['an address elsewhere', { url: 'https://evil.example/v1/pets' }, /would not send it/],
    [
      'an address that only begins alike',
      { url: `${base}.evil.example/pets` },
      /would not send it/,
    ],
  ])('%s', (_, request, why) => {
    const file = fileOf(request);
    expect(requestsIn(file)).toEqual(['']);
    expect(/^# left out {2}(.*)$/m.exec(file)?.[1]).toMatch(why);
    expect(file).toContain('\n# curl      curl -sS it\n# |         POST https://');
  });
});

test('without a failure it says so', () => {
  expect(failuresHttp(cleanReport(), context)).toBe(
    '# Failures of staging, found by animal-store-conformance 0.1.0.\n# Nothing failed, so there is nothing to send again.\n',
  );
});

test('hostile texts stay in their comments: no line is more than it should be', () => {
  const hostile = hostileReport();
  const file = failuresHttp(
    {
      ...hostile,
      rules: hostile.rules.map((rule) => ({
        ...rule,
        failures: rule.failures.map((one) => ({ ...one, cause: `@prompt x\n### x\n${nasty}` })),
      })),
    },
    context,
  );
  expect(requestsIn(file).filter((request) => request !== '')).toEqual([]);
  for (const line of file.split('\n'))
    expect(line).toMatch(/^(?:$|### [\w.-]+ [\w-]+, request \d+ of \d+$|# (?!\s*@)|#$)/);
});
