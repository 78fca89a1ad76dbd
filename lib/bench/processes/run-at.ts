// Runs all rules over real sockets against a server in another process, as the benchmark does.
import { allRules } from '../../../suites/index.js';
import type { Effort, Report } from '../../judge/result/report.js';
import { startRun, type RunStart } from '../../judge/run/start-run.js';
import { realClock } from '../../http/pacing/clock.js';
import { openTransport } from '../../http/sockets/transport.js';
import { usual } from '../../in-memory/usual.js';
import type { Served } from './server.js';

export interface RunAtOptions extends Partial<
  Pick<RunStart, 'rules' | 'onExchange' | 'concurrency' | 'casesTimes'>
> {
  readonly effort?: Effort;
}

export async function runAt(
  { url, quickstartUrl, key }: Served,
  { effort = 'standard', rules = allRules, ...others }: RunAtOptions = {},
): Promise<Report> {
  const transport = await openTransport({
    baseUrl: url,
    ...(others.concurrency === undefined ? {} : { connections: others.concurrency }),
  });
  try {
    return await startRun({
      ...usual,
      rules,
      populating: rules === allRules ? usual.populating : [],
      target: {
        name: 'benchmark',
        baseUrl: url,
        quickstartBaseUrl: rules === allRules ? quickstartUrl : null,
      },
      key,
      transport,
      clock: realClock,
      effort,
      scope: { full: effort !== 'quick', readOnly: false, only: [], shard: null },
      asOf: '2026-01-01',
      ...others,
    });
  } finally {
    await transport.close();
  }
}
