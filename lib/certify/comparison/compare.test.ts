// Tests what counts as a difference between two reports, and what does not.
import { describe, expect, test } from 'vitest';
import type { Observation, Report, RuleResult } from '../../judge/result/report.js';
import type { Finding } from '../../judge/result/finding.js';
import { loadLedger } from '../../contract/ledger.js';
import { failure } from '../../testing/reports/fixture-parts.js';
import {
  answering,
  between,
  broken,
  measured,
  production,
  staging,
  timed,
  withRule,
  withRun,
} from '../../testing/reports/fixture-comparison.js';
import { compareReports } from './compare.js';
import { differIn, type Comparison } from './comparison.js';

const limit = 'list-animals.limit-is-maximum';
const order = 'list-animals.order';
const compared = (a: Report, b: Report): Comparison =>
  compareReports(a, b, { operands: ['reports/a', 'reports/b'] });
const sentences = ({ outcomes, observations }: Comparison): readonly string[] =>
  [...outcomes, ...observations].flatMap((one) => one.sentences);

describe('a report and itself', () => {
  test('are the same in every rule, observation and operation', () => {
    const comparison = compared(staging(), staging());
    expect(comparison.different).toEqual({ outcomes: 0, observations: 0, latency: 0 });
    expect(comparison.onlyInOne).toEqual([]);
    expect(comparison.notes).toEqual(['Both are one and the same report.']);
    const { same, neither } = comparison;
    expect(same.rules.length + same.observations.length + neither.length).toBe(
      staging().rules.length,
    );
    const undecided = ({ outcome }: RuleResult) => outcome === 'untested' || outcome === 'cantTell';
    expect(neither).toEqual(
      staging()
        .rules.filter(undecided)
        .map(({ id }) => id),
    );
    expect(differIn(comparison, ['outcomes', 'observations', 'latency'])).toBe(false);
  });
});

test('what fails differs from what is undecided, unless the run was ended early', () => {
  const open = withRule(production(), limit, { outcome: 'cantTell', reason: 'the run was ended' });
  const failing = broken(staging(), limit, 'Too long.');
  expect(compared(failing, open).outcomes.map(({ id }) => id)).toContain(limit);
  const cut = compared(failing, withRun(open, { interrupted: true }));
  expect(cut.outcomes.map(({ id }) => id)).not.toContain(limit);
  expect(cut.onlyInOne.map(({ id }) => id)).toContain(limit);
});

describe('the sides', () => {
  test('are called by their targets, else as they were typed, else by their places', () => {
    const labels = ({ a, b }: Comparison): readonly string[] => [a.label, b.label];
    expect(labels(compared(staging(), production()))).toEqual(['staging', 'production']);
    expect(labels(compared(staging(), staging()))).toEqual(['reports/a', 'reports/b']);
    expect(
      labels(compareReports(staging(), staging(), { operands: ['reference', 'reference'] })),
    ).toEqual(['staging (first)', 'staging (second)']);
    const address = 'http://127.0.0.1:8080/v1';
    const local = production({ target: { ...production().target, name: address } });
    expect(labels(compared(staging(), local))).toEqual(['staging', '127.0.0.1:8080/v1']);
    const atAnotherPort = { ...local.target, name: 'http://127.0.0.1:43311/v1' };
    const other = production({ target: atAnotherPort });
    expect(labels(compared(local, other))).toEqual(['reports/a', 'reports/b']);
  });
});

