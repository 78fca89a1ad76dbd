// A single defect is reported as a single cause, and what it is said to look like is right. Tested with the faults of
// the proof, each of which is left out of what is known.
import { describe, expect, test } from 'vitest';
import { ruleNamed } from '../../contract/ledger.js';
import type { Cause, Failure, RecordedExchange, Report } from '../../judge/result/report.js';
import type { Finding } from '../../judge/result/finding.js';
import { faults } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { exchange, failure } from '../../testing/reports/fixture-parts.js';
import { oneIn } from '../sample.js';
import { causesIn } from './causes.js';
import { known } from './known.js';
import { leastCauses } from './least.js';
import { Catalogue, type Known } from './match.js';
import { withCauses } from './index.js';
import type { FailureSignature } from './signatures.js';

/** The rule for which each fault is made, in place of the fault's sentence. */
const rules = new Map(known.map(({ fault, rule }) => [fault, rule]));

/** A report that shows these signatures and nothing else. */
function reportWith(
  signatures: readonly (Omit<FailureSignature, 'shown' | 'failure'> &
    Partial<Pick<FailureSignature, 'shown'>>)[],
  run: object = {},
): Report {
  const failed = [...new Set(signatures.map(({ rule }) => rule))].map((id) => ({
    id,
    kind: ruleNamed(id).kind,
    outcome: 'failed',
    failures: signatures
      .filter(({ rule }) => rule === id)
      .map(({ experiment, at, shown }, number) =>
        failure({
          id: `${id} ${number}`,
          ...(shown !== undefined && { finding: { kind: 'other', operation: '', what: shown } }),
          exchanges: [],
          case: { seed: 1, path: `${experiment}#0`, ...(at !== undefined && { name: at }) },
        }),
      ),
  }));
  return { rules: failed, run: { scope: {}, interrupted: false, ...run } } as unknown as Report;
}

const causesOf = (one: Known, catalogue: Catalogue): readonly Cause[] =>
  causesIn(reportWith(one.signatures), catalogue, rules);

const shareOf = <T>(all: readonly T[], holds: (one: T) => boolean): number =>
  all.filter(holds).length / all.length;

describe('of the faults of the proof', () => {
  const shown = known.filter(({ signatures }) => signatures.length > 0);

  test('nearly each has its signatures written down; those that came later are noted', () => {
    const without = known
      .filter(({ signatures }) => signatures.length === 0)
      .map(({ fault }) => fault);
    expect(known.map(({ fault }) => fault)).toEqual(faults.map(({ name }) => name));
    if (without.length > 0) console.warn(`Run \`npm run also-fails\` for: ${without.join(', ')}`);
    expect(without.length / known.length).toBeLessThan(0.05);
  });

  test('nearly each is told as one cause, under the rule that it is made for', () => {
    const catalogue = new Catalogue(known);
    const one = (fault: Known): boolean => {
      const [first, ...others] = causesOf(fault, catalogue);
      return others.length === 0 && first?.rules[0] === fault.rule;
    };
    expect(shareOf(oneIn(8, shown), one)).toBeGreaterThan(0.95);
  });

  test('is one cause also while a run has shown only half of it', () => {
    const half = (fault: Known): boolean => {
      const { rules: failed } = reportWith(
        fault.signatures.slice(0, Math.ceil(fault.signatures.length / 2)),
      );
      return leastCauses(failed, known) === 1;
    };
    expect(shareOf(shown, half)).toBeGreaterThan(0.95);
  });

  test('held back, what is said to look like one is made for the same rule, eight times of ten', () => {
    const said = oneIn(4, shown).flatMap((fault) =>
      causesOf(fault, new Catalogue(known.filter((other) => other !== fault))).flatMap(({ like }) =>
        like.length === 0 ? [] : [like.some(({ sentence }) => sentence === fault.rule)],
      ),
    );
    expect(said.length).toBeGreaterThan(25);
    expect(shareOf(said, Boolean)).toBeGreaterThan(0.8);
  });
});

test('what shows another status, or another value, looks like nothing that is known', () => {
  const [{ signatures } = expect.fail('no such fault')] = known.filter(
    ({ fault }) => fault === 'list-answers-206',
  );
  const namesWith = (other: Partial<FailureSignature>): readonly string[] =>
    causesIn(
      reportWith(signatures.map((signature) => ({ ...signature, ...other }))),
      new Catalogue(known),
      rules,
    ).flatMap(({ like }) => like.map(({ fault }) => fault));
  expect(namesWith({})).toEqual(['list-answers-206']);
  expect(namesWith({ shown: 'status 404' })).toEqual([]);
});

