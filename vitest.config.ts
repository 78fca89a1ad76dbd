import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// No machine is that slow: only what hangs meets this bound, so no test has one of its own.
const hangs = 600_000;

/** Processes, sockets and files of a whole run, or many runs. */
const runs = [
  'lib/api/configuration/tls.test.ts',
  'lib/api/reports/{history,tampered}.test.ts',
  'lib/certify/verification/{random-changes,verify}.test.ts',
  'lib/cli/commands/{commands,completion,merge}.test.ts',
  'lib/cli/commands/{certify/issue,compare/compare,init/init}.test.ts',
  'lib/cli/whole-runs/**/*.test.ts',
  'lib/http/curl.test.ts',
  'lib/judge/failures/circumstances.test.ts',
  'lib/judge/run/{cut-short,no-answer,outages/retried-alone}.test.ts',
  'lib/judge/recorded-cases/{forms-of-keys,re-evaluate}.test.ts',
  'lib/report/{files/files,page/page,test-file/golden}.test.ts',
  'suites/{altered-names,budgets,excuses,observations,rules,silence,undecided}.test.ts',
];

/**
 * What takes longer than all others together, and CI runs: stores and limits over many runs, hostile networks, servers
 * and fronts of others, whole ways of users, the page in a browser, and what pipelines and releases run, step by step.
 * Of each of them, `npm test` runs something smaller.
 */
const slow = [
  'lib/api/configuration/production.test.ts',
  'lib/bench/bench.test.ts',
  'lib/certify/verification/{contradictions,cut-out,hostile,members}.test.ts',
  'lib/cli/commands/plan/plan.test.ts',
  'lib/cli/whole-runs/{bounds,changed-contract,doors,new-operation,shards-of-vitest}.test.ts',
  'lib/cli/whole-runs/commands/{baseline,certify,compare,guide,other-tools,proof,replay,replay-many,vitest-test,watch}.test.ts',
  'lib/cli/whole-runs/files/{every-file,hostile-content,key-leaks,large-reports,reproducible}.test.ts',
  'lib/cli/whole-runs/targets/*.test.ts',
  'lib/http/hostile.test.ts',
  'lib/in-memory/{own-limits,unanswered}.test.ts',
  'lib/proof/{added,bad-line,one-class,shards,together}.test.ts',
  'lib/proof/failure-signatures/causes-of-runs.test.ts',
  'lib/proof/foreign/{frameworks,kit}.test.ts',
  'lib/{certify/matrix,report/page}/browser.test.ts',
  'lib/testing/pipelines/{action,gitlab,kubernetes,npm-version}.test.ts',
  'suites/{disguise,later-runs,live-stores,long-names,narrow-defects,readings,runs}.test.ts',
];

/** Of what these do for many values, `npm test` does some: see `oneIn` in `lib/proof/sample.ts`. */
const often = [
  'lib/http/pacing/pace.test.ts',
  'lib/judge/recorded-cases/{forms-of-keys,said-of-others}.test.ts',
  'lib/judge/run/outages/retried-alone.test.ts',
  'lib/proof/{quick,replays}.test.ts',
  'suites/{limited,observations,rules,undecided}.test.ts',
];

/** `npm test` asks for all but the slow ones under one name: each project has workers of its own, which import anew. */
const areJoined = process.argv.some((word) => /^(--project=)?tests$/.test(word));

/** With -u, the proof records what else fails, for which it has to run everything. */
const isWholeProof = process.argv.some((word) => word === '-u' || word === '--update');

// Every core works, and one worker more, as some tests wait: vitest itself would leave one core idle.
const shared = {
  pool: 'threads' as const,
  isolate: false,
  environment: 'node' as const,
  // A style that is imported as text: vitest would take every style for empty.
  css: { include: /\?raw$/ },
  setupFiles: ['lib/proof/steady-chance.ts'],
  maxWorkers: availableParallelism() + 1,
  testTimeout: hangs,
  hookTimeout: hangs,
  teardownTimeout: hangs,
};

const all = ['lib/**/*.test.ts', 'suites/**/*.test.ts'];
const elsewhere = [...slow, '**/node_modules/**'];
const proof = isWholeProof ? { PROOF: 'whole' } : {};

const joined = [
  {
    test: {
      ...shared,
      name: 'tests',
      include: all,
      exclude: elsewhere,
      env: proof,
      globalSetup: ['lib/testing/built.ts'],
    },
  },
];

const apart = [
  {
    test: {
      ...shared,
      name: 'kit',
      include: all,
      exclude: ['lib/proof/**', ...runs, ...elsewhere],
    },
  },
  {
    test: {
      ...shared,
      name: 'runs',
      include: runs,
      exclude: slow,
      globalSetup: ['lib/testing/built.ts'],
    },
  },
  {
    test: {
      ...shared,
      name: 'proof',
      include: ['lib/proof/**/*.test.ts'],
      exclude: slow,
      env: proof,
    },
  },
];

// The kit's own tests, its whole runs, the proof that every check can fail, and the contract's rules against a target.
export default defineConfig({
  test: {
    projects: [
      ...(areJoined ? joined : apart),
      {
        test: {
          ...shared,
          name: 'slow',
          include: [...slow, ...often],
          env: { OFTEN: 'yes' },
          globalSetup: ['lib/testing/built.ts'],
        },
      },
      {
        // One worker and one run: the rules share the animals that are added, and their order is the engine's.
        test: {
          ...shared,
          name: 'conformance',
          include: ['lib/vitest/suites/*.conformance.ts'],
          globalSetup: ['lib/vitest/setup.ts'],
          fileParallelism: false,
          maxWorkers: 1,
        },
      },
    ],
  },
});
