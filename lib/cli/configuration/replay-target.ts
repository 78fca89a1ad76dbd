// Where a replay goes when no target is named: to the target of the report. A report is a file that anybody may have
// written, and the key is sent to the address in it: so it has to be an address of the user's own.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { UsageError } from '../io.js';
import type { RunValues } from '../arguments/run-flags.js';
import { describeKit } from '../package.js';
import { baseAddress, isLocal } from './address.js';
import { type Around, type Configuration, configure } from './configuration.js';
import { readSettings } from './settings.js';

export interface ReplayWanted {
  /** The target, where one is named. */
  readonly operand: string | undefined;
  readonly values: RunValues;
  /** The user named the report; else it was found in reports/. */
  readonly isNamed: boolean;
}

/** As the run of the report was configured, for the rule of one failure. */
export async function replayConfiguration(
  { report, result }: { readonly report: Report; readonly result: RuleResult },
  wanted: ReplayWanted,
  around: Around,
): Promise<Configuration> {
  const isElsewhere = wanted.operand !== undefined || wanted.values.start !== undefined;
  const { operand, values } = isElsewhere ? wanted : await targetOf(report, wanted, around);
  const configuration = await configure(
    {
      ...values,
      only: [result.id],
      seed: report.run.seed,
      effort: report.run.effort,
      'as-of': values['as-of'] ?? report.run.asOf,
    },
    operand,
    around,
  );
  if (report.kit.digest === describeKit().digest) return configuration;
  const other = `The report was made by another version of the kit (${report.kit.version}): the case may be another than it was.`;
  return { ...configuration, warnings: [...configuration.warnings, other] };
}

async function targetOf(
  { target }: Report,
  { values, isNamed }: ReplayWanted,
  around: Around,
): Promise<Pick<ReplayWanted, 'operand' | 'values'>> {
  // The embedded server is gone with its run; a new one is the same.
  if (target.name === 'reference') return { operand: 'reference', values };
  const baseUrl = baseAddress(target.baseUrl, 'The target of the report');
  const quickstartBaseUrl =
    target.quickstartBaseUrl === null
      ? undefined
      : baseAddress(target.quickstartBaseUrl, 'The quickstart of the report');
  const settings = await readSettings(around.environment, around.folder);
  const own = (['productionUrl', 'stagingUrl', 'quickstartUrl'] as const).map((variable) =>
    originOf(settings.get(variable)),
  );
  const foreign = [baseUrl, quickstartBaseUrl].some(
    (place) => place !== undefined && !isLocal(place) && !own.includes(originOf(place)),
  );
  if (isNamed && foreign)
    throw new UsageError(
      `The report is of ${baseUrl}, and the key would go there: name the TARGET if you mean it, as in replay FAILURE ${baseUrl}.`,
    );
  const quickstart = values.quickstart ?? quickstartBaseUrl ?? 'none';
  // What was production when it was tested is not written to because a variable is missing now.
  const careful =
    target.name === 'production' && values['allow-writes'] !== true
      ? ({ 'read-only': true } as const)
      : {};
  return { operand: baseUrl, values: { ...values, ...careful, quickstart } };
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}
