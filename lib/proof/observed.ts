// Do the observations tell a legal server from the plain one by just the choices that it makes?
import type { Report } from '../judge/result/report.js';
import type { Variant } from '../reference/index.js';
import { runInMemory } from '../rehearsal/in-memory.js';
import { tellingOf } from './fingerprint.js';

/** Of a server with one choice, or none: observations that differ from the plain server's but should not, or the reverse. */
export async function wronglyObserved(
  variant: Variant | undefined,
  report: Report,
  seed: number,
): Promise<readonly string[]> {
  const name = variant?.name ?? 'the correct server';
  const differ = differences(await plain(seed), report);
  const should = tellingOf[variant?.name ?? ''] ?? [];
  return [
    ...should
      .filter((id) => !differ.includes(id))
      .map((id) => `${id} should be observed otherwise for ${name}, but is not`),
    ...differ
      .filter((id) => !should.some((one) => one === id))
      .map((id) => `${id} is observed otherwise for ${name}, but should not be`),
  ];
}

/** What one of them could not answer is no difference. */
function differences(one: Report, other: Report): readonly string[] {
  const answers = new Map(other.observations.map(({ id, answer }) => [id, answer]));
  return one.observations.flatMap(({ id, answer }) =>
    answers.has(id) && answers.get(id) !== answer ? [id] : [],
  );
}

const plainReports = new Map<number, Promise<Report>>();

function plain(seed: number): Promise<Report> {
  const report = plainReports.get(seed) ?? runInMemory({ seed });
  plainReports.set(seed, report);
  return report;
}
