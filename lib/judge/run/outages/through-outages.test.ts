// A candidate that crashes: the crashing request is found and shown first, everything else is told by a run that begins anew, and
// nobody is accused of what no request does by itself.
import { describe, expect, test } from 'vitest';
import {
  adds,
  limitOf,
  lists,
  messages,
  resultOf,
  rows,
  type MadeUp,
} from '../../../testing/made-up.js';
import { crashing } from '../../../testing/targets/crashing.js';
import type { Failure, Outage } from '../../result/report.js';
import type { HttpRequest } from '../../../http/types.js';
import { everyAnswer, expectStatus, rule, type Exchange, type Rule } from '../../rules/index.js';
import type { AnyExperiment } from '../../rules/rule.js';

const is = (status: number) => (answered: Exchange) => expectStatus(answered, status, 'here');
const limits = [1, 2, 3, 4, 5, 6];
const answeredIn = (one: AnyExperiment): Rule =>
  everyAnswer(
    'errors.valid-requests',
    [one],
    ({ ask }) => ask.validity === 'valid',
    () => {},
  );
const valid = answeredIn(lists([1]));
const firstFailure = ({ report }: Pick<MadeUp, 'report'>, id: string): Failure | undefined =>
  resultOf(report, id).failures[0];
const suspectsOf = (outage: Outage | undefined): readonly string[] =>
  (outage?.suspects ?? []).map(({ request }) => request);