test('what returns another status than any that was seen is no likeness', () => {
  const [{ signatures } = expect.fail('no such fault')] = known.filter(
    ({ fault }) => fault === 'list-answers-206',
  );
  const likeA = (sentence: string): readonly string[] =>
    causesIn(
      reportWith(signatures),
      new Catalogue(known),
      new Map([['list-answers-206', sentence]]),
    ).flatMap(({ like }) => like.map(({ fault }) => fault));
  expect(likeA('Returns lists with another status.')).toEqual(['list-answers-206']);
  expect(likeA('Returns 299 for lists.')).toEqual([]);
});

test('what only a part of a run has shown looks like nothing, as the rest might show another defect', () => {
  const [{ signatures } = expect.fail('no such fault')] = known.filter(
    ({ fault }) => fault === 'list-answers-206',
  );
  for (const cut of [{ bail: 1 }, { interrupted: true }, { scope: { budget: { maxRequests: 9 } } }])
    for (const { like } of causesIn(reportWith(signatures, cut), new Catalogue(known), rules))
      expect(like).toEqual([]);
});

test('a cause begins with what can be pasted, though it takes one request more', () => {
  const cut = known.find(({ fault }) => fault === 'name-cut-at-255');
  const report = reportWith(cut?.signatures ?? []);
  const [{ failures } = expect.fail('no rule failed')] = report.rules;
  const [long, short] = failures as [Failure, Failure];
  Object.assign(long, { curl: null, exchanges: [exchange()] });
  Object.assign(short, { curl: 'curl …', exchanges: [exchange(), exchange()] });
  expect(causesIn(report, new Catalogue(known), rules)[0]?.failures[0]).toBe(short.id);
});

test('first comes what lets a stranger in, then what loses data, then what most clients meet', async () => {
  const graverFirst = [
    'key-prefix-accepted',
    'category-stored-rounded',
    'code-missing-in-404',
    'message-type-by-part',
  ].map((name) => faults.find((fault) => fault.name === name) ?? expect.fail(`no fault ${name}`));
  const { causes = [] } = withCauses(
    await runInMemory({ faults: [...graverFirst].reverse(), seed: 3 }),
  );
  const led = causes.map(({ rules: [rule] }) => rule);
  expect(led.filter((rule) => graverFirst.some((fault) => fault.rule === rule))).toEqual(
    graverFirst.map(({ rule }) => rule),
  );
  expect(led[0]).toBe(graverFirst[0]?.rule);
});

test('what follows from an accepted invalid animal belongs to the rule that forbids it', () => {
  const rounded = known.find(({ fault }) => fault === 'category-rounded');
  const ofRounded = rounded?.signatures ?? [];
  const inLists = ofRounded.find(({ rule }) => rule === 'list-animals.bare-array');
  const report = reportWith([
    ...ofRounded.filter(({ rule }) => rule !== 'list-animals.bare-array'),
    { rule: 'add-animal.missing-name', experiment: 'bodies without name', at: 'y' },
    ...['Pets/*/name: nothing', 'Pets/*/categoryId: number'].map((shown) => ({
      ...(inLists ?? expect.fail('the fault breaks no list')),
      shown,
    })),
  ]);
  const [category, name] = causesIn(report, new Catalogue(known), rules).map(
    (cause) => cause.failures,
  );
  expect(category).toContain('list-animals.bare-array 1');
  expect(name).toEqual(['add-animal.missing-name 0', 'list-animals.bare-array 0']);
});

// By the time of a retry, the animal may have left the page.
test.each([undefined, 'seen once'] as const)(
  'and that rule leads, though no known defect explains either: %s',
  (circumstance) => {
    const what = 'Pets/*/status: string';
    const { rules: failed, ...report } = reportWith([
      { rule: 'list-animals.bare-array', experiment: 'lists', at: 'x', shown: what },
      { rule: 'add-animal.invalid-status', experiment: 'statuses', at: 'y' },
    ]);
    const seen = (one: Failure): Failure =>
      one.finding && circumstance ? { ...one, finding: { ...one.finding, circumstance } } : one;
    const all = failed.map((one) => ({ ...one, failures: one.failures.map(seen) }));
    expect(
      causesIn({ ...report, rules: all }, new Catalogue([]), rules).map((one) => one.failures),
    ).toEqual([['add-animal.invalid-status 0', 'list-animals.bare-array 0']]);
  },
);

