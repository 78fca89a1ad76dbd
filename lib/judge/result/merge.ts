// Merges the reports of all shards into the one report of their run. Pure: reports that do not belong together are
// refused, nothing is judged again, and everything that can be counted is counted over all parts.
import { inLedgerOrder, loadLedger } from '../../contract/ledger.js';
import { mergeLatency } from './merge-latency.js';
import { mergeRule } from './merge-rules.js';
import { numbered } from './numbered.js';
import { samplesPerRule } from './of-a-rule.js';
import type { RecordedExchange, Report, RuleResult, Scope } from './report.js';
import { isFull } from './scope.js';
import { concluded } from './verdict.js';

/** These reports are not the parts of one run. The message says why, and what to do. */
export class CannotMerge extends Error {
  override readonly name = 'CannotMerge';
}

export function mergeReports(reports: readonly Report[]): Report {
  const parts = inOrder(reports);
  const [first] = parts;
  if (!first)
    throw new CannotMerge('There is nothing to merge: specify the report.json of each shard.');
  for (const part of parts) expectSameRun(first, part);
  const asOne = onOneTimeline(parts.map(withoutKnown));
  const rules = mergedRules(asOne);
  expectEveryRule(first, rules);
  const { strict, effort } = first.run;
  const { budget: _, ...ofOne } = first.run.scope;
  const budget = budgetOf(parts);
  const cut = { ...ofOne, ...(budget === undefined ? {} : { budget }), shard: null };
  const scope: Scope = { ...cut, full: isFull(cut, effort) };
  const interrupted = parts.some(({ run }) => run.interrupted);
  const conclusion = concluded({ rules, scope, strict, interrupted }, first.target);
  const sum = (count: (run: Report['run']) => number): number =>
    parts.reduce((total, { run }) => total + count(run), 0);
  const delays = parts.flatMap(({ run }) =>
    run.visibleAfterMs === null ? [] : [run.visibleAfterMs],
  );
  // Causes are found anew, because they concern all failures together.
  const { causes: __, ...rest } = first;
  // The baseline is applied later, to the merged report.
  const { baseline: ___, ...run } = first.run;
  return numbered({
    ...rest,
    ...conclusion,
    run: {
      ...run,
      scope,
      startedAt: new Date(Math.min(...parts.map(startOf))).toISOString(),
      durationMs: Math.max(...parts.map(({ run }) => run.durationMs)),
      exchanges: sum((run) => run.exchanges),
      writes: sum((run) => run.writes),
      throttled: sum((run) => run.throttled),
      created: parts.flatMap(({ run }) => run.created),
      visibleAfterMs: delays.length === 0 ? null : Math.max(...delays),
      interrupted,
      warnings: [...new Set(parts.flatMap(({ run }) => run.warnings))],
      ...outagesOf(parts),
    },
    rules,
    observations: inLedgerOrder(parts.flatMap((part) => part.observations)),
    samples: bounded(asOne.flatMap((part) => part.samples)),
    latency: mergeLatency(parts.flatMap((part) => part.latency)),
  }).report;
}

/** The report without what a baseline said of its failures. */
const withoutKnown = (report: Report): Report => ({
  ...report,
  rules: report.rules.map((rule) => ({
    ...rule,
    failures: rule.failures.map((failure) => {
      const { known: _, wasKnown: __, ...found } = failure;
      return found;
    }),
  })),
});

/** The budgets of all parts together; how many seconds any of them had, as they may run side by side. */
function budgetOf(parts: readonly Report[]): Scope['budget'] {
  const budgets = parts.flatMap(({ run }) => run.scope.budget ?? []);
  if (budgets.length === 0) return undefined;
  const all = (name: keyof NonNullable<Scope['budget']>): readonly number[] =>
    budgets.flatMap((budget) => budget[name] ?? []);
  const sum = (numbers: readonly number[]): number =>
    numbers.reduce((total, number) => total + number, 0);
  return {
    ...(all('maxRequests').length > 0 && { maxRequests: sum(all('maxRequests')) }),
    ...(all('maxWrites').length > 0 && { maxWrites: sum(all('maxWrites')) }),
    ...(all('withinSeconds').length > 0 && { withinSeconds: Math.max(...all('withinSeconds')) }),
  };
}

function outagesOf(parts: readonly Report[]): Pick<Report['run'], 'outages'> {
  const outages = parts.flatMap(({ run }) => run.outages ?? []);
  return outages.length === 0 ? {} : { outages };
}

/** The parts by number, each of which must be there exactly once. */
function inOrder(reports: readonly Report[]): readonly Report[] {
  const parts = reports.map((report) => ({ report, shard: report.run.scope.shard }));
  for (const { shard } of parts)
    if (!shard)
      throw new CannotMerge(
        'One of the reports is from a whole run, not from a shard: only reports of runs with --shard can be merged.',
      );
  const [of = 0, ...others] = new Set(parts.map(({ shard }) => shard?.of ?? 0));
  if (others.length > 0)
    throw new CannotMerge(
      `The reports belong to different splits (into ${[of, ...others].join(' and ')} shards): merge reports from one split.`,
    );
  const numbers = parts.map(({ shard }) => shard?.index ?? 0);
  const doubled = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (doubled !== undefined)
    throw new CannotMerge(`Shard ${doubled} of ${of} is specified twice: specify each shard once.`);
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter(
    (number) => !numbers.includes(number),
  );
  if (missing.length > 0)
    throw new CannotMerge(
      `${missing.length === 1 ? `Shard ${missing[0]} of ${of} is` : `Shards ${missing.join(', ')} of ${of} are`} missing: a verdict on the whole needs every part.`,
    );
  return parts
    .sort((one, other) => (one.shard?.index ?? 0) - (other.shard?.index ?? 0))
    .map(({ report }) => report);
}