describe('a rule', () => {
  test('that one of them breaks is a difference, whichever it is', () => {
    const cause = 'The list is too long.';
    const ofB = compared(staging(), broken(production(), limit, cause));
    expect(ofB.different.outcomes).toBe(1);
    expect(ofB.outcomes[0]).toMatchObject({
      id: limit,
      kind: 'stated',
      a: { outcome: 'passed', why: null },
      b: { outcome: 'failed', why: cause },
      sentences: ['production breaks this rule; staging keeps it.', cause],
    });
    expect(ofB.same.rules).not.toContain(limit);
    const ofA = compared(broken(staging(), limit, cause), production());
    expect(sentences(ofA)).toEqual(['staging breaks this rule; production keeps it.', cause]);
    expect(differIn(ofA, ['observations', 'latency'])).toBe(false);
    expect(differIn(ofA, ['outcomes'])).toBe(true);
  });

  test('that is broken by one and undecided for the other is a difference', () => {
    const other = withRule(production(), limit, { outcome: 'cantTell', reason: 'lost' });
    expect(sentences(compared(broken(staging(), limit, 'Too long.'), other))).toEqual([
      'staging breaks this rule; for production it is undecided.',
      'Too long.',
    ]);
  });

  test.each([
    ['kept', 'untested', staging(), 'passed'],
    ['kept', 'inapplicable', staging(), 'passed'],
    ['kept', 'cantTell', staging(), 'passed'],
    ['broken', 'untested', broken(staging(), limit, 'Too long.'), 'failed'],
  ] as const)('that is %s by one and %s for the other says nothing', (_, outcome, ours, own) => {
    const other = withRule(production(), limit, { outcome, reason: 'full' });
    const { different, onlyInOne } = compared(ours, other);
    expect(different.outcomes).toBe(0);
    expect(onlyInOne).toMatchObject([
      { id: limit, a: { outcome: own }, b: { outcome, why: 'full' } },
    ]);
  });

  test('that is broken, where the other skipped cases and had another scope, says nothing of a difference', () => {
    const skipped = { outcome: 'passed', reason: '3 of 9 cases were skipped' } as const;
    const other = withRule(production(), limit, skipped);
    const readOnly = withRun(other, { scope: { ...other.run.scope, full: false, readOnly: true } });
    const ours = broken(staging(), limit, 'Too long.');
    expect(compared(ours, other).different.outcomes).toBe(1);
    expect(compared(ours, readOnly).different.outcomes).toBe(0);
    expect(compared(ours, readOnly).onlyInOne.map(({ id }) => id)).toEqual([limit]);
  });

  test('that only one report has is said', () => {
    const less = production();
    const comparison = compared(staging(), {
      ...less,
      rules: less.rules.filter(({ id }) => id !== limit),
    });
    expect(comparison.onlyInOne).toEqual([
      expect.objectContaining({ id: limit, a: { outcome: 'passed', why: null }, b: null }),
    ]);
  });

  test('that both break in another way is a difference, where both were sent the same', () => {
    const returning = (report: Report, actual: number): Report => {
      const finding = { ...status, operation: 'POST /pets', when: '', expected: 400, actual };
      const cause = `\`POST /pets\` returned ${actual}; expected 400.`;
      const failures = [failure({ cause, finding })];
      return withRule(report, limit, { outcome: 'failed', failures });
    };
    const other = returning(production(), 201);
    expect(sentences(compared(returning(staging(), 500), withRun(other, { seed: 42 })))).toEqual([
      'Both break this rule, each in its own way.',
      'staging: `POST /pets` returned 500; expected 400.',
      'production: `POST /pets` returned 201; expected 400.',
    ]);
    const elsewhere = withRun(other, { seed: 43 });
    expect(compared(returning(staging(), 500), elsewhere).different.outcomes).toBe(0);
  });

  const status = { kind: 'status', operation: 'GET /pets', expected: 200, actual: 500 } as const;
  const fetched: Finding = { ...status, when: 'for the animal {id}', values: { id: '7' } };
  const entry = { kind: 'schema', operation: 'GET /pets', schema: 'Pets', actual: 200 } as const;
  const first: Finding = { ...entry, pointer: '/3/name', problem: '/3/name is null' };
  const differing = (ofA: Finding, ofB: Finding | undefined): number => {
    const [report, other] = [staging(), production()].map((one, at) => {
      const finding = at === 0 ? ofA : ofB;
      const cause = `The words ${at === 0 ? 'of one' : 'of the other'}.`;
      const failures = [failure({ cause, ...(finding && { finding }) })];
      return withRule(one, limit, { outcome: 'failed', failures });
    }) as [Report, Report];
    return compared(report, other).different.outcomes;
  };

  test.each<[string, Finding, Finding | undefined]>([
    ['words alone', fetched, undefined],
    ['another identifier', fetched, { ...fetched, values: { id: 'msg_1' } }],
    ['a circumstance', fetched, { ...fetched, circumstance: 'fresh connection' }],
    ['another entry', first, { ...first, pointer: '/12/name', problem: '/12/name is null' }],
  ])('values tell that both break alike, whatever the words say: %s', (_, ofA, ofB) => {
    expect(differing(ofA, ofB)).toBe(0);
  });

  test.each<[string, Finding, Finding]>([
    ['another status', fetched, { ...fetched, actual: 404 }],
    ['another place', first, { ...first, pointer: '/3/status' }],
    ['another kind', fetched, first],
  ])('values tell that both break in their own way: %s', (_, ofA, ofB) => {
    expect(differing(ofA, ofB)).toBe(1);
  });
});