describe('a request that crashes the candidate', () => {
  const run = () =>
    crashing({
      crashesAt: (request) => limitOf(request) === 3,
      rules: [rule(rows.stated, lists(limits), is(200)), valid],
    });

  test('is the failure of the rule that it breaks, with what the candidate printed', async () => {
    const { report } = await run();
    expect(resultOf(report, 'errors.valid-requests').outcome).toBe('failed');
    expect(firstFailure({ report }, 'errors.valid-requests')).toMatchObject({
      cause:
        '`GET /pets?limit=3` crashed the candidate. Sent alone, it got no response: the candidate ended with status 1. No valid request gets a response after that.',
      input: 'GET /pets?limit=3',
      confirmed: { held: 1, of: 1 },
      curl: expect.stringContaining("'http://made.up/v1/pets?limit=3'") as string,
      output: 'Error: out of luck, key $ANIMAL_STORE_API_KEY\n    at handle (server.js:7:3)',
      exchanges: [{ response: null, noAnswer: { kind: 'reset' } }],
      case: { path: 'made-up lists#2' },
    });
    expect(report.verdict).toBe('not-conformant');
  });

  test('is found as well where it is a message', async () => {
    const { report } = await crashing({
      crashesAt: ({ path, body }) => path === '/quickstart/messages' && /two/.test(String(body)),
      rules: [
        rule(rows.stated, lists(limits), is(200)),
        rule(rows.quickstart, messages(['one', 'two']), () => {}),
      ],
      options: {
        target: {
          name: 'made-up',
          baseUrl: 'http://made.up/v1',
          quickstartBaseUrl: 'http://made.up/quickstart',
        },
      },
    });
    expect(resultOf(report, rows.quickstart)).toMatchObject({
      outcome: 'failed',
      evidence: { cases: 2, exchanges: 2 },
      failures: [
        {
          cause: expect.stringMatching(
            /^`POST \/messages` with the body `.*two.*` crashed the candidate/,
          ) as string,
        },
      ],
    });
  });

  test('leaves the other cases to be told, and is not sent again', async () => {
    const { report, reached, restarts, outages } = await run();
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'passed',
      evidence: { cases: 5, exchanges: 5 },
      reason: '1 case was skipped: `GET /pets?limit=3` crashed the candidate',
    });
    // In the run, among the suspects, after the control, and as the first request of all.
    expect(reached.filter((request) => limitOf(request) === 3)).toHaveLength(4);
    expect(restarts).toBe(4);
    expect(outages).toMatchObject([{ restarted: true, suspects: expect.any(Array) as [] }]);
    expect(Date.parse(report.run.startedAt)).toBe(Date.UTC(2026, 0, 1));
    expect(report.run.durationMs).toBeGreaterThan(1_750);
    expect(outages[0]?.failure).toBe(firstFailure({ report }, 'errors.valid-requests')?.id);
    expect(suspectsOf(outages[0])).toContain('GET /pets?limit=3');
    expect(report.run.warnings[0]).toBe(
      'The candidate crashed once and was started again: these are the results since its last start.',
    );
  });

  describe('although it is invalid', () => {
    const bad = adds(['bad'], {
      name: 'bad adds',
      send: (name, session) => session.add({ raw: `{"${name}"` }, { validity: 'invalid' }),
    });
    const sendingIt = (...more: readonly Rule[]) =>
      crashing({
        crashesAt: ({ body }) => body === '{"bad"',
        rules: [
          rule(rows.alsoStated, bad, is(400)),
          rule(rows.stated, lists(limits), is(200)),
          ...more,
        ],
      });
    const broken = {
      outcome: 'failed',
      failures: [
        {
          cause: expect.stringMatching(
            /^`POST \/pets` with the body `\{"bad"` crashed the candidate\. .* The request is invalid, but a crash also leaves valid requests of other clients without a response\.$/,
          ) as string,
        },
      ],
    };

    test('breaks the rule that valid requests are answered', async () => {
      const { report } = await sendingIt(valid);
      expect(resultOf(report, 'errors.valid-requests')).toMatchObject(broken);
      expect(resultOf(report, rows.alsoStated)).toMatchObject({
        outcome: 'cantTell',
        reason: '`POST /pets` with the body `{"bad"` crashed the candidate',
      });
      expect(resultOf(report, rows.stated).outcome).toBe('passed');
    });

    test('breaks it also where its case is over before it is known to be lost', async () => {
      const besides = adds(['bad'], {
        name: 'a bad add and a list',
        send: async (name, session) => {
          await session.list({ limit: 1 });
          const add = session.add({ raw: `{"${name}"` }, { validity: 'invalid' });
          const [added] = await Promise.all([add, session.list({ limit: 1 })]);
          return added;
        },
      });
      const { report, outages } = await crashing({
        crashesAt: ({ body }) => body === '{"bad"',
        answersInMs: 200,
        rules: [answeredIn(besides)],
      });
      expect(suspectsOf(outages[0])).toEqual(['POST /pets {"bad"']);
      expect(resultOf(report, 'errors.valid-requests')).toMatchObject(broken);
    });

    test('is shown as an ordinary client sends it, if that is enough', async () => {
      const shown = async (crashesAt: (request: HttpRequest) => boolean) => {
        const odd = adds(['bad'], {
          name: 'adds of an odd client',
          send: (name, session) =>
            session.add(
              { raw: `{"${name}":1}` },
              { validity: 'invalid', client: 'a browser', headers: [['cookie', 'theme=dark']] },
            ),
        });
        const { report } = await crashing({ crashesAt, rules: [answeredIn(odd)] });
        return resultOf(report, 'errors.valid-requests').failures.map(({ curl }) => curl);
      };
      const isBad = ({ body }: HttpRequest): boolean => body === '{"bad":1}';
      const isOdd = ({ headers }: HttpRequest): boolean =>
        headers.some(([name]) => name === 'cookie');
      expect(await shown(isBad)).toEqual([expect.not.stringContaining('theme=dark')]);
      expect(await shown((request) => isBad(request) && isOdd(request))).toEqual([
        expect.stringContaining('theme=dark'),
      ]);
    });

    test('breaks the rule that sends it where that one is not in scope', async () => {
      const { report } = await sendingIt();
      expect(resultOf(report, rows.alsoStated)).toMatchObject(broken);
    });

    test.each([
      ['the same', '{"name":3}'],
      ['one like it', '{"name":4}'],
    ])('breaks a stated rule that needs %s, rather than an implied one', async (_, other) => {
      const sending = (bad: string, name: string) =>
        adds([fine, bad], {
          name,
          send: (raw, session) =>
            session.add({ raw }, { validity: raw === fine ? 'valid' : 'invalid' }),
        });
      const fine = '{"name":"fine"}';
      const { report, outages } = await crashing({
        crashesAt: ({ body }) => typeof body === 'string' && /[34]/.test(body),
        rules: [
          rule(rows.implied, sending('{"name":3}', 'bad adds'), () => {}),
          rule(rows.alsoStated, sending(other, 'bad adds too'), is(201)),
        ],
        options: { concurrency: 1 },
      });
      expect(resultOf(report, rows.implied).failures).toEqual([]);
      expect(resultOf(report, rows.alsoStated)).toMatchObject({
        outcome: 'failed',
        evidence: { cases: 2 },
      });
      expect(firstFailure({ report }, rows.alsoStated)?.cause).toContain('crashed the candidate');
      expect(outages[0]?.failure).toBe(firstFailure({ report }, rows.alsoStated)?.id);
      expect(report.verdict).toBe('not-conformant');
    });
  });

  test('is not sent by others either, who say so', async () => {
    const { report, restarts } = await crashing({
      crashesAt: (request) => limitOf(request) === 3,
      rules: [
        rule(rows.stated, lists(limits), is(200)),
        rule(rows.implied, lists([2, 3], { name: 'other lists' }), is(200)),
        valid,
      ],
      options: { concurrency: 1 },
    });
    expect(restarts).toBe(4);
    const results = [rows.stated, rows.implied].map((id) => resultOf(report, id));
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    // Whichever of them was first.
    expect(results.map(({ reason }) => reason).sort()).toEqual([
      '1 case was skipped: `GET /pets?limit=3` crashed the candidate',
      '1 case was skipped: `GET /pets?limit=3` crashed the candidate',
    ]);
  });

  test('is found as well where it was answered before', async () => {
    const { report, outages } = await crashing({
      crashesAt: (request) => limitOf(request) === 12 && 'after the answer',
      rules: [
        rule(rows.stated, lists([...limits, 7, 8, 9, 10, 11, 12, 13, 14, 15]), is(200)),
        valid,
      ],
      options: { concurrency: 1 },
    });
    expect(suspectsOf(outages[0])).not.toContain('GET /pets?limit=12');
    expect(firstFailure({ report }, 'errors.valid-requests')?.input).toBe('GET /pets?limit=12');
  });

  test('is found as well where it crashes it only after the answer', async () => {
    let times = 0;
    const { report } = await crashing({
      crashesAt: (request) => limitOf(request) === 3 && (times++ === 0 ? true : 'after the answer'),
      rules: [rule(rows.stated, lists(limits), is(200)), valid],
    });
    expect(firstFailure({ report }, 'errors.valid-requests')?.actual).toBe(
      'a response with 200, but then the candidate ended with status 1',
    );
  });
});

