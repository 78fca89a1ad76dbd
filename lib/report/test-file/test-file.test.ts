// The file of tests as source code: what it sends, what it expects, what it leaves to do, and that nothing in a report can
// break out of it. That its tests are red and green where they should be is shown over sockets, in whole-runs/.
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { factsOfContract } from '../../cli/output/test-file.js';
import type { Finding } from '../../judge/result/finding.js';
import type { Failure, Report } from '../../judge/result/report.js';
import {
  base,
  body,
  exchange,
  type ExchangeSketch,
  failure,
} from '../../testing/reports/fixture-parts.js';
import { cleanReport, failingReport, manyFailures } from '../../testing/reports/fixture.js';
import { hostileReport, nasty } from '../../testing/reports/fixture-hostile.js';
import { testsOfFile } from '../../testing/test-file.js';
import { fits } from './check.js';
import { firstWords, vitestFile } from './index.js';

const facts = await factsOfContract();
const fileOf = (report: Report, isTyped = false): string =>
  vitestFile(report, { facts, isTyped }) ?? expect.unreachable('there is no file');

interface Sent extends Omit<ExchangeSketch, 'headers' | 'asked'> {
  readonly key?: string;
  readonly headers?: readonly (readonly [string, string])[];
}

const sent = ({ key, headers = [], ...more }: Sent) =>
  exchange({
    ...more,
    asked: [...(key === undefined ? [] : [['Authorization', key] as const]), ...headers],
  });

/** The file for one failure of a rule. */
function fileFor(rule: string, requests: readonly Sent[], found: Partial<Failure> = {}): string {
  const report = failingReport();
  const [first] = report.rules;
  const exchanges = requests.map((request, at) => sent({ startedMs: at * 100, ...request }));
  return fileOf({
    ...report,
    rules: [
      {
        ...first!,
        id: rule,
        outcome: 'failed',
        failures: [failure({ id: '159d56dc', exchanges, ...found })],
      },
    ],
  });
}

const withKey = 'Bearer $ANIMAL_STORE_API_KEY';
const statuses = (expected: number, actual: number, when = 'here'): Pick<Failure, 'finding'> => ({
  finding: { kind: 'status', operation: 'GET /pets', when, expected, actual },
});
const status401 = statuses(401, 200);

test('where nothing failed there is none', () => {
  expect(vitestFile(cleanReport(), { facts, isTyped: true })).toBeUndefined();
});

test('there is a test for each failure, in a group for each rule', () => {
  const report = manyFailures(40);
  const file = fileOf(report);
  const { names, todo } = testsOfFile(file);
  const failed = report.rules.filter(
    ({ failures, kind }) => failures.length > 0 && kind !== 'implied',
  );
  expect([...names, ...todo].map((name) => name.split(':')[0]).sort()).toEqual(
    failed.flatMap(({ failures }) => failures.map(({ id }) => id)).sort(),
  );
  expect(file.match(/^describe\b/gm)).toHaveLength(failed.length);
  expect(file.startsWith(firstWords)).toBe(true);
  expect(file.match(/^import /gm)).toHaveLength(1);
});

test('a warning has a test only after a strict run, which it fails', () => {
  const report = manyFailures(40);
  const warning = report.rules.find(({ failures, kind }) => failures[0] && kind === 'implied');
  const id = warning?.failures[0]?.id ?? expect.unreachable('there is no warning');
  expect(fileOf(report)).not.toContain(id);
  expect(fileOf({ ...report, run: { ...report.run, strict: true } })).toContain(id);
});

test('an animal that another case had added is added first', () => {
  const file = fileFor(
    'get-animal.until-removal',
    [{ path: '/pets/9007199254740993', key: withKey, status: 404, answer: '{}' }],
    statuses(200, 404),
  );
  expect(file).toContain(`const body1 = '{"name":"Animal 1","categoryId":1}';`);
  expect(file).toContain("await send('GET', `${base}/pets/${answer1.json.id}`, {");
  expect(file).toContain('expect(answer2.status).toBe(200);');
});

test('the animal that is added first has the digits of the one that was listed', () => {
  const file = fileFor(
    'list-animals.as-created',
    [
      {
        path: '/pets',
        key: withKey,
        answer:
          '[{"id":9007199254740994,"name":"b","categoryId":2},{"id":9007199254740993,"name":"a","categoryId":-9223372036854775808}]',
      },
    ],
    {
      finding: {
        kind: 'field',
        operation: 'GET /pets',
        what: 'is listed',
        field: 'status',
        expected: '"sold"',
        actual: 'no such field',
        values: { id: '9007199254740993' },
      },
    },
  );
  expect(file).toContain('"categoryId":-9223372036854775808');
});

test('the default is compared where as many animals pass the filter', () => {
  const file = fileFor('list-animals.default-limit', [
    { path: '/pets?limit=20&status=sold', key: withKey, answer: '[{}]' },
    { path: '/pets?status=sold', key: withKey, answer: '[]' },
  ]);
  expect(file).toContain("await stock(21, 'sold');");
  expect(file).toContain('expect(answer2.json).toHaveLength(answer1.json.length);');
});

