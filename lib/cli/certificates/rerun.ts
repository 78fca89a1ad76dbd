// Repeats the run of a certificate, with its seed, and sets the outcomes side by side.
import { CannotTest } from '../../judge/run/options.js';
import type { Report } from '../../judge/result/report.js';
import { program } from '../arguments/help.js';
import type { RunValues } from '../arguments/run-flags.js';
import { configure } from '../configuration/configuration.js';
import { secretsOf } from '../configuration/key.js';
import { confirmedWrites } from '../configuration/production.js';
import { type Io, oneLine, UsageError } from '../io.js';
import { conduct } from '../run/conduct.js';

export interface Repeated {
  /** Each in a sentence. */
  readonly differences: readonly string[];
  /** Of what does not speak against the certificate. */
  readonly notes: readonly string[];
  readonly rules: number;
  /** Why it could not be repeated. */
  readonly couldNot?: string;
}

export async function repeated(
  certified: Report,
  target: string,
  values: RunValues,
  commandNames: readonly string[],
  io: Io,
): Promise<Repeated> {
  const { run } = certified;
  const configuration = await configure(
    {
      ...values,
      ...quickstartOf(certified, target, values),
      seed: run.seed,
      effort: run.effort,
      ...(run.strict ? { strict: true as const } : {}),
    },
    target,
    { environment: io.environment, folder: io.folder, stdin: io.stdin, commandNames },
  );
  await io.hide(secretsOf(configuration.keys));
  if (configuration.writesToProduction)
    await confirmedWrites(configuration.target.addresses?.baseUrl ?? '', io);
  for (const warning of configuration.warnings)
    io.stderr.write(`${program}: warning: ${oneLine(warning)}\n`);
  io.stderr.write(`${program}: repeating the run with seed ${run.seed} ...\n`);
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() =>
    interruption.abort(new Error('the run was interrupted')),
  );
  try {
    const again = await conduct(configuration, {
      environment: io.environment,
      signal: interruption.signal,
    });
    return sideBySide(certified, again);
  } catch (thrown) {
    if (!(thrown instanceof CannotTest)) throw thrown;
    return { differences: [], notes: [], rules: 0, couldNot: thrown.message };
  } finally {
    stopListening();
  }
}

/** The key goes to no address that only a file names. */
function quickstartOf(
  { target: { quickstartBaseUrl } }: Report,
  target: string,
  { quickstart }: RunValues,
): Pick<RunValues, 'quickstart'> {
  if (target === 'reference' || quickstart !== undefined) return {};
  if (quickstartBaseUrl === null) return { quickstart: 'none' };
  const isBeside =
    URL.canParse(target) && new URL(target).origin === new URL(quickstartBaseUrl).origin;
  if (isBeside) return { quickstart: quickstartBaseUrl };
  throw new UsageError(
    `The certificate covers a quickstart too, at ${quickstartBaseUrl}, but the key is never sent to an address that only a file names: name it, with --quickstart.`,
  );
}

export function sideBySide(certified: Report, again: Report): Repeated {
  const now = new Map(again.rules.map((rule) => [rule.id, rule]));
  const differences = certified.rules.flatMap((rule) => {
    const other = now.get(rule.id);
    if (other === undefined || other.outcome === rule.outcome) return [];
    const because = other.failures[0]?.cause ?? other.reason ?? '';
    return [`${rule.id} was ${rule.outcome}, and is ${other.outcome} now. ${because}`.trim()];
  });
  const answers = new Map(again.observations.map(({ id, answer }) => [id, answer]));
  const notes = certified.observations.flatMap(({ id, answer }) => {
    const other = answers.get(id);
    return other === undefined || other === answer
      ? []
      : [`${id} was "${answer}", and is "${other}" now: the contract allows both.`];
  });
  const moved =
    again.target.baseUrl === certified.target.baseUrl
      ? []
      : [`The certificate is for ${certified.target.baseUrl}; ${again.target.baseUrl} was tested.`];
  return { differences, notes: [...moved, ...notes], rules: certified.rules.length };
}