describe('an observation', () => {
  const only = (report: Report, id: string, answer: string): Report => {
    const [any] = report.observations;
    return { ...report, observations: [{ ...any!, id: id as Observation['id'], answer }] };
  };
  const answered = (id: string, ofA: string, ofB: string): Comparison =>
    compared(only(staging(), id, ofA), only(production(), id, ofB));
  const properties = ['A adds no properties; B adds owner, tags.'];

  test.each<[string, string, string, readonly string[]]>([
    [order, 'by name', 'newest first', ['A lists animals by name, B newest first.']],
    [order, 'tabs; escaped', 'tabs; plain', ['A lists animals escaped, B plain.']],
    [
      order,
      '400: limit=0, limit=101, limit=x; 200: LIMIT=5, max=5',
      '422: limit=0, limit=101; 200: LIMIT=5; 400: max=5, limit=x',
      ['For limit=0, limit=101: A returns 400, B 422.', 'For max=5: A returns 200, B 400.'],
    ],
    [
      order,
      'accepted: a, b',
      'accepted: a; refused with 413: b',
      ['A: accepted; B: refused with 413 (b).'],
    ],
    ['list-animals.content-type', 'a/b', 'text/plain', ['A sends a/b, B text/plain.']],
    ['list-animals.cross-origin', 'nothing', 'x: *', ['A allows nothing, B x: *.']],
    ['list-animals.preflight', '401', '405', ['A returns 401, B 405.']],
    ['list-animals.head', 'status 405', '200', ['A returns status 405, B 200.']],
    ['add-animal.default-status', 'available', 'sold', ['A defaults to available, B sold.']],
    [
      'add-animal.identifiers',
      'negative, ascending',
      'descending',
      ['A assigns identifiers that are negative, ascending; B descending.'],
    ],
    ['store-orders.answer', '200, an array', '403', ['A returns 200, an array; B 403.']],
    ['messages.success-status', '202', '200', ['A returns 202, B 200.']],
    ['messages.error-body', 'no JSON', 'an object', ['A returns no JSON, B an object.']],
    ['messages.identifiers', 'UUIDs', 'numbers', ['A uses UUIDs, B numbers.']],
    ['messages.time-format', 'YYYY', 'YY', ['A writes YYYY, B YY.']],
    ['list-animals.links', 'no', 'yes: link', ['A sends no such headers; B sends link.']],
    [
      'list-animals.links',
      'yes: link; one; two',
      'yes: link; one; three',
      ['A sends two; B sends three.'],
    ],
    [
      'list-animals.delay',
      'at once: in the first list',
      'late',
      ['A lists a new animal at once; B does not always list a new animal at once: late.'],
    ],
    ['add-animal.more-properties', 'none', 'owner, tags', properties],
    ['messages.more-properties', 'none', 'owner, tags', properties],
    ['errors.more-properties', 'none', 'owner, tags', properties],
    ['get-animal.deprecation', 'no', 'x: true', ['A announces nothing; B announces x: true.']],
    ['authentication.challenge', 'no', 'Basic', ['A sends no challenge; B sends Basic.']],
    [
      'errors.codes',
      '400: invalid; 401: key',
      '400: INVALID; 401: KEY',
      ['A: 400: invalid; 401: key', 'B: 400: INVALID; 401: KEY'],
    ],
  ])('is told in a sentence: %s, %s and %s', (id, ofA, ofB, told) => {
    expect(loadLedger().rules).toContainEqual(expect.objectContaining({ id, kind: 'open' }));
    const comparison = answered(id, ofA, ofB);
    expect(comparison.different).toMatchObject({ outcomes: 0, observations: 1 });
    expect(differIn(comparison, ['outcomes', 'latency'])).toBe(false);
    expect(
      sentences(comparison).map((one) =>
        one.replaceAll('staging', 'A').replaceAll('production', 'B'),
      ),
    ).toEqual(told);
  });

  test('is the same in whichever order its cases came', () => {
    const comparison = answered(
      order,
      '400: a, b; 200: c, d; 201: d',
      '201: d; 200: d, c; 400: b, a',
    );
    expect(comparison.different.observations).toBe(0);
    expect(comparison.same.observations).toContain(order);
  });

  test.each([
    ['the codes of errors', '400: invalid; 401: unauthorized', '400: INVALID; 401: unauthorized'],
    ['other codes alone', '400: invalid', '400: 40010'],
    ['texts', '401: "No key; sorry."; 404: "None."', '401: "Kein Key."; 404: "None."'],
    ['headers', 'deprecation: true, a', 'deprecation: @1, a'],
    ['cases that only one has', '400: a, b', '400: a'],
  ])('that only looks like cases differs: %s', (_, ofA, ofB) => {
    expect(answered(order, ofA, ofB).different.observations).toBe(1);
    expect(answered(order, ofB, ofA).different.observations).toBe(1);
  });

  test.each([
    ['401: GET /x, POST /x', '401: GET /x', true],
    ['404, application/json: GET /x, POST /x; 405: PUT /x', '404, application/json: GET /x', true],
    ['400: "No; sorry, no.", "Bad"; 401: "No key."', '401: "No key."', true],
    ['400: "sold\\n"', '400: __proto__', true],
    ['a number: 201, a string: 201', 'an identifier in use: 201', true],
    ['a number: 201, a string: 201', 'a string: 400', false],
    ['404: GET /x, POST /x', '405: GET /x', false],
    ['404: GET /x; 405: POST /x', '404: POST /x', false],
    ['by age', 'by name', false],
    ['cache-control: no-store', 'cache-control: max-age=60', false],
    ['at once: in the first list', 'late: in a list after 3 s', false],
  ])('of runs that did not ask for the same: %s, and %s', (ofA, ofB, isSame) => {
    const partial = { ...staging().run.scope, full: false, readOnly: true };
    for (const [one, other] of [
      [ofA, ofB],
      [ofB, ofA],
    ] as const)
      expect(
        compared(
          answering(staging(), order, one),
          withRun(answering(production(), order, other), { scope: partial }),
        ).different.observations,
      ).toBe(isSame ? 0 : 1);
  });

  test('that names no cases is compared as far as both have an answer', () => {
    const partial = { ...staging().run.scope, full: false, readOnly: true };
    const coded = (report: Report, answer: string): Report =>
      withRun(
        { ...report, observations: [{ id: 'errors.codes', question: 'Which codes?', answer }] },
        { scope: partial },
      );
    const differences = (ofA: string, ofB: string): number =>
      compared(coded(staging(), ofA), withRun(coded(production(), ofB), { effort: 'quick' }))
        .different.observations;
    expect(differences('400: json; 401: key; 404: gone', '401: key; 404: lost')).toBe(1);
    expect(differences('400: json; 401: key; 404: gone', '401: key')).toBe(0);
  });

  test('of two runs of quick effort is compared for the cases that both sent', () => {
    const quick = (report: Report, answer: string): Report =>
      withRun(answering(report, order, answer), { effort: 'quick' });
    const differences = (ofA: string, ofB: string): number =>
      compared(quick(staging(), ofA), quick(production(), ofB)).different.observations;
    expect(differences('400: "sold\\n"', '400: __proto__')).toBe(0);
    expect(differences('400: "sold\\n", __proto__', '200: __proto__')).toBe(1);
  });

  test('that says nothing of one of them is no difference', () => {
    for (const nothing of [
      'too few animals to decide',
      '16 of 16 animals did not appear while the kit waited',
    ]) {
      const comparison = answered(order, 'by ascending identifier', nothing);
      expect(comparison.different.observations).toBe(0);
      expect(comparison.onlyInOne.map(({ id }) => id)).toEqual([order]);
    }
    const other = withRule(production(), order, { outcome: 'untested', reason: 'read-only' });
    const none = { ...other, observations: other.observations.filter(({ id }) => id !== order) };
    expect(compared(staging(), none).onlyInOne).toEqual([
      expect.objectContaining({ id: order, b: { outcome: 'untested', why: 'read-only' } }),
    ]);
  });
});

