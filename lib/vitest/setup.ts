// Before the workers start: which rules does this vitest run ask for? Names, files and shards are vitest's own; the
// run then sends only what those rules need.
import type { TestProject } from 'vitest/node';
import { suites } from '../../suites/index.js';
import { testName } from './test-name.js';

export default async function setup(project: TestProject): Promise<void> {
  const { vitest } = project;
  // Not in vitest's types: what was typed behind `vitest run`.
  const { filenamePattern } = vitest as { readonly filenamePattern?: string[] };
  const all = (await vitest.globTestSpecifications(filenamePattern)).filter((specification) => specification.project.name === project.name);
  const { shard, testNamePattern, sequence } = vitest.config;
  const files = shard ? await new sequence.sequencer(vitest).shard(all) : all;
  const chosenSuites = Object.keys(suites).filter((suite) => files.some(({ moduleId }) => moduleId.includes(`/${suite}.conformance.`)));
  const ids = chosenSuites.flatMap((suite) => (suites[suite] ?? []).map(({ id }) => id).filter((id) => !testNamePattern || testNamePattern.test(`${suite} ${testName(id)}`)));
  const every = Object.values(suites).flat().length;
  project.provide('conformanceRules', ids.length === every ? null : ids);
}