test('a crashing request far behind in a long line of suspects is found as well', async () => {
  const { report, restarts } = await crashing({
    crashesAt: (request) => limitOf(request) === 12,
    rules: [rule(rows.stated, lists([...limits, 7, 8, 9, 10, 11, 12]), is(200)), valid],
  });
  expect(firstFailure({ report }, 'errors.valid-requests')?.input).toBe('GET /pets?limit=12');
  expect(restarts).toBe(4);
});

test('several of one kind: two are tried, and the others left out', async () => {
  const { report, reached, restarts } = await crashing({
    crashesAt: (request) => limitOf(request) > 1 && limitOf(request) < 7,
    rules: [rule(rows.stated, lists([1, ...limits, 7, 8]), is(200)), valid],
    options: { concurrency: 1 },
  });
  expect(restarts).toBe(8);
  expect(resultOf(report, 'errors.valid-requests').failures).toHaveLength(2);
  expect(reached.filter((request) => limitOf(request) === 6).length).toBeLessThan(3);
});

test('an operation that crashes at whatever is invalid leaves the rest of the run to be told', async () => {
  const bodies = ['null', '[]', '{}', '7', '{"name":null}', 'true', '"a"'];
  const invalid = bodies.map((raw) =>
    adds([raw], {
      name: `adds of ${raw}`,
      send: (body, session) => session.add({ raw: body }, { validity: 'invalid' }),
    }),
  );
  const { report, outages } = await crashing({
    crashesAt: ({ body }) => body !== undefined && bodies.includes(String(body)),
    rules: [
      rule(rows.alsoStated, invalid, is(400)),
      rule(rows.stated, lists(limits), is(200)),
      valid,
    ],
    options: { concurrency: 1 },
  });
  expect(outages.map(({ restarted }) => restarted)).toEqual([true, true, true]);
  expect(resultOf(report, rows.stated)).toMatchObject({
    outcome: 'passed',
    evidence: { cases: 6 },
  });
  expect(resultOf(report, rows.alsoStated).outcome).toBe('cantTell');
});

test('two crashes by requests of one case are two failures, of the same id in each run', async () => {
  const idOf = async (crashingBody: string): Promise<string | undefined> => {
    const both = adds(['both'], {
      name: 'two bodies',
      send: async (_, session) => {
        await session.add({ raw: 'null' }, { validity: 'invalid' });
        return session.add({ raw: crashingBody }, { validity: 'invalid' });
      },
    });
    const { report } = await crashing({
      crashesAt: ({ body }) => String(body) === crashingBody,
      rules: [rule(rows.alsoStated, both, is(400)), valid],
      options: { concurrency: 1 },
    });
    return resultOf(report, 'errors.valid-requests').failures[0]?.id;
  };
  const first = await idOf('null');
  expect(first).toMatch(/^[0-9a-f]{8}$/);
  expect(await idOf('null')).toBe(first);
  expect(await idOf('7')).not.toBe(first);
  // A report shows a part of a long body, which may end within a mark.
  const long = (mark: string): string => `{"name":"${'n'.repeat(70)} conformance-${mark}"}`;
  expect(await idOf(long('9r5251j13j0001mc5mb40'))).toBe(await idOf(long('xbzb9bpc7d000175sxdqv')));
});

