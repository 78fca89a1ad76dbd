// `doctor` from beginning to end: what is configured, what of it answers, and what is missing.
import { join } from 'node:path';
import type { RunValues } from '../../../api/options/run-table.js';
import { type Configuration, configure } from '../../../api/configuration/configuration.js';
import { maskOf } from '../../../api/configuration/mask.js';
import { targetNames } from '../../../api/configuration/target-choice.js';
import { secretsOf } from '../../../api/configuration/key.js';
import { readSettings, type Settings } from '../../../api/configuration/settings.js';
import { type Io, readOnce } from '../../io.js';
import { NotTrusted, oneLine, UsageError } from '../../../api/errors.js';
import { kitVersion } from '../../../api/package.js';
import { folderOf } from '../../../api/reports/report-folder.js';
import { isThere } from '../../../api/files.js';
import type { Examination, Problem, Target, Wanted } from './examination.js';
import { missingOf, nextOf } from './missing.js';
import { networkHere, nodeHere, reportsHere, settingsHere } from './environment.js';
import { problemOf, seen, type Seen } from './targets.js';

/** The result of an examination, and the redactor that masks the keys that were used for it. */
interface Examined {
  readonly found: Examination;
  readonly mask: (text: string) => string;
}

export async function examine(wanted: Wanted, io: Io): Promise<Examined> {
  const { values } = wanted;
  const settings = await readSettings(io.environment, io.folder);
  const stdin = readOnce(io.stdin);
  const chosen = await Promise.all(
    operandsOf(wanted, settings).map((one) => configured(one, wanted, { ...io, stdin })),
  );
  const usable = chosen.flatMap(({ configuration }) => configuration ?? []);
  const secrets = usable.flatMap(({ keys }) => secretsOf(keys));
  await io.hide(secrets);
  // This may take a while, for example until a candidate has started.
  if (io.stderr.isTTY && usable.length > 0)
    io.stderr.write(
      `Looking at ${usable.map(({ target }) => oneLine(target.name)).join(' and ')} …\n`,
    );
  const [first] = usable;
  const looks = await Promise.all(
    chosen.map(({ name, configuration, problem }, at) =>
      configuration === undefined
        ? unconfigured(name, problem ?? null)
        : looked(configuration, wanted, settings, io, at === chosen.findIndex(isUsable)),
    ),
  );
  const targets = looks.map(({ target }) => target);
  const reports = reportsHere(
    values.output,
    first === undefined ? folderBefore(targets) : folderOf(first),
    io.folder,
  );
  const quickstart = looks.find((look) => look.quickstart !== null)?.quickstart ?? null;
  const known = {
    kit: kitVersion(),
    node: nodeHere(),
    settings: settingsHere(settings),
    project: wanted.project ?? null,
    network: networkHere(values, io.environment),
    reports,
    targets,
    quickstart,
    warnings: [
      ...new Set(usable.flatMap(({ warningsHere, warnings }) => [...warningsHere, ...warnings])),
    ],
  };
  const missing = missingOf(known, settings, wanted);
  const found = {
    ...known,
    missing,
    next: nextOf({ ...known, missing }, wanted, isThere(join(io.folder, '.env'))),
  };
  return { found, mask: await maskOf(io, secrets) };
}

/** A target that cannot be configured has a folder only if its name is one. */
function folderBefore([target]: readonly Target[]): string {
  if (target === undefined) return 'reference';
  const named: readonly string[] = [...targetNames, candidate];
  return named.includes(target.name) ? target.name : '';
}

/** The name of a candidate that is started, and of the folder of its reports. */
const candidate = 'candidate';

/** Undefined stands for the candidate that is started. */
function operandsOf(
  { values, operand }: Wanted,
  settings: Settings,
): readonly (string | undefined)[] {
  if (operand !== undefined || values.start !== undefined) return [operand];
  const isSet = { production: 'productionUrl', staging: 'stagingUrl' } as const;
  return (['staging', 'production'] as const).filter(
    (name) => settings.sourceOf(isSet[name]) !== undefined,
  );
}

interface Chosen {
  readonly name: string;
  readonly configuration?: Configuration;
  readonly problem?: Problem;
}

const isUsable = ({ configuration }: Chosen): boolean => configuration !== undefined;

/** A problem with one target is reported, and the others are examined all the same. */
async function configured(
  operand: string | undefined,
  { values, commands, project }: Wanted,
  io: Io,
): Promise<Chosen> {
  const name = operand ?? candidate;
  const { output: _, ...scope } = values;
  try {
    const configuration = await configure(scope, operand, {
      ...io,
      commands,
      project,
      // Without a key, doctor still finds out whether anybody responds.
      needsKey: false,
    });
    return { name, configuration };
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const notTrusted = thrown instanceof NotTrusted ? thrown.file : undefined;
    const { message, meant } = thrown;
    return { name, problem: { ...problemOf('configuration', message, { meant }), notTrusted } };
  }
}

const hasKey = (values: RunValues, settings: Settings): boolean =>
  settings.sourceOf('key') !== undefined ||
  values['key-from'] !== undefined ||
  values.start !== undefined;

function unconfigured(name: string, problem: Problem | null): Seen {
  const target: Target = { name, address: null, problem, look: null, remarks: [], scope: 'full' };
  return { target, quickstart: null };
}

/** All targets share one quickstart, so it is looked at once. */
async function looked(
  configuration: Configuration,
  { values, signal }: Wanted,
  settings: Settings,
  { environment, stderr }: Io,
  withQuickstart: boolean,
): Promise<Seen> {
  const { addresses } = configuration.target;
  const isOwn = addresses === null;
  const alone = {
    ...configuration,
    target: {
      ...configuration.target,
      addresses: addresses && { ...addresses, quickstartBaseUrl: null },
    },
  };
  const hasOwnQuickstartKey = settings.sourceOf('quickstartKey') !== undefined;
  return seen(withQuickstart ? configuration : alone, {
    environment,
    signal,
    onPhase: (what) => stderr.write(`${oneLine(what)}\n`),
    hasKey: isOwn || hasKey(values, settings),
    hasQuickstartKey: isOwn || hasKey(values, settings) || hasOwnQuickstartKey,
    hasOwnQuickstartKey,
  });
}