describe('response times', () => {
  const change = (ofA: readonly number[], ofB: readonly number[]): unknown =>
    compared(timed(staging(), ofA), timed(production(), ofB)).latency[0]?.change;

  test('that are longer throughout are slower, with their spread', () => {
    const comparison = compared(
      timed(staging(), between(40, 60)),
      timed(production(), between(90, 120)),
    );
    expect(comparison.latency[0]?.sentences).toEqual([
      'listPets: production is slower than staging. Half of the responses take up to 105 ms (90% within 117 ms, 99% within 120 ms; 500 responses), not 50 ms (90% within 58 ms, 99% within 60 ms; 500 responses).',
    ]);
    expect(differIn(comparison, ['outcomes', 'observations'])).toBe(false);
    expect(differIn(comparison, ['latency'])).toBe(true);
    expect(change(between(90, 120), between(40, 60))).toBe('faster');
  });

  const [quick, someLate] = [between(5, 30), [...between(5, 30, 350), ...between(300, 400, 150)]];
  const fewLate = [...between(5, 30, 440), ...between(300, 400, 60)];
  test.each([
    ['slower where others are not', someLate, between(5, 40), 2, 'slower'],
    ['the same within noise where all others are', someLate, someLate, 2, null],
    ['the same within noise where only one other is there', someLate, between(5, 40), 1, null],
    ['the same within noise where they are few', fewLate, quick, 2, null],
  ] as const)('of which some are far longer are %s', (_, first, others, number, slower) => {
    const of = (report: Report, one: readonly number[], other: readonly number[]): Report => ({
      ...report,
      latency: [
        measured('listPets', one),
        ...['getPet', 'createPet'].slice(0, number).map((name) => measured(name, other)),
      ],
    });
    const [one, other] = [of(staging(), quick, quick), of(production(), first, others)];
    const changes = (a: Report, b: Report) => compared(a, b).latency.map((each) => each.change);
    const rest = Array.from({ length: number }, () => null);
    expect(changes(one, other)).toEqual([slower, ...rest]);
    expect(changes(other, one)).toEqual([slower && 'faster', ...rest]);
  });

  test.each([
    ['a busy moment, in which some get through', between(0.5, 12), between(0.6, 70)],
    ['some that are far longer', quick, someLate],
    ['a few milliseconds', between(2, 4), between(12, 16)],
    ['few responses', between(40, 60, 150), between(400, 600, 150)],
    [
      'a few that are very late',
      between(5, 30),
      [...between(5, 30, 470), ...between(900, 1900, 30)],
    ],
    ['more spread around the same', between(40, 60), between(40, 90)],
    ['one that gets through', between(40, 60), [41, ...between(90, 120)]],
    [
      'more spread than change',
      between(40, 60),
      [...between(70, 80, 251), ...between(80, 160, 249)],
    ],
  ])('are the same within noise: %s', (_, ofA, ofB) => {
    expect(change(ofA, ofB)).toBeNull();
    expect(change(ofB, ofA)).toBeNull();
  });

  test('under different loads are shown and not compared', () => {
    const slow = timed(production(), between(90, 120));
    const comparison = compared(
      timed(staging(), between(40, 60)),
      withRun(slow, { scope: { ...slow.run.scope, readOnly: true } }),
    );
    expect(comparison.different.latency).toBe(0);
    expect(comparison.latency[0]).toMatchObject({
      a: { p50: expect.any(Number) as number },
      compared: false,
      change: null,
    });
    expect(comparison.notes.join(' ')).toMatch(/Response times are shown but not compared/);
  });

  test('of an operation that only one of them was asked are shown', () => {
    const comparison = compared({ ...staging(), latency: [] }, timed(production(), between(1, 2)));
    expect(comparison.latency).toEqual([
      expect.objectContaining({ operation: 'listPets', a: null, change: null, sentences: [] }),
    ]);
  });
});