test.each([
  [
    'what fails the run, not by a warning',
    { rule: 'list-animals.filter', shown: '' },
    { rule: 'list-animals.finds-created', shown: '' },
  ],
  [
    'the rule about limits, not by the one about sequences',
    { rule: 'list-animals.limit-is-maximum', shown: 'more than the limit' },
    { rule: 'sequences.model', shown: 'more than the limit, in a sequence' },
  ],
])('a cause is led by %s, whatever explains it', (_, lead, other) => {
  const signatures = [other, lead].map((one) => ({ experiment: 'lists', at: '0:0', ...one }));
  const catalogue = new Catalogue([{ fault: 'x', rule: other.rule, signatures } as never]);
  const causes = causesIn(reportWith(signatures), catalogue, rules);
  expect(causes.map((cause) => cause.rules)).toEqual([[lead.rule, other.rule]]);
});

test('a category that a list shows altered belongs to the add that alters it', () => {
  const kept = { rule: 'add-animal.keeps-category', experiment: 'odd names', at: '0:0' };
  const listed = { rule: 'list-animals.as-created', experiment: 'lists', at: '0:0' };
  const causesWith = (sent: string, inLists: string): number =>
    causesIn(
      reportWith([
        { ...kept, shown: sent },
        { ...listed, shown: inLists },
      ]),
      new Catalogue([]),
      new Map(),
    ).length;
  expect(causesWith('categoryId: ', 'categoryId: Animal {id} is listed')).toBe(1);
  expect(causesWith('categoryId: ', 'another category than testified')).toBe(1);
  expect(causesWith('categoryId: ', 'name: Animal {id} is listed')).toBe(2);
  expect(causesWith('status 400', 'categoryId: Animal {id} is listed')).toBe(2);
});

test('two defects are two causes also while a run goes on', () => {
  const signatures = ['default-limit-19', 'key-not-checked-on-add'].flatMap(
    (name) => known.find(({ fault }) => fault === name)?.signatures ?? [],
  );
  expect(leastCauses(reportWith(signatures).rules, known)).toBe(2);
});

describe('requests that crashed the candidate', () => {
  const crashed = (...outputs: readonly string[]): number => {
    const report = reportWith(
      outputs.map((_, at) => ({
        rule: 'errors.valid-requests',
        experiment: 'made-up bodies',
        at: `0:${at}`,
      })),
    );
    const rules = report.rules.map((rule) => ({
      ...rule,
      failures: rule.failures.map((one, at) => ({ ...one, output: outputs[at] ?? '' })),
    }));
    return causesIn({ ...report, rules }, new Catalogue([]), new Map()).length;
  };

  test('at the same place of its code are one cause', () => {
    const at = (place: string, log: string): string => `${log}\nError: no\n    at add (${place})`;
    expect(crashed(at('crash.js:51:57', 'one'), at('crash.js:51:57', 'another'))).toBe(1);
    expect(crashed(at('crash.js:51:57', 'one'), at('crash.js:60:3', 'one'))).toBe(2);
    expect(crashed('Killed', 'Killed')).toBe(2);
  });
});

