// Lists what keeps a run from deciding everything, the commands that help, and the commands to type next. Returns data.
import { program } from '../../../api/package.js';
import type { RunValues } from '../../../api/options/run-table.js';
import { wordsToTarget } from '../../../api/options/replay-flags.js';
import { argument } from '../../../http/shell.js';
import { type Settings, type Variable, variables } from '../../../api/configuration/settings.js';
import type { Examination, Missing, Problem, Wanted } from './examination.js';

type Found = Omit<Examination, 'missing' | 'next'>;

export function missingOf(
  found: Found,
  settings: Settings,
  { values, operand, typed }: Wanted,
): readonly Missing[] {
  const isSet = (variable: Variable): boolean => settings.sourceOf(variable) !== undefined;
  const startsCandidate = values.start !== undefined;
  const isReference = operand === 'reference';
  const missing: Missing[] = [];
  const add = (says: string, line: string, isOptional = false): void =>
    void missing.push({ says, line, isOptional });
  if (!found.node.isSupported)
    add(`Node ${found.node.needs} or later is needed.`, 'nvm install --lts');
  if (found.targets.length === 0)
    add(
      `No target is configured${settings.mistakeOf('stagingUrl')}: let the kit start your server with --start 'node server.js', specify an address, or set one:`,
      `export ${variables.stagingUrl}=https://staging.animals.example/v1`,
    );
  if (!isSet('key') && values['key-from'] === undefined && !startsCandidate && !isReference) {
    const says = `No key is set${settings.mistakeOf('key')}.`;
    if (takesAddressOfDotenv(operand, values, settings))
      add(`${says} An address in .env needs a key in .env:`, `${variables.key}=`);
    else
      add(
        `${says}${found.targets.length === 0 ? ' A server that the kit starts needs none.' : ''} To enter it without showing it or storing it in the history:`,
        `read -rs ${variables.key} && export ${variables.key}`,
      );
  }
  if (found.reports.problem !== null)
    add(
      'Reports need another folder, such as this one:',
      asCommand([...againTo(typed.operand, typed.values), '--output', '/tmp/reports']),
    );
  if (!isReference && values.quickstart === undefined && !isSet('quickstartUrl'))
    add(
      'Without a quickstart, its rules stay untested:',
      startsCandidate
        ? "--quickstart 'http://127.0.0.1:$PORT/quickstart'"
        : `export ${variables.quickstartUrl}=https://quickstart.animals.example`,
      true,
    );
  return missing;
}

function takesAddressOfDotenv(
  operand: string | undefined,
  { quickstart }: RunValues,
  settings: Settings,
): boolean {
  const taken: readonly Variable[] = [
    ...(operand === undefined || operand === 'staging' ? (['stagingUrl'] as const) : []),
    ...(operand === undefined || operand === 'production' ? (['productionUrl'] as const) : []),
    ...(quickstart === undefined ? (['quickstartUrl'] as const) : []),
  ];
  return taken.some((variable) => settings.sourceOf(variable) === '.env');
}

/**
 * Suggests the run that the user most likely wants or, if it is not possible yet, the command that makes it possible.
 * Only typed words are repeated, because the project's file is read again, and somebody else may have written it.
 */