test.each([
  ['name', '{"id":1,"name":"Mia ","categoryId":1,"status":"sold"}'],
  ['category', '{"id":1,"name":"Mia","categoryId":2,"status":"sold"}'],
  ['status', '{"id":1,"name":"Mia","categoryId":1,"status":"pending"}'],
])('what comes back is compared where it was another %s, and only there', (_, answer) => {
  const send = '{"name":"Mia","categoryId":1,"status":"sold"}';
  const add = { method: 'POST', key: withKey, send, status: 201 };
  const compared = 'expect(answer.json).toMatchObject(shown(body));';
  expect(fileFor('add-animal.keeps-status', [{ ...add, answer }])).toContain(compared);
  const same = fileFor('add-animal.keeps-status', [{ ...add, answer: `{"id":1,${send.slice(1)}` }]);
  expect(same).not.toContain(compared);
  expect(testsOfFile(same).todo).toHaveLength(1);
});

test.each([
  ['Bearer ${ANIMAL_STORE_API_KEY}x', '`Bearer ${key}x`'],
  ['Bearer $ANIMAL_STORE_API_KEY (last character missing)', '`Bearer ${key.slice(0, -1)}`'],
  ['Bearer $ANIMAL_STORE_API_KEY (first 3 characters missing)', '`Bearer ${key.slice(3)}`'],
  ['Bearer $ANIMAL_STORE_API_KEY (in upper case)', '`Bearer ${key.toUpperCase()}`'],
  ['Bearer $ANIMAL_STORE_API_KEY (reversed)', "`Bearer ${[...key].reverse().join('')}`"],
  ['Bearer $ANIMAL_STORE_API_KEY (first character missing)', '`Bearer ${key.slice(1)}`'],
  ['Bearer $ANIMAL_STORE_API_KEY (last 2 characters missing)', '`Bearer ${key.slice(0, -2)}`'],
  [
    'Bearer $ANIMAL_STORE_API_KEY (character 3 missing)',
    '`Bearer ${key.slice(0, 2) + key.slice(3)}`',
  ],
  ['Bearer $ANIMAL_STORE_API_KEY (in lower case)', '`Bearer ${key.toLowerCase()}`'],
  ['Bearer $ANIMAL_STORE_API_KEY (upper and lower case swapped)', '`Bearer ${caseSwapped(key)}`'],
  [
    'Bearer $ANIMAL_STORE_API_KEY (first character changed)',
    '`Bearer ${another(key.slice(0, 1)) + key.slice(1)}`',
  ],
  [
    'Bearer $ANIMAL_STORE_API_KEY (character 3 changed)',
    '`Bearer ${key.slice(0, 2) + another(key.slice(2, 3)) + key.slice(3)}`',
  ],
  [
    'Bearer $ANIMAL_STORE_API_KEY (case of the first character changed)',
    '`Bearer ${key.slice(0, 0) + caseSwapped(key.slice(0, 1)) + key.slice(1)}`',
  ],
  [
    'Bearer $ANIMAL_STORE_API_KEY (case of the character 3 changed)',
    '`Bearer ${key.slice(0, 2) + caseSwapped(key.slice(2, 3)) + key.slice(3)}`',
  ],
  [
    'Bearer $ANIMAL_STORE_API_KEY (case of the last character changed)',
    '`Bearer ${key.slice(0, -1) + caseSwapped(key.slice(-1))}`',
  ],
  [
    'Bearer $ANIMAL_STORE_QUICKSTART_API_KEY (reversed)',
    "`Bearer ${[...quickstartKey].reverse().join('')}`",
  ],
  ['Basic base64(:$ANIMAL_STORE_API_KEY)', 'Basic ${btoa(`:${key}`)}'],
  [
    'Bearer $ANIMAL_STORE_API_KEY (last character changed)',
    '`Bearer ${key.slice(0, -1) + another(key.slice(-1))}`',
  ],
  ['Bearer none-at-all', "'Bearer none-at-all'"],
  [withKey + '\\ ` ${hacked}', '`Bearer ${key}\\\\ \\` \\${hacked}`'],
])('a wrong key is made from the key: %s', (key, code) => {
  expect(fileFor('authentication.wrong-key', [{ key }], status401)).toContain(code);
});

