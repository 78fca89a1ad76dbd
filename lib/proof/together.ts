// Tries several faults in one run. They belong to different parts of the contract, and no rule is known to fail with
// two of them, so that each failed rule shows which fault it caught. Faults that disturb each other are tried
// separately.
import { faultsByPart, type Fault } from '../reference/index.js';
import { runInMemory } from '../in-memory/in-memory.js';
import { expectedOf } from './also-fails/index.js';
import { failedIn, alsoFailsProblems, proveFault, verdictProblem, type Proven } from './prove.js';
import { selfContradictions } from './later.js';

/** With five, one group in eight has to be tried apart; with four, one in fifteen. */
const most = 4;
/** A fault that fails more rules than this hides what others do. */
const mostRules = 12;

interface Group {
  readonly faults: Fault[];
  readonly parts: Set<string>;
  readonly rules: Set<string>;
}

export function groupsOf(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const partOf = new Map(
    Object.entries(faultsByPart).flatMap(([part, own]) => own.map((fault) => [fault, part])),
  );
  const groups: Group[] = [];
  for (const fault of faults) {
    const rules = mayFailWith(fault);
    const part = partOf.get(fault) ?? '';
    const fits = (group: Group): boolean =>
      group.faults.length < most &&
      group.rules.size <= mostRules &&
      !group.parts.has(part) &&
      rules.every((id) => !group.rules.has(id));
    const group = rules.length > mostRules ? undefined : groups.find(fits);
    if (group) {
      group.faults.push(fault);
      group.parts.add(part);
      for (const id of rules) group.rules.add(id);
    } else groups.push({ faults: [fault], parts: new Set([part]), rules: new Set(rules) });
  }
  return groups.map((group) => group.faults);
}

const mayFailWith = (fault: Fault): readonly string[] => {
  const { fails, mayFail } = expectedOf(fault);
  return [...fails, ...mayFail];
};

/** Halves the group until what fails is explained by its faults alone. */
export async function proveTogether(
  faults: readonly Fault[],
  seed: number,
): Promise<readonly Proven[]> {
  const [first] = faults;
  if (faults.length === 1 && first) return [await proveAlone(first, seed)];
  const failed = await failedWith(faults, seed);
  if (failed) return faults.map((fault) => provenBy(fault, failed));
  const middle = Math.ceil(faults.length / 2);
  return [
    ...(await proveTogether(faults.slice(0, middle), seed)),
    ...(await proveTogether(faults.slice(middle), seed)),
  ];
}

async function proveAlone(fault: Fault, seed: number): Promise<Proven> {
  const proven = await proveFault(fault, seed);
  return { ...proven, problems: [...proven.problems, ...alsoFailsProblems(fault, proven.failed)] };
}

/** The rules that fail with these faults, if they are just those that are expected of each. */
async function failedWith(
  faults: readonly Fault[],
  seed: number,
): Promise<readonly string[] | undefined> {
  const report = await runInMemory({ faults, seed }).catch(() => undefined);
  if (!report || selfContradictions(report).length > 0) return undefined;
  const failed = failedIn(report);
  const expected = new Set(faults.flatMap(mayFailWith));
  const isExplained = failed.every((id) => expected.has(id));
  const areCaught = faults.every((fault) =>
    expectedOf(fault).fails.every((id) => failed.includes(id)),
  );
  const isJudged = verdictProblem(report) === undefined;
  return isExplained && areCaught && isJudged ? failed : undefined;
}

function provenBy(fault: Fault, failed: readonly string[]): Proven {
  const own = mayFailWith(fault);
  return { name: fault.name, failed: failed.filter((id) => own.includes(id)), problems: [] };
}
