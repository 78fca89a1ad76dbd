// Each way in which a report does not follow from itself, or from the contract, with its message. Nothing is judged again
// here: a vendor who signs such a report with the right key is refused.
import { beforeAll, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { changedBy, type Copy, issuedFor, ruleOf } from '../../testing/certificates/issued.js';
import { fewRules } from '../../testing/few-rules.js';
import { failure } from '../../testing/reports/fixture-parts.js';
import type { ProblemKind } from './problems.js';
import { reportProblems } from './report-checks.js';

const few = fewRules(
  'add-animal.keeps-name',
  'add-animal.default-status',
  'authentication.wrong-key',
  'errors.valid-requests',
  'list-animals.filter',
  'list-animals.unknown-status',
  'messages.returns-message',
);
const { ledger } = few.contract;
const filter = 'list-animals.filter';
const open = 'add-animal.default-status';
const unknown = 'list-animals.unknown-status';
const because = 'whose words say something else than its values\\.';

let report: Report;
beforeAll(async () => {
  ({ report } = await issuedFor(few));
});

test('a report of the kit follows from itself', () =>
  expect(reportProblems(report, ledger)).toEqual([]));

test('a report of format 1 does, whose failed rules include the warnings', () => {
  const copy = changedBy(report, (of) =>
    Object.assign(ruleOf(of, filter), { outcome: 'failed', kind: 'implied' }),
  );
  const miscounted = (counts: Partial<Report['counts']>, format: 1 | 2): boolean =>
    reportProblems(
      { ...copy, format, counts: { ...copy.counts, ...counts, passed: copy.counts.passed - 1 } },
      ledger,
    ).some(({ kind }) => kind === 'changed-counts');
  expect(miscounted({ failed: 1, warnings: 1 }, 1)).toBe(false);
  expect(miscounted({ failed: 0, warnings: 1 }, 1)).toBe(true);
  expect(miscounted({ failed: 0, warnings: 1 }, 2)).toBe(false);
  expect(miscounted({ failed: 1, warnings: 1 }, 2)).toBe(true);
});

test.each<[ProblemKind, string, (copy: Copy) => unknown]>([
  ['missing-rule', 'leaves out list-animals\\.\\S+:', (copy) => copy.rules.splice(1, 1)],
  [
    'doubled-rule',
    'has \\S+ more than once',
    (copy) => copy.rules.push(structuredClone(copy.rules[4]!)),
  ],
  [
    'unknown-rule',
    'a rule that the contract does not have: list-animals\\.is-fast\\.',
    (copy) => copy.rules.push({ ...structuredClone(copy.rules[4]!), id: 'list-animals.is-fast' }),
  ],
  ['changed-rule', 'filter \\(its kind\\)', (copy) => (ruleOf(copy, filter).kind = 'implied')],
  [
    'changed-rule',
    'list-animals\\.filter \\(its statement\\)',
    (copy) => (ruleOf(copy, filter).statement = 'Fine.'),
  ],
  [
    'changed-rule',
    'what the contract leaves no question of: add-animal\\.default-status',
    (copy) => (copy.observations[0]!.question = 'Is it fine?'),
  ],
  ['changed-rule', 'not in the order of the contract', (copy) => copy.rules.reverse()],
  [
    'no-evidence',
    'list-animals\\.filter is passed without evidence \\(0 cases, 0 requests\\)\\.',
    (copy) => (ruleOf(copy, filter).evidence = { cases: 0, exchanges: 0 }),
  ],
  [
    'impossible-outcome',
    'filter has evidence from 1000000 requests, but the run sent only',
    (copy) => (ruleOf(copy, filter).evidence.exchanges = 1e6),
  ],
  [
    'impossible-outcome',
    'list-animals\\.filter is passed, but has a failure\\.',
    (copy) => (ruleOf(copy, filter).failures = [failure() as Copy['rules'][0]['failures'][0]]),
  ],
  [
    'impossible-outcome',
    'list-animals\\.filter is failed, but shows no failure\\.',
    (copy) => (ruleOf(copy, filter).outcome = 'failed'),
  ],
  [
    'impossible-outcome',
    'list-animals\\.filter is cantTell, but does not say why\\.',
    (copy) => Object.assign(ruleOf(copy, filter), { outcome: 'cantTell', reason: null }),
  ],
  [
    'impossible-outcome',
    'list-animals\\.filter is inapplicable, but has evidence\\.',
    (copy) => (ruleOf(copy, filter).outcome = 'inapplicable'),
  ],
  [
    'impossible-outcome',
    'add-animal\\.default-status is passed, but is never judged\\.',
    (copy) => (ruleOf(copy, open).outcome = 'passed'),
  ],
  [
    'impossible-outcome',
    'list-animals\\.filter is observed, but must be judged\\.',
    (copy) => (ruleOf(copy, filter).outcome = 'observed'),
  ],
  [
    'impossible-outcome',
    'add-animal\\.default-status is observed, but has no answer\\.',
    (copy) => (copy.observations = []),
  ],
  [
    'impossible-outcome',
    'add-animal\\.default-status is observed, but has 2 answers\\.',
    (copy) => copy.observations.push(structuredClone(copy.observations[0]!)),
  ],
  ['changed-counts', 'passed is 7 instead of 6', (copy) => (copy.counts.passed += 1)],
  [
    'changed-counts',
    'response times of \\w+ do not add up',
    (copy) => (copy.latency[0]!.count += 1),
  ],
  ['changed-counts', 'do not add up', (copy) => (copy.latency[0]!.min = copy.latency[0]!.max + 1)],
  [
    'changed-verdict',
    'The verdict is inconclusive, but the outcomes give conformant\\.',
    (copy) => (copy.verdict = 'inconclusive'),
  ],
  [
    'changed-verdict',
    'The verdict of a profile does not follow',
    (copy) => (copy.profiles.quickstart = 'no-violation-found'),
  ],
  ['changed-verdict', 'The summary does not follow', (copy) => (copy.summary = 'All is well.')],
  [
    'other-server',
    'is of another server \\(http://another\\.example\\), not of http://in\\.memory/',
    (copy) => (copy.samples[0]!.request.url = 'http://another.example/v1/pets'),
  ],
  [
    'other-server',
    'Two different exchanges have the number \\d+\\.',
    (copy) => (copy.samples[1]!.number = copy.samples[0]!.number),
  ],
  [
    'other-server',
    'Two different exchanges have the number \\d+\\.',
    ({ samples }) =>
      samples.push({ ...samples[0]!, response: { ...samples[0]!.response!, status: 500 } }),
  ],
  [
    'contradiction',
    'called https://animals\\.example/v1, but its address is http://in\\.memory/v1\\.',
    (copy) => (copy.target.name = 'https://animals.example/v1'),
  ],
  [
    'contradiction',
    'said to have begun on \\d{4}-\\d\\d-\\d\\d, but the responses are dated 2020-11-23\\.',
    (copy) => {
      for (const { response } of copy.samples)
        response?.headers.push(['Date', 'Mon, 23 Nov 2020 11:00:00 GMT']);
    },
  ],
  [
    'contradiction',
    'Every recorded request bears the header x-debug, but no warning says so\\.',
    (copy) => {
      for (const { request } of copy.samples) request.headers.push(['X-Debug', '1']);
    },
  ],
  [
    'contradiction',
    'said to be full, but it is cut: only list-animals\\.\\*\\.',
    (copy) => (copy.run.scope.only = ['list-animals.*']),
  ],
  [
    'contradiction',
    'said to be full, but it is cut: shard 1 of 2\\.',
    (copy) => (copy.run.scope.shard = { index: 1, of: 2 }),
  ],
  [
    'contradiction',
    'said to be full, but it is cut: few wrong keys\\.',
    (copy) => (copy.run.scope.fewKeys = true),
  ],
  [
    'contradiction',
    'read-only, but the report holds \\d+ requests that could write\\.',
    (copy) => (copy.run.scope.readOnly = true),
  ],
  [
    'contradiction',
    'could write, but it sent only \\d+, of which the report holds [1-9]\\d* that could not\\.',
    (copy) => (copy.run.writes = copy.run.exchanges),
  ],
  [
    'contradiction',
    'The exchange 9999 \\(GET http:\\S+, 500\\) belongs to no recorded case: no rule has judged it\\.',
    ({ samples }) => {
      const list = samples.find(({ operation }) => operation === 'listPets')!;
      samples.push({ ...list, number: 9_999, response: { ...list.response!, status: 500 } });
    },
  ],
  [
    'contradiction',
    'The exchange \\d+ is shown for no rule, but its case is not about that\\.',
    ({ samples }) =>
      Object.assign(
        samples.find(({ rule }) => rule !== null)!,
        { rule: null },
      ),
  ],
  [
    'contradiction',
    'A case is recorded for no rule \\(exchange \\d+\\)\\.',
    ({ witnesses }) => {
      const { cases } = witnesses!.experiments[0]!;
      Object.assign(cases[0]!, { rules: [], excuses: [], drawn: [] });
    },
  ],
  [
    'contradiction',
    'sent 10 requests, but the report holds \\d+ of them\\.',
    (copy) => (copy.run.exchanges = 10),
  ],
  [
    'contradiction',
    'The exchange \\d+ added animal \\d+, but the run lists none such\\.',
    (copy) => (copy.run.created = []),
  ],
  [
    'contradiction',
    'The run lists animal \\d+ twice\\.',
    ({ run }) => run.created.push(structuredClone(run.created[0]!)),
  ],
  [
    'contradiction',
    'The run lists an animal "1 OR 1=1", which is not an identifier\\.',
    ({ run }) => run.created.push({ ...run.created[0]!, id: '1 OR 1=1' }),
  ],
  [
    'contradiction',
    'Animal \\d+ is listed for messages\\.echo, which is not a rule that adds animals\\.',
    ({ run }) => Object.assign(run.created[0]!, { rule: 'messages.echo' }),
  ],
  [
    'contradiction',
    'The exchange \\d+ prepared the run with an animal, and returned 202\\.',
    ({ run, samples }) => {
      const made = run.created.filter(({ rule }) => rule === 'preparation').map(({ id }) => id);
      const add = samples.find(
        ({ operation, response }) =>
          operation === 'createPet' &&
          made.some((id) => response?.body.text.includes(`"id":${id},`) === true),
      );
      add!.response!.status = 202;
    },
  ],
  [
    'contradiction',
    'The run ended after 1 ms, but the exchange \\d+ began at 700 ms and took \\d+ ms\\.',
    (copy) => {
      copy.run.durationMs = 1;
      copy.samples[0]!.startedMs = 700;
    },
  ],
  [
    'contradiction',
    'list-animals\\.unknown-status is untested, but the run is said to be a full one\\.',
    (copy) => Object.assign(ruleOf(copy, unknown), { outcome: 'untested', reason: 'Late.' }),
  ],
  [
    'contradiction',
    `list-animals\\.filter gives a reason ${because}`,
    (copy) =>
      Object.assign(ruleOf(copy, filter), {
        reason: 'It was late.',
        why: { what: 'other', values: { problem: 'It was early.' } },
      }),
  ],
  [
    'contradiction',
    `list-animals\\.filter gives a reason ${because}`,
    (copy) => (ruleOf(copy, filter).reason = 'It was late.'),
  ],
  [
    'contradiction',
    'whose server answered is not known: "Certificates were not checked',
    (copy) => copy.run.warnings.push('Certificates were not checked (--insecure): who knows?'),
  ],
  [
    'contradiction',
    'had a baseline \\(known-failures\\.yaml\\), but a certified run has none\\.',
    (copy) => {
      const of = { file: 'known-failures.yaml', digest: 'd'.repeat(64), day: '2026-01-01' };
      copy.run.baseline = { ...of, entries: 0, gate: 'passed', noLongerFailing: [] };
    },
  ],
  [
    'contradiction',
    'but no recorded list shows an animal of one',
    ({ witnesses }) => (witnesses!.setup.known = true),
  ],
])('%s: %s', (kind, said, change) => {
  expect(reportProblems(changedBy(report, change), ledger)).toContainEqual({
    kind,
    message: expect.stringMatching(said) as string,
  });
});

test.each([
  ['is the same exchange', (text: string) => text, []],
  [
    'is another one where that part differs',
    (text: string) => `${text.slice(0, -1)}~`,
    [expect.stringContaining('Two different exchanges have the number')],
  ],
])('an exchange of whose body a sample keeps only a part %s', (_, altered, messages) => {
  const changed = changedBy(report, ({ samples }) => {
    const sample = structuredClone(samples.find((one) => one.response?.body?.text)!);
    const body = sample.response!.body!;
    Object.assign(body, { text: altered(body.text.slice(0, 10)), truncated: true });
    samples.push(sample);
  });
  const problems = reportProblems(changed, ledger).map(({ message }) => message);
  expect(problems.filter((message) => message.includes('exchanges have'))).toEqual(messages);
});

test.each<[string, (exchange: Copy['samples'][number]) => unknown]>([
  ['was refused', ({ response }) => (response!.status = 500)],
  ['has another method', ({ request }) => (request.method = 'GET')],
  ['has another path', ({ request }) => (request.url = request.url.replace('/pets', '/any'))],
  ['has no address', ({ request }) => (request.url = 'nowhere')],
  ['has another key', ({ request }) => (request.headers = [['Authorization', 'Basic none']])],
  ['is cut', ({ response }) => (response!.body.truncated = true)],
])('an add on which cases rest %s', (_, change) => {
  const copy = changedBy(report, ({ samples, witnesses }) => {
    const number = witnesses!.setup.twin!.exchange;
    const exchange = samples.find((one) => one.number === number)!;
    change(exchange);
  });
  expect(reportProblems(copy, ledger)).toContainEqual(
    expect.objectContaining({
      message: expect.stringMatching(/Cases rest on the exchange \d+, but it does not show/),
    }),
  );
});