describe('what needs no known defect to be one cause', () => {
  const asked = [
    { rule: 'list-animals.filter', experiment: 'lists of a status', at: '0:0' },
    { rule: 'errors.valid-requests', experiment: 'made-up bodies', at: '0:0' },
    { rule: 'authentication.missing-key', experiment: 'bodies without a name', at: '0:0' },
  ];
  const cases = (failed: number) => ({ failed, of: 40, inputs: [] });
  const plain = { difference: null, cases: cases(40) };
  const causesOfAll = (
    last: (at: number) => Partial<RecordedExchange>,
    more: Partial<Failure> = plain,
  ): readonly Cause[] => {
    let count = 0;
    const report = reportWith(asked);
    const rules = report.rules.map((rule) => ({
      ...rule,
      failures: rule.failures.map((one) => {
        const at = count++;
        const request = { ...exchange().request, url: `https://animals.example/${at}` };
        return { ...one, ...more, exchanges: [{ ...exchange(), request, ...last(at) }] };
      }),
    }));
    return causesIn({ ...report, rules }, new Catalogue([]), new Map());
  };
  const silent = (kind: string) => ({ response: null, noAnswer: { kind, message: 'x' } });
  const status = (code: number) => ({ response: { ...response, status: code } });
  const { response } = exchange() as RecordedExchange & { response: {} };
  const operations = ['createPet', 'listPets', 'listPets'];

  test.each([
    ['requests that got no response in time', 'timeout'],
    ['responses that are no HTTP', 'not-http'],
  ])('%s, whatever was asked', (_, kind) => {
    const causes = causesOfAll((at) => ({ ...silent(kind), operation: operations[at] ?? '' }));
    expect(causes).toHaveLength(1);
  });

  test('connections that are closed by one operation', () => {
    const closed = (at: number) => ({ ...silent('closed'), operation: operations[at] ?? '' });
    expect(causesOfAll(closed).map(({ rules: of }) => of)).toEqual([
      ['errors.valid-requests', 'authentication.missing-key'],
      ['list-animals.filter'],
    ]);
  });

  test('no key check at all, however it is done without the key', () => {
    const authentication = ['every-request', 'missing-key', 'wrong-key', 'writes-nothing'];
    const signatures = authentication.map((name) => ({
      rule: `authentication.${name}`,
      experiment: name,
      at: '0:0',
    }));
    const open = (failed: number) => {
      const report = reportWith(signatures);
      const rules = report.rules.map((rule) => ({
        ...rule,
        failures: rule.failures.map((one) => ({
          ...one,
          cases: cases(failed),
          exchanges: [{ ...exchange(), request: { ...exchange().request, url: rule.id } }],
        })),
      }));
      return causesIn({ ...report, rules }, new Catalogue([]), new Map()).map(
        ({ rules: of }) => of[0],
      );
    };
    expect(open(40)).toEqual(['authentication.missing-key']);
    expect(open(39)).toHaveLength(4);
  });

  test('no validation at all, whichever field is wrong', () => {
    const names = ['missing-name', 'invalid-name', 'invalid-category', 'not-an-object'];
    const lax = (failed: number, of: readonly string[]): number => {
      const signatures = of.map((name) => ({
        rule: `add-animal.${name}`,
        experiment: name,
        at: '0:0',
      }));
      const report = reportWith(signatures);
      const rules = report.rules.map((rule) => ({
        ...rule,
        failures: rule.failures.map((one) => ({ ...one, cases: cases(failed) })),
      }));
      return causesIn({ ...report, rules }, new Catalogue([]), new Map()).length;
    };
    expect(lax(40, names)).toBe(1);
    expect(lax(39, names)).toBe(4);
    expect(lax(40, names.slice(1))).toBe(3);
  });

  test('identifiers that are given twice, whatever stands under them', () => {
    const of = (...names: readonly string[]): readonly (readonly string[])[] => {
      const signatures = names.map((name) => ({ rule: name, experiment: name, at: '0:0' }));
      const report = reportWith(signatures);
      const rules = report.rules.map((rule) => {
        const exchanges = [{ ...exchange(), request: { ...exchange().request, url: rule.id } }];
        return { ...rule, failures: rule.failures.map((one) => ({ ...one, exchanges })) };
      });
      return causesIn({ ...report, rules }, new Catalogue([]), new Map()).map((one) => one.rules);
    };
    const mixedUp = ['get-animal.exact-animal', 'list-animals.as-created'];
    expect(of('list-animals.filter', ...mixedUp, 'add-animal.unique-ids')).toEqual([
      ['add-animal.unique-ids', ...mixedUp],
      ['list-animals.filter'],
    ]);
    expect(of(...mixedUp)).toHaveLength(2);
  });

  test('animals that are not found by their identifier, whoever looks for them', () => {
    const lost = (code: number): readonly (readonly string[])[] => {
      const names = ['sequences.model', 'add-animal.can-be-fetched'];
      const report = reportWith(names.map((name) => ({ rule: name, experiment: name, at: '0:0' })));
      const rules = report.rules.map((rule) => {
        const one = { ...exchange(), ...status(code), operation: 'getPet' };
        const exchanges = [{ ...one, request: { ...one.request, url: rule.id } }];
        return { ...rule, failures: rule.failures.map((failed) => ({ ...failed, exchanges })) };
      });
      return causesIn({ ...report, rules }, new Catalogue([]), new Map()).map((one) => one.rules);
    };
    expect(lost(404)).toEqual([['add-animal.can-be-fetched', 'sequences.model']]);
    expect(lost(410)).toHaveLength(2);
  });

  test('a filter that is wrong, wherever a list is filtered', () => {
    const rules = ['filter-few', 'filter', 'nothing-matches'].map((name) => `list-animals.${name}`);
    const of = (all: readonly string[]): readonly (readonly string[])[] => {
      const report = reportWith(all.map((rule) => ({ rule, experiment: rule, at: '0:0' })));
      return causesIn(report, new Catalogue([]), new Map()).map((one) => one.rules);
    };
    expect(of(rules)).toEqual([[rules[1], rules[0], rules[2]]]);
    expect(of([rules[0]!, rules[2]!])).toHaveLength(2);
  });

  test('lists that are too long only without a limit', () => {
    const names = ['limit-is-maximum', 'default-limit'];
    const signatures = names.map((name) => ({
      rule: `list-animals.${name}`,
      experiment: name,
      at: '0:0',
    }));
    const found = (query: string): readonly (readonly string[])[] => {
      const report = reportWith(signatures);
      const rules = report.rules.map((rule) => {
        const url = `https://animals.example/pets?${query}&of=${rule.id}`;
        const exchanges = [{ ...exchange(), request: { ...exchange().request, url } }];
        return { ...rule, failures: rule.failures.map((one) => ({ ...one, exchanges })) };
      });
      return causesIn({ ...report, rules }, new Catalogue([]), new Map()).map(
        ({ rules: of }) => of,
      );
    };
    expect(found('status=sold')).toEqual([
      ['list-animals.default-limit', 'list-animals.limit-is-maximum'],
    ]);
    expect(found('status=sold&limit=5')).toHaveLength(2);
  });

  test('an operation that succeeds with another status, whatever was sent', () => {
    const found = (actual: number): Finding => ({
      kind: 'status',
      operation: 'POST /pets',
      when: '',
      expected: 201,
      actual,
    });
    expect(causesOfAll(() => status(200), { cases: cases(39), finding: found(200) })).toHaveLength(
      1,
    );
    expect(causesOfAll(() => status(404), { ...plain, finding: found(404) })).toHaveLength(3);
  });

  test('refusals with the same words and a revealing status, whatever was asked', () => {
    const refused = (code: number, text: string) => ({
      response: { ...response, status: code, body: { ...response.body, text } },
    });
    expect(causesOfAll(() => refused(406, 'Accept'))).toHaveLength(1);
    expect(causesOfAll((at) => refused(406, `Accept ${at}`))).toHaveLength(3);
    expect(causesOfAll(() => refused(400, 'Invalid'))).toHaveLength(3);
  });

  test('keys that are refused with another error than 401, whichever is wrong', () => {
    const names = ['missing-key', 'wrong-key'];
    const signatures = names.map((name) => ({
      rule: `messages.${name}`,
      experiment: name,
      at: '0:0',
    }));
    const refused = (actual: number): number => {
      const report = reportWith(signatures);
      const finding = {
        kind: 'status',
        operation: 'POST /messages',
        when: '',
        expected: 401,
        actual,
      };
      const rules = report.rules.map((rule) => ({
        ...rule,
        failures: rule.failures.map((one) => ({
          ...one,
          finding: finding as Finding,
          exchanges: [{ ...exchange(), request: { ...exchange().request, url: rule.id } }],
        })),
      }));
      return causesIn({ ...report, rules }, new Catalogue([]), new Map()).length;
    };
    expect([refused(403), refused(200)]).toEqual([1, 2]);
  });

  test('an operation that always returns the same 5xx: nobody is let in', () => {
    const failing = (at: number) => ({ ...status(500), operation: operations[at] ?? '' });
    expect(causesOfAll(failing).map(({ rules: of }) => of)).toEqual([
      ['list-animals.filter'],
      ['errors.valid-requests', 'authentication.missing-key'],
    ]);
    expect(causesOfAll(failing, { ...plain, cases: cases(39) })).toHaveLength(3);
    const unusual = { ...plain, difference: 'a limit of 7' };
    expect(causesOfAll(failing, unusual)).toHaveLength(3);
    expect(causesOfAll((at) => status(500 + at))).toHaveLength(3);
    expect(causesOfAll(() => status(404))).toHaveLength(3);
  });

  test('a stranger who is refused otherwise than by 401 is not let in', () => {
    const rest = causesOfAll(() => status(403)).map(({ rules: [rule] }) => rule);
    expect(causesOfAll(() => status(200))[0]?.rules[0]).toBe('authentication.missing-key');
    expect(rest).toEqual(asked.map(({ rule }) => rule));
  });
});

test.each([
  ['orders-missing', ['orders-missing']],
  ['orders-missing-html', ['orders-missing', 'orders-missing-html']],
])('%s is like no server whose pages it was seen not to return', async (name, like) => {
  const fault = faults.filter((one) => one.name === name);
  const { causes = [] } = withCauses(await runInMemory({ faults: fault, seed: 3 }));
  expect(causes.flatMap((cause) => cause.like.map((one) => one.fault))).toEqual(like);
});
