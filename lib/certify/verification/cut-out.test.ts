// A vendor whose server fails removes the failures, adjusts all counts and signs: how many of 17 servers then pass as
// conformant. They are an even selection from the faults that break what the contract states.
import { expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { loadContract } from '../../contract/contract.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { countsOf, summaryOf, verdictsOf } from '../../judge/result/verdict.js';
import { drawn } from '../../judge/recorded-cases/draw.js';
import { faultNamed } from '../../reference/index.js';
import { issuedFor } from '../../testing/certificates/issued.js';

/** The faults are listed by name, so that a new fault does not change the figures. */
const chosen = [
  'added-id-one-too-high',
  'listed-without-id',
  'default-limit-none',
  'no-status-found-by-every-filter',
  'added-id-null',
  'name-without-double-quotes',
  'ids-by-chance-up-to-1000',
  'empty-object-taken',
  'category-beyond-every-double-taken',
  'fetched-category-rounded',
  'unknown-id-within-53-bits-500',
  'message-without-markdown',
  'message-key-any-header',
  'valid-key-403-for-sold-add',
  'wrong-key-500',
  'key-not-checked-with-query',
  'code-a-number',
];

const whole = {
  contract: loadContract(),
  rules: allRules,
  scope: { full: true, readOnly: false, only: [], shard: null },
};

function cutOut(found: Report): Report {
  const { causes: _, ...report } = found;
  const rules = report.rules.map((rule): RuleResult =>
    rule.outcome === 'failed' ? { ...rule, outcome: 'passed', failures: [], reason: null } : rule,
  );
  const { scope, strict, interrupted } = report.run;
  const judged = { rules, scope, strict, interrupted };
  const verdicts = verdictsOf(judged, report.target.quickstartBaseUrl !== null);
  return {
    ...report,
    ...verdicts,
    rules,
    counts: countsOf(rules, strict),
    summary: summaryOf({ ...judged, ...verdicts, targetName: report.target.name }),
  };
}

interface Tried {
  readonly name: string;
  /** Nothing is found wrong with the trimmed report. */
  readonly passes: boolean;
  /** Nothing is found wrong even if the kit was changed to draw a case for the removed failure too. */
  readonly passesDrawn: boolean;
  /** Nothing is found wrong except what the draw shows. */
  readonly passesUndrawn: boolean;
}

async function tried(name: string): Promise<Tried> {
  const fault = faultNamed(name);
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  const broken = new Set<string>();
  const issued = await issuedFor(whole, {
    faults: [fault],
    onCase: ({ experiment, at, breaks }) => {
      for (const id of breaks) broken.add(`${id} ${experiment.name} ${at.stream} ${at.path}`);
    },
  });
  const { report } = issued;
  const failed = report.rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  const { problems } = await issued.verify(issued.filesOf(cutOut(report)));
  const lines = drawn(
    report.witnesses?.commitment ?? [],
    allRules.filter(({ id, form }) => form === 'cases' && failed.includes(id)),
  );
  const isHit = [...lines].some(([id, { experiment, stream, path }]) =>
    broken.has(`${id} ${experiment} ${stream} ${path}`),
  );
  const others = problems.filter(({ message }) => !message.endsWith('is missing.'));
  return {
    name,
    passes: problems.length === 0,
    passesUndrawn: problems.every(({ message }) => message.includes('that was drawn')),
    passesDrawn: others.length === 0 && !isHit,
  };
}

test('hardly any failed run passes once its failures were cut out', async () => {
  const all: Tried[] = [];
  for (const name of chosen) all.push(await tried(name));
  const named = (passes: (one: Tried) => boolean): readonly string[] =>
    all.filter(passes).map(({ name }) => name);
  // By chance, the case that was drawn for the failed rule is present and was correct: it belongs to another rule. The
  // guide has the figures of one day; which servers these are changes with each new case.
  const passes = named((one) => one.passes);
  expect(passes.length).toBeLessThanOrEqual(2);
  // No file can prove this: the vendor has all responses, and few of them were wrong.
  expect(named(({ passesDrawn }) => passesDrawn).length).toBeLessThanOrEqual(5);
  // Without the draw these would pass too, so the draw is of use; most are shown by the cases of other rules.
  const undrawn = named(({ passesUndrawn }) => passesUndrawn);
  expect(undrawn.length).toBeGreaterThan(passes.length);
  expect(undrawn.length).toBeLessThanOrEqual(6);
});
