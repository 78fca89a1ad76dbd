// Finds out before the workers start which rules this vitest run selects by its own names, files and shards, so that
// the run sends only what those rules need.
import type { TestProject } from 'vitest/node';
import { suites } from '../../suites/index.js';
import { testName } from './test-name.js';

export default async function setup(project: TestProject): Promise<void> {
  const { vitest } = project;
  // The words that were typed after `vitest run`, which vitest's types do not have.
  const { filenamePattern } = vitest as { readonly filenamePattern?: string[] };
  const all = (await vitest.globTestSpecifications(filenamePattern)).filter(
    (specification) => specification.project.name === project.name,
  );
  const { shard, testNamePattern, sequence } = vitest.config;
  const files = shard ? await new sequence.sequencer(vitest).shard(all) : all;
  const chosenSuites = Object.keys(suites).filter((suite) =>
    files.some(({ moduleId }) => moduleId.includes(`/${suite}.conformance.`)),
  );
  const ids = chosenSuites.flatMap((suite) =>
    (suites[suite] ?? [])
      .map(({ id }) => id)
      .filter((id) => !testNamePattern || testNamePattern.test(`${suite} ${testName(id)}`)),
  );
  const rules = Object.values(suites).flat();
  // Rules over every exchange judge the requests of each shard, wherever their suite is.
  const guests =
    shard && !testNamePattern
      ? rules
          .filter((rule) => rule.form === 'exchanges' && !ids.includes(rule.id))
          .map(({ id }) => id)
      : [];
  const host = chosenSuites[0];
  project.provide('conformanceRules', ids.length === rules.length ? null : [...ids, ...guests]);
  project.provide(
    'conformanceGuests',
    host === undefined || guests.length === 0 ? null : { host, ids: guests },
  );
}
