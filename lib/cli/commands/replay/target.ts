// Finds the target of a replay that names none: the target of the report. Anybody may have written a report file: the
// key goes to the address in it only if the user's own settings name this address too.
import type { Report, RuleResult } from '../../../judge/result/report.js';
import { UsageError } from '../../../api/errors.js';
import { inShell } from '../../../api/options/replay-flags.js';
import type { RunValues } from '../../../api/options/run-table.js';
import { describeKit } from '../../../api/package.js';
import { baseAddress } from '../../../api/configuration/address.js';
import {
  type Context,
  type Configuration,
  configure,
} from '../../../api/configuration/configuration.js';
import { readSettings, type Settings, type Variable } from '../../../api/configuration/settings.js';
import type { TargetChoice } from '../../../api/configuration/target-choice.js';

interface ReplayWanted {
  /** The target, where one is named. */
  readonly operand: string | undefined;
  readonly values: RunValues;
  /** What is replayed, as the user typed it; empty for all that failed. */
  readonly id: string;
  /** The settings that name the addresses of a report. */
  readonly from?: TargetChoice['from'];
}

/** The configuration of the run of the report, limited to the rules of some failures. */
export async function replayConfiguration(
  report: Report,
  rules: readonly RuleResult[],
  wanted: ReplayWanted,
  around: Context,
): Promise<Configuration> {
  const isElsewhere = wanted.operand !== undefined || wanted.values.start !== undefined;
  const {
    operand,
    values,
    from = {},
  } = isElsewhere ? wanted : await targetOf(report, wanted, around);
  const configuration = await configure(
    {
      ...values,
      ...(isProductionOf(report, operand) && values['allow-writes'] !== true
        ? { 'read-only': true }
        : {}),
      only: [...new Set(rules.map(({ id }) => id))],
      seed: report.run.seed,
      effort: report.run.effort,
      'as-of': values['as-of'] ?? report.run.asOf,
    },
    operand,
    { ...around, from },
  );
  if (report.kit.digest === describeKit().digest) return configuration;
  const other = `The report was made by another version of the kit (${report.kit.version}): the case may have changed.`;
  return { ...configuration, warnings: [...configuration.warnings, other] };
}

/** An address on the port of the candidate that is started, where the key goes anyway. */
const onPortOfCandidate = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\$PORT(?:\/[\w./~-]*)?$/;

/** The quickstart of the report, for a candidate that is started by a command that was typed. */
export function quickstartBeside(
  { target: { again = [] } }: Report,
  operand: string | undefined,
  { start }: RunValues,
): Pick<RunValues, 'quickstart'> {
  const at = again.indexOf('--quickstart');
  const quickstart = at < 0 ? '' : (again[at + 1] ?? '');
  const isOwn = start !== undefined && operand === undefined && onPortOfCandidate.test(quickstart);
  return isOwn ? { quickstart } : {};
}

/** A target that was tested as production stays read-only even if the variable is missing now. */
const isProductionOf = ({ target }: Report, operand: string | undefined): boolean =>
  target.name === 'production' && originOf(operand) === originOf(target.baseUrl);

async function targetOf(
  { target }: Report,
  { values, id }: ReplayWanted,
  around: Context,
): Promise<Pick<ReplayWanted, 'operand' | 'values' | 'from'>> {
  // The embedded server is gone with its run; a new one is the same.
  if (target.name === 'reference') return { operand: 'reference', values };
  const baseUrl = baseAddress(target.baseUrl, 'The target of the report');
  const quickstartBaseUrl =
    target.quickstartBaseUrl === null
      ? undefined
      : baseAddress(target.quickstartBaseUrl, 'The quickstart of the report');
  const again = ['replay', ...(id === '' ? [] : [id])];
  if (target.again?.includes('--start') === true)
    throw new UsageError(
      `The report is for a candidate that was started for its run, and stopped after it. Start it again: ${again.join(' ')} --start 'COMMAND'`,
    );
  const settings = await readSettings(around.environment, around.folder);
  // Compares addresses to the letter, each for its own purpose: another path of the same host may be somebody else's.
  const ownFor = (place: string, own: readonly Variable[]): Variable | undefined =>
    own
      .toSorted((a, b) => Number(isOfFile(a, settings)) - Number(isOfFile(b, settings)))
      .find((variable) => addressOf(settings.get(variable)) === place);
  const baseFrom = ownFor(baseUrl, ['productionUrl', 'stagingUrl']);
  const beside = values.quickstart === undefined ? quickstartBaseUrl : undefined;
  const besideFrom = beside === undefined ? undefined : ownFor(beside, ['quickstartUrl']);
  if (baseFrom === undefined || (beside !== undefined && besideFrom === undefined)) {
    const named = quickstartBaseUrl === undefined ? [] : ['--quickstart', quickstartBaseUrl];
    throw new UsageError(
      `The report is for ${baseUrl}, but the key is never sent to an address that only a file names. Specify the TARGET: ${again.join(' ')}${inShell([baseUrl, ...named])}`,
    );
  }
  const quickstart = values.quickstart ?? quickstartBaseUrl ?? 'none';
  return {
    operand: baseUrl,
    values: { ...values, quickstart },
    from: { baseUrl: baseFrom, quickstartBaseUrl: besideFrom },
  };
}

const isOfFile = (variable: Variable, settings: Settings): boolean =>
  settings.sourceOf(variable) === '.env';

/** The address in the form that reports have. */
function addressOf(setting: string | undefined): string | undefined {
  try {
    return setting && baseAddress(setting, '').replace(/\/messages$/, '');
  } catch {
    return undefined;
  }
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}
