// A vendor may say that others change or remove animals, and so excuse what the server does: the recorded responses have
// to allow it. Honest stores in which others do so are judged again in the proof.
import { afterEach, expect, test, vi } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { faultNamed, variants } from '../../reference/index.js';
import { oneIn } from '../../proof/sample.js';
import { reportJson } from '../../report/files/json.js';
import { exchange } from '../../testing/reports/fixture-parts.js';
import { ChangesByOthers } from '../health/store/changes-by-others.js';
import { LostAnimals } from '../health/store/lost-animals.js';
import { suspicionOf } from '../health/store/suspicions.js';
import { Breach, NotApplicable } from '../result/signals.js';
import type { Report } from '../result/report.js';
import { answeredIn } from './cassette.js';
import { reEvaluated, type ReEvaluation } from './re-evaluate.js';
import { SaidOfOthers } from './said-of-others.js';

afterEach(() => vi.restoreAllMocks());

const remarks = [
  'The status of animals changes during the run (animal 7 was sold, and available 3 s later, in gets and lists alike).',
  'Animals disappear from the store during the run (animal 7 was there, and gone 3 s later, from gets and lists alike).',
];

/** A kit that a vendor has changed holds against nobody what others might have done, and says that they did. */
function excusing(said: readonly string[]): void {
  const excused = new NotApplicable({ what: 'removed by others' }, 'cantTell');
  const excuse = (breach: Breach) => (suspicionOf(breach) ? excused : undefined);
  vi.spyOn(ChangesByOthers.prototype, 'suspect').mockResolvedValue(undefined);
  vi.spyOn(ChangesByOthers.prototype, 'explains').mockImplementation(excuse);
  vi.spyOn(LostAnimals.prototype, 'whyNeverShown').mockResolvedValue(undefined);
  vi.spyOn(ChangesByOthers.prototype, 'remarks', 'get').mockReturnValue(said);
}

/** As a verifier does it, with the kit as it is. */
async function judgedAgain(report: Report): Promise<ReEvaluation> {
  vi.restoreAllMocks();
  return reEvaluated(JSON.parse(reportJson(report)) as Report, allRules);
}

const objections = ({ contradictions, undrawn }: ReEvaluation): readonly string[] => [
  ...contradictions.map(({ why }) => why),
  ...undrawn.values(),
];

test.each(
  oneIn(3, [
    ['status-not-stored', remarks],
    ['filter-finds-no-sold', remarks],
    // What is removed has no other status.
    ['status-not-stored', remarks.slice(1)],
  ] as const),
)('does not excuse %s', async (name, said) => {
  excusing(said);
  const report = await runInMemory({
    faults: [faultNamed(name)!],
    keepCases: true,
    seed: 4,
  });
  expect(report.verdict).toBe('conformant');
  expect(objections(await judgedAgain(report))).not.toEqual([]);
});

test.each(
  oneIn(3, [
    ['status-lapses', 1],
    // Of some animals the report holds no response from before they lapsed.
    ['status-lapses-soon', 4],
    ['removed-by-others', 1],
  ] as const),
)('excuses what others do: %s', async (name, seed) => {
  const others = variants.filter((one) => one.name === name);
  const report = await runInMemory({ variants: others, keepCases: true, seed });
  expect(report.run.warnings.join(' ')).toMatch(/changes during the run|disappear/);
  expect(report.verdict).toBe('conformant');
  expect(objections(await judgedAgain(report))).toEqual([]);
});

test('a change excuses another status alone, and a removal only what is missing', () => {
  const get = (number: number, status: string) =>
    exchange({
      number,
      operation: 'getPet',
      path: '/pets/7',
      answer: `{"id":7,"name":"Rex","categoryId":1,"status":"${status}"}`,
    });
  const later = answeredIn(get(9, 'available'));
  const values = { id: '7' };
  const field = { kind: 'field', operation: '', what: '', field: 'status', values } as const;
  const missing = {
    kind: 'status',
    operation: '',
    when: '',
    expected: 200,
    actual: 404,
    values,
  } as const;
  const status = { expected: '"sold"', actual: '"available"' };
  const other = new Breach({ ...field, ...status, exchange: later });
  const gone = new Breach({ ...missing, exchange: later });
  const excuses = remarks.map((said) => {
    const report = {
      run: { startedAt: '1970-01-01', warnings: [said] },
      samples: [get(1, 'sold')],
    };
    const others = new SaidOfOthers(report as unknown as Report);
    return [others.mayExplain(other), others.mayExplain(gone)];
  });
  expect(excuses).toEqual([
    [true, false],
    [false, true],
  ]);
});

test.each([
  ['reserved and freed again, as two kinds of reads show', ['?status=pending', ''], true],
  ['said to be reserved by one list alone', ['?status=pending'], false],
  ['reserved for those reads alone that never show it as it was added', ['', '/7'], false],
])('an animal that a later get shows as it was added, and that was %s: %#', (_, paths, is) => {
  const showing = (number: number, path: string, status: string) => {
    const animal = `{"id":7,"name":"Rex","categoryId":1,"status":"${status}"}`;
    const isGet = path.startsWith('/');
    return exchange({
      number,
      startedMs: number,
      operation: isGet ? 'getPet' : 'listPets',
      path: `/pets${path}`,
      answer: isGet ? animal : `[${animal}]`,
    });
  };
  const listed = paths.includes('/7') ? '?status=available' : '';
  const samples = [
    showing(1, listed, 'available'),
    ...paths.map((path, index) => showing(2 + index, path, 'pending')),
    showing(50, listed === '' ? '/7' : listed, 'available'),
  ];
  const report = { run: { startedAt: '1970-01-01', warnings: remarks }, samples };
  const others = new SaidOfOthers(report as unknown as Report);
  const path = '/pets?status=available';
  const { ask, ...list } = answeredIn(showing(5, '?status=available', 'pending'));
  const without = { ...list, ask: { ...ask, path }, startedAt: 5 };
  const breach = new Breach({
    kind: 'other',
    what: 'not listed by its status',
    operation: 'listPets',
    values: { id: '7', status: 'available', animal: 'Animal 7', length: 0 },
    exchange: without,
  });
  expect(others.mayExplain(breach)).toBe(is);
});