const shown = (value: string | null): string => value ?? 'none';
const scopeOf = ({ readOnly, only, exclude = [] }: Scope): string =>
  [
    readOnly ? 'read-only' : '',
    ...[...only].sort(),
    ...[...exclude].sort().map((pattern) => `without ${pattern}`),
  ]
    .filter((word) => word !== '')
    .join(' ') || 'everything';

/** The members in which all parts must agree, with their names and the remedies. */
const alike: readonly {
  readonly what: string;
  readonly of: (report: Report) => string;
  readonly remedy: string;
}[] = [
  {
    what: 'the contract',
    of: ({ contract }) => contract.digest,
    remedy: 'run every shard with the same kit',
  },
  {
    what: 'the version of the kit',
    of: ({ kit }) => `${kit.name} ${kit.version}`,
    remedy: 'run every shard with the same kit',
  },
  {
    what: 'the digest of the kit',
    of: ({ kit }) => kit.digest,
    remedy: 'run every shard with the same kit',
  },
  {
    what: 'the name of the target',
    of: ({ target }) => target.name,
    remedy: 'run every shard against one target',
  },
  {
    what: 'the address of the target',
    of: ({ target }) => addressOf(target.name, target.baseUrl),
    remedy: 'run every shard against one address',
  },
  {
    what: 'the command that leads to the target',
    of: ({ target: { again } }) => again?.join(' ') ?? 'none',
    remedy: 'run every shard with the same --start',
  },
  {
    what: 'the address of the quickstart',
    of: ({ target }) =>
      shown(
        target.quickstartBaseUrl === null ? null : addressOf(target.name, target.quickstartBaseUrl),
      ),
    remedy: 'run every shard with the same --quickstart',
  },
  {
    what: 'the seed',
    of: ({ run }) => String(run.seed),
    remedy: 'run every shard with the same --seed',
  },
  {
    what: 'the effort',
    of: ({ run }) => run.effort,
    remedy: 'run every shard with the same --effort',
  },
  {
    what: 'the number of wrong keys',
    of: ({ run }) => (run.scope.fewKeys ? 'few' : 'all'),
    remedy: 'run every shard with the same --wrong-keys',
  },
  {
    what: 'the strictness',
    of: ({ run }) => (run.strict ? 'strict' : 'not strict'),
    remedy: 'run all shards with --strict, or none',
  },
  {
    what: 'the --as-of date',
    of: ({ run }) => run.asOf,
    remedy: 'run every shard with the same --as-of',
  },
  {
    what: 'the scope',
    of: ({ run }) => scopeOf(run.scope),
    remedy: 'run every shard with the same --only, --exclude and --read-only',
  },
];

function expectSameRun(first: Report, part: Report): void {
  for (const { what, of, remedy } of alike) {
    if (of(first) !== of(part))
      throw new CannotMerge(
        `${shardName(part)} is not from the same run as ${shardName(first)}: ${what} differs (${of(part)} instead of ${of(first)}). Merge shards of one run: ${remedy}.`,
      );
  }
}

const shardName = ({ run: { scope } }: Report): string =>
  `Shard ${scope.shard?.index} of ${scope.shard?.of}`;

/** The embedded reference server gets another free port each time; it is the same server for the same kit. */
const addressOf = (name: string, address: string): string =>
  name === 'reference' ? new URL(address).pathname : address;

const startOf = ({ run }: Report): number => Date.parse(run.startedAt);

/** Numbers the exchanges as if the parts were one run, so that each number names a single exchange. */
function onOneTimeline(parts: readonly Report[]): readonly Report[] {
  const start = Math.min(...parts.map(startOf));
  let before = 0;
  return parts.map((part) => {
    const [numbers, ms] = [before, startOf(part) - start];
    before += part.run.exchanges;
    const moved = (one: RecordedExchange): RecordedExchange => ({
      ...one,
      number: one.number + numbers,
      startedMs: one.startedMs + ms,
    });
    const rules = part.rules.map((rule) => ({
      ...rule,
      failures: rule.failures.map((failure) => ({
        ...failure,
        exchanges: failure.exchanges.map(moved),
      })),
    }));
    return { ...part, rules, samples: part.samples.map(moved) };
  });
}

function mergedRules(parts: readonly Report[]): readonly RuleResult[] {
  const byId = new Map<string, RuleResult[]>();
  for (const result of parts.flatMap((part) => part.rules))
    byId.set(result.id, [...(byId.get(result.id) ?? []), result]);
  return inLedgerOrder([...byId.values()].map(mergeRule));
}

/** Refuses parts from which rules were lost. */
function expectEveryRule({ run }: Report, rules: readonly RuleResult[]): void {
  if (run.scope.only.length > 0 || run.scope.exclude !== undefined) return;
  const there = new Set(rules.map(({ id }) => id));
  const lost = loadLedger().rules.filter(({ id }) => !there.has(id));
  if (lost.length > 0)
    throw new CannotMerge(
      `The parts have no result for ${lost.length === 1 ? `the rule ${lost[0]?.id}` : `${lost.length} of the rules, such as ${lost[0]?.id}`}: they are not the complete reports of their runs.`,
    );
}

function bounded(samples: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const counts = new Map<string | null, number>();
  return samples.filter(({ rule }) => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    return count <= samplesPerRule;
  });
}