describe('what no such test can show is left to do, with the command', () => {
  const post = { method: 'POST', send: '{}' } as const;
  test.each<[string, string, readonly Sent[], Partial<Failure>, RegExp]>([
    [
      'a breach that comes and goes',
      'x.y',
      [{}],
      { confirmed: { held: 1, of: 3 } },
      /only now and then/,
    ],
    [
      'requests at once',
      'x.y',
      [
        { ...post, durationMs: 50 },
        { ...post, startedMs: 5 },
      ],
      {},
      /several requests at once/,
    ],
    ['no request', 'x.y', [], {}, /no request/],
    ['a cut body', 'x.y', [{ ...post, send: body('{', { truncated: true }) }], {}, /too long/],
    [
      'a secret that is not kept',
      'x.y',
      [{ headers: [['Cookie', 'a=[masked]']] }],
      {},
      /part of the request/,
    ],
    [
      'a key that nobody can make',
      'x.y',
      [{ key: 'Bearer [a key made from $ANIMAL_STORE_API_KEY]' }],
      {},
      /part of the request/,
    ],
    [
      'a header twice',
      'x.y',
      [
        {
          headers: [
            ['X-A', '1'],
            ['x-a', '2'],
          ],
        },
      ],
      {},
      /part of the request/,
    ],
    ['an address that fetch changes', 'x.y', [{ path: '/pets/../pets' }], {}, /fetch would change/],
    [
      'an address elsewhere',
      'x.y',
      [{ url: 'https://evil.example/pets' }],
      {},
      /not one of the target/,
    ],
    ['a method that fetch does not send', 'x.y', [{ method: 'TRACE' }], {}, /no TRACE/],
    ['a body that fetch does not send', 'x.y', [{ send: '{}' }], {}, /no body with GET/],
    ['an answer that tells nothing', 'x.y', [{}], {}, /does not tell right from wrong/],
    [
      'an animal of which nothing is known',
      'x.y',
      [{ path: '/pets/5', status: 404 }],
      statuses(200, 404),
      /does not tell right from wrong/,
    ],
    [
      'what comes only once another animal was added',
      'get-animal.exact-animal',
      [{ path: '/pets/5' }],
      {
        finding: {
          kind: 'field',
          operation: 'GET /pets/{petId}',
          what: 'animal {id}',
          field: 'id',
          expected: '5',
          actual: '6',
          circumstance: 'another animal added',
        },
      },
      /^it shows only once another animal was added$/,
    ],
    [
      'an empty store',
      'list-animals.nothing-matches',
      [{}],
      statuses(200, 200),
      /no animal matches/,
    ],
    [
      'a right answer',
      'errors.valid-requests',
      [{ status: 200 }],
      {},
      /does not tell right from wrong/,
    ],
  ])('%s', (_, rule, requests, found, why) => {
    const file = fileFor(rule, requests, { expected: '', actual: '', ...found });
    expect(testsOfFile(file)).toMatchObject({
      names: [],
      todo: [expect.stringMatching(/^159d56dc: /)],
    });
    expect(/Not possible as a test on its own: (.*)\. To send/.exec(file)?.[1]).toMatch(why);
    expect(file).toContain('// animal-store-conformance replay 159d56dc');
    // It sends nothing, so it needs no variables; strict compilers refuse unused imports.
    expect(file).not.toContain('Set these variables');
    expect(file).toContain(`import { describe, test } from 'vitest';`);
  });
});

test('a hostile report cannot break out of texts, templates or comments', () => {
  const evil = `${nasty}\n'); globalThis.hacked = 1; (' \`\${globalThis.hacked = 1}\` */ // \\`;
  const hostile = hostileReport();
  const report: Report = {
    ...hostile,
    kit: { ...hostile.kit, version: evil },
    target: { ...hostile.target, name: evil, baseUrl: base },
    rules: hostile.rules.map((rule) => ({
      ...rule,
      id: rule.failures.length > 0 ? 'authentication.missing-key' : rule.id,
      statement: evil,
      failures: rule.failures.map((one) => ({
        ...one,
        cause: evil,
        input: evil,
        replay: evil,
        confirmed: { held: 1, of: 1 },
        ...statuses(401, 200, evil),
        exchanges: [
          sent({ method: 'POST', send: evil, status: 200, headers: [['X-A', `'\`\${hacked}\\`]] }),
        ],
      })),
    })),
  };
  for (const isTyped of [true, false]) {
    const file = fileOf(report, isTyped);
    expect(file.replaceAll('\n', '')).not.toMatch(
      /\p{Cc}|\p{Bidi_Control}|\p{Cs}|[\u200b\u2028\u2029\ufeff\ufffe\uffff]/u,
    );
  }
  const tests = testsOfFile(fileOf(report));
  expect(tests.names.length).toBeGreaterThan(3);
  expect(globalThis).not.toHaveProperty('hacked');
});

test('what a hostile report says of a finding never becomes code', () => {
  const code = '(globalThis.hacked = 1, 400)';
  const said = { operation: code, what: code, when: code, field: code, expected: code };
  const values = { limit: code, expected: code, version: code, id: code };
  const requests = [
    { method: 'POST', send: '{"name":"Rex","categoryId":1}', status: 201, answer: '{}' },
    { path: '/pets?limit=5&status=sold', status: 200, answer: '[{}]' },
  ];
  for (const { id } of loadLedger().rules)
    for (const actual of ['200', '201', code]) {
      const finding = { kind: 'other', ...said, actual, values } as unknown as Finding;
      for (const last of requests)
        expect([id, fileFor(id, [...requests, last], { finding })]).not.toContainEqual(
          expect.stringContaining('hacked'),
        );
    }
});

test.each([
  ['9223372036854775807', true],
  ['-9223372036854775808', true],
  ['18446744073709551616', false],
  ['1.5', false],
])('what the helper of a file would say of an int64 is known before: %s, %s', (text, is) => {
  const int64 = { type: 'integer', format: 'int64', required: [], properties: {} };
  expect(fits(JSON.parse(text), int64)).toBe(is);
});
