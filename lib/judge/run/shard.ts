// Splits the rules of one run over several machines: the same rules always into the same parts, whatever their order
// or the seed. Looks at rules and experiments only; sends nothing and knows no particular rule.
import { isSignal } from '../result/signals.js';
import { experiment, type AnyExperiment, type Rule } from '../rules/rule.js';
import type { Scope } from '../result/report.js';

type Shard = NonNullable<Scope['shard']>;

/**
 * The rules of one part. A rule is in exactly one part, together with those that share its experiments, so that no
 * request is sent twice for them; only the rules over every exchange are in each part, as they judge
 * what the others send there.
 */
export function shardOf(rules: readonly Rule[], { index, of }: Shard): readonly Rule[] {
  const parts = split(rules, of);
  const part = parts[index - 1];
  if (!part) throw new RangeError(`there is no part ${index} of ${of}`);
  if (of === 1) return rules;
  const here = new Set(part.flatMap((unit) => unit.experiments));
  const ids = new Set(part.flatMap((unit) => unit.ids));
  const chosen = rules.flatMap((rule): Rule[] => {
    if (rule.form !== 'exchanges') return ids.has(rule.id) ? [rule] : [];
    // Experiments without needs give it evidence in each shard; the others run in the shards that send them anyway.
    return [
      {
        ...rule,
        experiments: rule.experiments.filter((one) => needsNothing(one) || here.has(one)),
      },
    ];
  });
  return rules.some(fillsStore) ? withFullStore(chosen) : chosen;
}

/** Rules that stay together, by the experiments that they share. */
interface Unit {
  readonly ids: readonly string[];
  readonly experiments: readonly AnyExperiment[];
}

/** The heaviest unit first, each to the part that has the least so far. */
function split(rules: readonly Rule[], of: number): readonly (readonly Unit[])[] {
  const parts = Array.from({ length: of }, () => ({ weight: 0, units: [] as Unit[] }));
  const units = unitsOf(rules).map((unit) => ({
    unit,
    weight: weightOf(unit),
    name: nameOf(unit),
  }));
  units.sort((one, other) => other.weight - one.weight || (one.name < other.name ? -1 : 1));
  for (const { unit, weight } of units) {
    const lightest = parts.reduce((best, part) => (part.weight < best.weight ? part : best));
    lightest.units.push(unit);
    lightest.weight += weight;
  }
  return parts.map((part) => part.units);
}

function unitsOf(rules: readonly Rule[]): readonly Unit[] {
  // Full lists show what the other rules of their suite have added: such a suite looks at one store.
  const oneStore = new Set(rules.filter(fillsStore).map(suiteOf));
  const groups: { rules: Rule[]; experiments: Set<AnyExperiment> }[] = [];
  for (const rule of rules.filter(({ form }) => form !== 'exchanges')) {
    const joined = { rules: [rule], experiments: new Set(rule.experiments) };
    const belongs = (group: (typeof groups)[number]): boolean =>
      rule.experiments.some((one) => group.experiments.has(one)) ||
      (oneStore.has(suiteOf(rule)) &&
        group.rules.some((other) => suiteOf(other) === suiteOf(rule)));
    for (const group of groups.filter(belongs)) {
      joined.rules.push(...group.rules);
      for (const one of group.experiments) joined.experiments.add(one);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(joined);
  }
  const taken = new Set(groups.flatMap((group) => [...group.experiments]));
  const left = new Set(
    rules
      .flatMap((rule) => rule.experiments)
      .filter((one) => !taken.has(one) && !needsNothing(one)),
  );
  return [
    ...groups.map((group) => ({
      ids: group.rules.map(({ id }) => id),
      experiments: [...group.experiments],
    })),
    ...[...left].map((one) => ({ ids: [], experiments: [one] })),
  ];
}

const suiteOf = ({ id }: Rule): string => id.slice(0, id.indexOf('.'));
const nameOf = ({ ids, experiments }: Unit): string =>
  [...(ids.length > 0 ? ids : experiments.map((one) => one.name))].sort()[0] ?? '';
const needsNothing = ({ needs = [] }: AnyExperiment): boolean => needs.length === 0;

/** Roughly the time that it takes, in that of a plain experiment; its cases are only known when it runs. */
function weightOf({ experiments }: Unit): number {
  return experiments.reduce((sum, { stage, needs, populates }) => {
    if (populates) return sum; // Sent in every part: see `withFullStore`.
    // A sparse experiment runs alone; one over full lists has a hundred cases and more.
    return sum + (stage === 'sparse' || needs?.includes('population') ? 4 : 1);
  }, 1);
}

const fillsStore = ({ experiments }: Rule): boolean =>
  experiments.some((one) => one.needs?.includes('population'));

// If the store can be filled, these two experiments send what a whole run would have sent first; they judge nothing.
const someOfEach = experiment({
  name: 'an animal of each status, as in a whole run',
  stage: 'sparse',
  needs: ['writes', 'population'],
  cases: async (setup) => {
    try {
      await setup.oneOfEachStatus();
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown; // The rules that need an animal say why there is none.
    }
    return [];
  },
  send: () => Promise.resolve(undefined),
});
const fullStore = experiment({
  name: 'full lists, as in a whole run',
  stage: 'populated',
  needs: ['writes', 'population'],
  cases: () => [],
  send: () => Promise.resolve(undefined),
});

/** Many rules see more in a full store without needing one: they find it in each part as in a whole run. */
function withFullStore(rules: readonly Rule[]): readonly Rule[] {
  // This rule runs anyway wherever the store is filled, so that one more need changes nothing for it. The last one, as
  // others may look at a store in which a status is still missing.
  const carrier = rules.findLast(({ experiments }) =>
    experiments.some(({ needs = [] }) => needs.every((need) => need === 'writes')),
  );
  return rules.map((rule) =>
    rule === carrier
      ? { ...rule, experiments: [...rule.experiments, someOfEach, fullStore] }
      : rule,
  );
}