test('the run begins anew five times at most, each time for a crashing request of its own', async () => {
  const kinds = [11, 12, 13, 14, 15, 16, 17].map((limit) =>
    lists([limit], { name: `lists of ${limit}` }),
  );
  const { report, restarts, outages } = await crashing({
    crashesAt: (request) => limitOf(request) > 10,
    rules: [rule(rows.stated, kinds, is(200)), valid],
    options: { concurrency: 1 },
  });
  expect(outages.map(({ restarted }) => restarted)).toEqual([
    ...Array.from({ length: 5 }, () => true),
    false,
  ]);
  // To find out what crashed it, to see that it lives without that, and to see that it dies with it again; then to go on.
  expect(restarts).toBe(5 * 4);
  expect(resultOf(report, 'errors.valid-requests').failures).toHaveLength(5);
  expect(report.verdict).toBe('not-conformant');
});

describe('nobody is accused', () => {
  test('where it happens once, and the next run is told to its end', async () => {
    let hasCrashed = false;
    const { report, outages } = await crashing({
      crashesAt: (_, number) => {
        if (hasCrashed || number < 5) return false;
        return (hasCrashed = true);
      },
      rules: [rule(rows.stated, lists(limits), is(200)), valid],
    });
    expect(resultOf(report, rows.stated)).toMatchObject({ outcome: 'passed' });
    expect(resultOf(report, 'errors.valid-requests')).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringContaining('none of them crashes it when it is sent alone') as string,
      why: { what: 'none crashes it alone' },
    });
    expect(outages).toMatchObject([{ failure: null, restarted: true }]);
    expect(report.verdict).toBe('inconclusive');
  });
});

test('the run before counts where the next one cannot be begun', async () => {
  let starts = 0;
  const { report, restarts } = await crashing({
    crashesAt: (request, number) => {
      if (number === 1) starts += 1;
      // Started four times more to find out what crashed it, and to go on.
      return limitOf(request) === 3 || starts > 4;
    },
    rules: [rule(rows.stated, lists([2, 3, 4]), is(200)), valid],
    options: { concurrency: 1 },
  });
  expect(restarts).toBe(4);
  expect(resultOf(report, 'errors.valid-requests').outcome).toBe('failed');
  expect(resultOf(report, rows.stated)).toMatchObject({
    outcome: 'cantTell',
    evidence: { cases: 1 },
  });
  expect(report.verdict).toBe('not-conformant');
});

test('what stays away is told once for all rules, with what was under way', async () => {
  for (const options of [{ restartable: undefined }, {}]) {
    const { report, outages } = await crashing({
      crashesAt: (request) => limitOf(request) === 3,
      rules: [rule(rows.stated, lists(limits), is(200)), valid],
      comesBack: false,
      options,
    });
    expect(outages).toMatchObject([
      { restarted: false, failure: null, undecided: [rows.stated, valid.id] },
    ]);
    expect(suspectsOf(outages[0])).toContain('GET /pets?limit=3');
    expect(resultOf(report, rows.stated)).toMatchObject({
      outcome: 'cantTell',
      reason: expect.stringContaining(outages[0]?.reason ?? '-') as string,
    });
    expect(report.verdict).toBe('inconclusive');
  }
});

test.each([
  [true, ['1 Ada', '2 Bo', '3 Ada', '4 Bo']],
  // The same two, with the same identifiers.
  [false, ['1 Ada', '2 Bo']],
])(
  'what the runs before have added is listed too: the store remembers it, %s',
  async (remembers, created) => {
    const { report } = await crashing({
      crashesAt: (request) => limitOf(request) === 3,
      rules: [
        rule(rows.alsoStated, adds(['Ada', 'Bo'], { stage: 'sparse' }), is(201)),
        rule(rows.stated, lists(limits), is(200)),
        valid,
      ],
      remembers,
    });
    expect(report.run.created.map(({ id, name }) => `${id} ${name}`).sort()).toEqual(created);
  },
);