export function nextOf(
  {
    targets,
    quickstart,
    missing,
    settings,
  }: Pick<Examination, 'targets' | 'quickstart' | 'missing' | 'settings'>,
  wanted: Wanted,
  hasDotenv: boolean,
): string {
  const { values, operand, typed } = wanted;
  const isNamed = operand !== undefined || values.start !== undefined;
  const isBlank = settings.every(({ from }) => from === null);
  if (isBlank && !isNamed)
    return hasDotenv
      ? `start your server with ${asCommand(['--start', 'node server.js'])}; or open .env, and fill in ${variables.key} and ${variables.stagingUrl}`
      : asCommand(['init']);
  const ready = targets.find(({ problem }) => problem === null);
  const problems = targets.flatMap(({ problem }) => problem ?? []);
  const notTrusted = problems.find((problem) => problem.notTrusted !== undefined)?.notTrusted;
  if (ready === undefined && notTrusted !== undefined)
    return `check ${notTrusted}: if you trust what it names, do as said above`;
  const isTyped = typed.operand !== undefined || typed.values.start !== undefined;
  const isOfProject = isNamed && !isTyped;
  const meant = problems.find((problem) => problem.meant !== undefined)?.meant;
  const target = isTyped
    ? (meant ?? typed.operand)
    : isOfProject
      ? undefined
      : (ready?.name ?? meant);
  const { quickstart: typedQuickstart, ...others } = typed.values;
  const reportDir = typed.values.output;
  const againWith = (quickstartWord: string | undefined): readonly string[] => [
    ...againTo(target, { ...others, quickstart: quickstartWord }),
    ...(reportDir === undefined ? [] : ['--output', reportDir]),
  ];
  // The embedded server has a quickstart of its own, and takes no other.
  const again = againWith(target === 'reference' ? undefined : typedQuickstart);
  const isComplete = missing.every(({ isOptional }) => isOptional);
  if (ready !== undefined && isComplete)
    return quickstart === null || quickstart.problem === null
      ? asCommand(again)
      : `fix the quickstart, or test without it: ${asCommand(againWith('none'))}`;
  const look = asCommand([
    'doctor',
    // A run without a target is one of the embedded server, but doctor then looks at what is configured.
    ...(target === 'reference' ? [target] : []),
    ...(isTyped || isOfProject || meant !== undefined ? again : []),
  ]);
  const [problem] = ready === undefined ? problems : [];
  const steps = [
    ...(isComplete ? [] : ['set what is missing']),
    ...(problem === undefined ? [] : remedyOf(problem, wanted, settings)),
  ];
  return steps.length === 0 ? look : `${steps.join(', ')}, then ${look}`;
}

/** The thing to do before the same command is worth repeating; undefined if the command names another target. */
function remedyOf(
  { kind, because, meant }: Problem,
  { values, project, typed }: Wanted,
  settings: Examination['settings'],
): readonly string[] {
  const isTyped = typed.operand !== undefined || typed.values.start !== undefined;
  if (meant !== undefined)
    return project === undefined || isTyped ? [] : [`correct the target in ${project.file}`];
  if (kind === 'configuration') return ['do as said above'];
  const isStarted = values.start !== undefined;
  if (because === 'key refused')
    return [
      isStarted
        ? `let the server accept the key in ${variables.key}`
        : keyToCheck(values, settings),
    ];
  if (isStarted) return ['fix the server or its command'];
  return [
    because === 'no response'
      ? 'start the server (or check its address)'
      : 'check the server and its address',
  ];
}

function keyToCheck(values: RunValues, settings: Examination['settings']): string {
  if (values['key-from'] !== undefined) return 'check the key that --key-from gives';
  const from = settings.find(({ variable }) => variable === variables.key)?.from;
  return `check ${variables.key}${from === '.env' ? ' in .env' : ''}`;
}

/** Repeats what was typed, without headers, which may be secret. */
function againTo(target: string | undefined, values: RunValues): readonly string[] {
  const { quickstart, ...others } = values;
  return [
    ...wordsToTarget(
      {
        ...others,
        quickstart: quickstart === undefined ? undefined : harmless(quickstart),
      },
      target === undefined ? undefined : harmless(target),
    ),
    ...(values.config === undefined ? [] : ['--config', values.config]),
    ...toggles.flatMap((flag) => (values[flag] === true ? [`--${flag}`] : [])),
    ...waits.flatMap((flag) => {
      const milliseconds = values[flag];
      return milliseconds === undefined ? [] : [`--${flag}`, String(milliseconds / 1000)];
    }),
    ...(values['max-body'] === undefined
      ? []
      : ['--max-body', String(values['max-body'] / 1024 / 1024)]),
  ];
}

const toggles = ['read-only', 'allow-writes'] as const;
const waits = [
  'connect-timeout',
  'first-byte-timeout',
  'answer-timeout',
  'throttle-wait',
  'start-timeout',
] as const;

/** An address with a user or a query is refused, as a key could be in there. */
const harmless = (address: string): string =>
  address.replace(/[?#].*$/s, '').replace(/^([^/]*\/\/)?[^/]*@/, '$1');

const asCommand = (words: readonly string[]): string =>
  ['npx', program, ...words.map(argument)].join(' ');
