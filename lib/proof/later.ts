// Every run after the first: what earlier runs left in the store, and odd animals of other people, must not make a
// correct server look wrong, nor hide more than they have to.
import { withoutRecordedCase, wronglyListed } from '../certify/certificate/provable.js';
import { reportProblems } from '../certify/verification/report-checks.js';
import { loadLedger } from '../contract/ledger.js';
import { statuses } from '../contract/facts.js';
import { jsonText } from '../contract/values/values.js';
import { reportJson } from '../report/files/json.js';
import { startRun, type RunStart } from '../judge/run/start-run.js';
import type { Report, RuleResult } from '../judge/result/report.js';
import type { Variant } from '../reference/index.js';
import { allRules } from '../../suites/index.js';
import { reEvaluated } from '../judge/recorded-cases/re-evaluate.js';

interface Later {
  readonly failed: readonly string[];
  readonly problems: readonly string[];
}

const partial = { full: false, readOnly: false, only: [], shard: null } as const;

/** The first run and the same one again, or each kind of later run too. */
export type Runs = 'two' | 'all';

/** The runs after the first one, in this order. The first of them uses the same seed, as `verify --rerun` does. */
const laterRuns = ({ seed }: RunStart, runs: Runs): Readonly<Record<string, Partial<RunStart>>> =>
  runs === 'two'
    ? { 'the same run again': { seed } }
    : {
        'the same run again': { seed, keepCases: true },
        'a run that only reads': { seed: seed + 1, scope: { ...partial, readOnly: true } },
        'a quick run': { seed: seed + 2, effort: 'quick', scope: partial },
      };

export async function provenLater(
  variants: readonly Variant[],
  target: RunStart,
  first: Report,
  runs: Runs,
): Promise<Later> {
  const may = new Set(variants.flatMap((variant) => variant.mayFail ?? []));
  const problems: string[] = [];
  const failed = new Set<string>();
  const look = async (what: string, report: Report): Promise<void> => {
    for (const { id, outcome } of report.rules) if (outcome === 'failed') failed.add(id);
    problems.push(
      ...accusationsIn(report, may).map((complaint) => `${what}: ${complaint}`),
      ...(await contradictionsIn(report)).map((complaint) => `${what}: ${complaint}`),
    );
  };
  await addOddAnimals(target, runs);
  // Animals that others added have reached every replica when the next run begins.
  await target.clock.sleep(arrivedMs);
  for (const [what, options] of Object.entries(laterRuns(target, runs))) {
    const report = await startRun({ ...target, ...options, salt: what });
    await look(what, report);
    if (report.run.scope.full)
      problems.push(...lostIn(first, report, may).map((id) => `${what}: ${id}`));
  }
  return { failed: [...failed], problems };
}

/** Runs that send only some of all cases have not learned what a whole run learns on the way. */
const limitedRuns: Readonly<Record<string, Partial<RunStart>>> = {
  'a first run that is quick': { effort: 'quick', scope: partial },
  'a first run of 300 requests': { limits: { maxRequests: 300 } },
  'a first run of 1,000 requests': { limits: { maxRequests: 1_000 } },
};

/**
 * The stated rules that a limited run fails, each at a store of its own. A warning may rest on what no request is left to
 * look at.
 */
export async function accusedWhenLimited(newTarget: () => RunStart): Promise<readonly string[]> {
  const accusations: string[] = [];
  for (const [what, options] of Object.entries(limitedRuns)) {
    const { rules } = await startRun({ ...newTarget(), ...options, salt: what });
    const accused = rules.filter(({ kind, outcome }) => kind === 'stated' && outcome === 'failed');
    accusations.push(...accused.map(({ id, failures }) => `${what}: ${id}, ${failures[0]?.cause}`));
  }
  return accusations;
}

const isAccused = ({ id, kind, outcome }: RuleResult, may: ReadonlySet<string>): boolean =>
  (outcome === 'failed' && (kind === 'stated' || !may.has(id))) ||
  (outcome === 'cantTell' && kind === 'stated');

const accusationsIn = ({ rules }: Report, may: ReadonlySet<string>): readonly string[] =>
  rules
    .filter((rule) => isAccused(rule, may))
    .map(
      ({ id, outcome, failures, reason }) => `${id} ${outcome}, ${failures[0]?.cause ?? reason}`,
    );

/**
 * The contradictions that a verifier of the report, and of the cases that it holds, would find. For a certificate, each
 * rule that passed needs such a case.
 */
export async function contradictionsIn(
  report: Report,
  { certifiable = false } = {},
): Promise<readonly string[]> {
  if (!report.witnesses) return selfContradictions(report);
  const again = await reEvaluated(report, allRules);
  const { contradictions } = again;
  return [
    ...wronglyListed(report, again),
    ...(certifiable ? withoutRecordedCase(report, again) : []).map(
      (id) => `${id} has no kept case that bears it out`,
    ),
    ...contradictions.map(
      ({ rule, where, why }) => `${rule} does not hold when judged again (${where}): ${why}`,
    ),
    ...selfContradictions(report),
  ];
}

/** The contradictions that a verifier of the report would find. */
export const selfContradictions = (report: Report): readonly string[] =>
  reportProblems(JSON.parse(reportJson(report)) as Report, loadLedger()).map(
    ({ message }) => message,
  );

/**
 * Rules that passed at first and are no longer judged, although nothing in the store is named as the reason. Where lists
 * hide animals at random, it is chance whether a rule about them is judged.
 */
function lostIn(first: Report, later: Report, may: ReadonlySet<string>): readonly string[] {
  const now = new Map(later.rules.map((rule) => [rule.id, rule]));
  return first.rules
    .filter(({ id, kind, outcome }) => kind !== 'open' && outcome === 'passed' && !may.has(id))
    .flatMap(({ id }) => {
      const { outcome, because, reason } = now.get(id) ?? {};
      // If a target refuses long requests, it is chance which cases are short enough.
      const isOfOthers = reason?.startsWith('other clients add animals meanwhile') === true;
      const isSaid = outcome === 'inapplicable' && (because !== undefined || isOfOthers);
      // One that fails is judged; whether it may fail is looked at apart.
      return outcome === 'passed' || outcome === 'failed' || isSaid
        ? []
        : [`${id} was passed, and is ${outcome}: ${reason}`];
    });
}

/** No legal server takes longer to show an animal. */
const arrivedMs = 40_000;

/** Names that an earlier kit gave, names that imitate its marks, and names that are odd in other ways. */
const oddNames = [
  '',
  ' ',
  'null',
  'undefined',
  'None',
  '[object Object]',
  'conformance 1 1a2b3c4d twin',
  'Rex conformance-00000000000000000000b',
  'conformance-',
  `conformance 7 ${'n'.repeat(10_000)}`,
  '\u202e\u0000<script>',
];

/** Takes as long to read as hundreds of animals, so it is in the company of all runs only. */
const longestName = 'n'.repeat(200_000);

/** Adds odd animals. Those that the target refuses are simply not there. */
async function addOddAnimals({ transport, key, target }: RunStart, runs: Runs): Promise<void> {
  const { pathname } = new URL(target.baseUrl);
  const names = [...oddNames, ...oddNames, ...(runs === 'all' ? [longestName] : [])];
  for (const [index, name] of names.entries())
    await transport.send({
      method: 'POST',
      path: `${pathname}/pets`,
      headers: [
        ['Authorization', `Bearer ${key}`],
        ['Content-Type', 'application/json'],
      ],
      body: jsonText({ name, categoryId: BigInt(index % 3) + 1n, status: statuses[index % 3] }),
    });
}
