// A program may be a test in Jest, whose loader fails where two modules that share a third are loaded side by side. So what a
// run will want is there before it begins, loaded piece by piece. The command, which nobody loads so, takes what it needs.
let loading: Promise<void> | undefined;

export const loaded = (): Promise<void> => (loading ??= load());

async function load(): Promise<void> {
  await import('../../../suites/index.js');
  await import('../../judge/run/start-run.js');
  await import('../../judge/run/shard.js');
  await import('../../certify/baseline/parse.js');
  await import('../../proof/failure-signatures/index.js');
  await import('../../report/index.js');
  await import('../configuration/baseline.js');
  await import('../configuration/tls.js');
  await import('./everything.js');
}