describe('notes', () => {
  const digest = `sha256:${'9'.repeat(64)}`;
  const other = production();
  test.each([
    [
      'another contract',
      { contract: { ...other.contract, version: '1.1.0', digest } },
      /different versions of the contract \(staging: 1\.0\.0; production: 1\.1\.0\)/,
    ],
    [
      'another kit',
      { kit: { ...other.kit, digest } },
      /different versions of the kit \(both 0\.1\.0, with different contents\)/,
    ],
    [
      'another scope',
      { run: { ...other.run, scope: { ...other.run.scope, readOnly: true } } },
      /different scopes \(staging: all rules; production: read-only\)/,
    ],
    [
      'another effort',
      { run: { ...other.run, effort: 'thorough' as const } },
      /different efforts \(staging: standard; production: thorough\)/,
    ],
    [
      'another seed',
      { run: { ...other.run, seed: 43 } },
      /different seeds \(staging: 42; production: 43\)/,
    ],
    [
      'a run that ended early',
      { run: { ...other.run, interrupted: true } },
      /production: ended early/,
    ],
    [
      'a warning',
      { run: { ...other.run, warnings: ['Certificates were not checked.'] } },
      /^production: Certificates were not checked\.$/,
    ],
  ])('say what limits a comparison: %s', (_, more, note) => {
    expect(compared(staging(), production(more)).notes).toEqual(
      expect.arrayContaining([expect.stringMatching(note)]),
    );
    expect(compared(staging(), production()).notes).toEqual([]);
  });

  test('say that only one of them throttles', () => {
    const throttled = withRun(production(), { throttled: 12 });
    expect(compared(staging(), throttled).notes).toEqual([
      'production asked the kit 12 times to slow down (429, or 503 with Retry-After), and staging never did.',
    ]);
    expect(compared(throttled, staging()).notes[0]).toMatch(/^production asked/);
    expect(compared(throttled, withRun(staging(), { throttled: 1 })).notes).toEqual([]);
  });

  test('what the command has to say comes first', () => {
    const named = { operands: ['staging', 'production'], notes: ['Both were only read.'] } as const;
    expect(compareReports(staging(), withRun(production(), { seed: 1 }), named).notes[0]).toBe(
      'Both were only read.',
    );
  });
});
