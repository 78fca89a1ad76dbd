// A full store with long names has lists of half a megabyte: what they leave no room for must not take what is small with it.
import { expect, test } from 'vitest';
import { loadContract } from '../../contract/contract.js';
import type { RuleId } from '../../contract/rule-ids.js';
import type { Exchange } from '../../http/types.js';
import type { CarriedOut } from '../evidence/carried-out.js';
import type { RecordedExchange } from '../result/report.js';
import type { AnyExperiment } from '../rules/rule.js';
import type { Setup } from '../rules/setup.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { faultNamed } from '../../reference/index.js';
import { allRules } from '../../../suites/index.js';
import { RecordedCases } from './recorded-cases.js';

const listed = { request: { body: null }, response: null } as unknown as RecordedExchange;

/** One case of a fixed size for each rule that it is about. */
function carriedOut(
  experiment: AnyExperiment,
  path: number,
  size: number,
  rules: Pick<CarriedOut, 'holds' | 'inapplicable'>,
): CarriedOut {
  const exchange = { ask: { path: '/pets' }, answer: { size } } as unknown as Exchange;
  const at = { stream: 0, path: String(path) } as CarriedOut['at'];
  return { experiment, at, names: [], exchanges: [exchange], breaks: [], ...rules };
}

const ofAnotherKind = {
  id: 'get-animal.sunset',
  reason: { what: 'no Sunset' },
  because: 'full lists',
} as const;

test('what is too large to be kept leaves room for what is small', () => {
  const experiment = { name: 'lists' } as AnyExperiment;
  const recorded = new RecordedCases(() => listed);
  recorded.remembering(experiment, {} as Setup);
  for (const [path, { id }] of loadContract().ledger.rules.slice(0, 60).entries())
    recorded.note(
      carriedOut(experiment, path, 1_000_000, { holds: [id as RuleId], inapplicable: [] }),
    );
  const excused = {
    id: 'get-animal.sunset',
    reason: { what: 'no Sunset' },
    because: undefined,
  } as const;
  recorded.note(carriedOut(experiment, 98, 100, { holds: [], inapplicable: [ofAnotherKind] }));
  recorded.note(carriedOut(experiment, 99, 200, { holds: [], inapplicable: [excused] }));
  const [lists] = recorded.chosen([excused], []);
  // The smaller case does not apply for another reason than the report gives.
  expect(lists?.cases.find(({ excuses }) => excuses.length > 0)?.path).toBe('99');
  expect(lists?.cases.filter(({ excuses }) => excuses.length > 0)).toHaveLength(1);
  expect(lists?.cases.filter(({ rules }) => rules.length > 0)).toHaveLength(12);
});

test('an answer is not kept if one of its cases holds masked text', () => {
  const id = 'add-animal.odd-names-answer' as RuleId;
  const kept = (text: string): number => {
    const experiment = { name: 'names' } as AnyExperiment;
    const body = { text, encoding: 'utf-8' };
    const one = { request: { body, headers: [] }, response: null };
    const recorded = new RecordedCases(() => one as unknown as RecordedExchange);
    recorded.remembering(experiment, {} as Setup);
    for (const path of [1, 2])
      recorded.note(carriedOut(experiment, path, 100, { holds: [id], inapplicable: [] }));
    return recorded.chosen([], [])[0]?.cases.length ?? 0;
  };
  expect(kept('{"name":"Ada"}')).toBe(2);
  expect(kept('{"name":"$ANIMAL_STORE_API_KEY"}')).toBe(0);
});

test('a case that went on as it did because of other cases is neither kept nor drawn', () => {
  const experiment = { name: 'herd' } as AnyExperiment;
  const recorded = new RecordedCases(() => listed);
  recorded.remembering(experiment, {} as Setup);
  const one = carriedOut(experiment, 1, 100, { holds: ['list-animals.filter'], inapplicable: [] });
  recorded.note({ ...one, leansOnOthers: true });
  expect(recorded.chosen([], [])).toEqual([]);
  expect(recorded.commitment).toEqual([{ name: 'herd', cases: ['0 1 -'] }]);
});

test.each([
  ['no case where a certificate is wanted', true, false],
  ['its cases where any run is to be judged again', 'of any run', true],
] as const)('a run that fails keeps %s', async (_, keepCases, areKept) => {
  const rules = allRules.filter(({ id }) => id.startsWith('get-animal.'));
  const faults = [faultNamed('listed-animal-not-found') ?? expect.fail()];
  const report = await runInMemory({ faults, rules, keepCases });
  expect([report.verdict, report.witnesses !== undefined]).toEqual(['not-conformant', areKept]);
});
