// What keeps a run from deciding everything, and the lines to type: against that, and next. Returns data.
import { program } from '../../api/package.js';
import { wordsToTarget } from '../../api/options/replay-flags.js';
import { argument } from '../../http/shell.js';
import { type Settings, type Variable, variables } from '../../api/configuration/settings.js';
import type { Examination, Missing, Wanted } from './examination.js';

type Found = Omit<Examination, 'missing' | 'next'>;

export function missingOf(
  found: Found,
  settings: Settings,
  { values, operand }: Wanted,
): readonly Missing[] {
  const isSet = (variable: Variable): boolean => settings.sourceOf(variable) !== undefined;
  const misspelt = (variable: Variable): string => {
    const near = settings.misspelt(variable);
    return near === undefined ? '' : ` (${near} is set: is it misspelt?)`;
  };
  const startsCandidate = values.start !== undefined;
  const isReference = operand === 'reference';
  const missing: Missing[] = [];
  const add = (says: string, line: string, isOptional = false): void =>
    void missing.push({ says, line, isOptional });
  if (!found.node.isSupported)
    add(`Node ${found.node.needs} or later is needed.`, 'nvm install --lts');
  if (found.targets.length === 0)
    add(
      `No target is configured${misspelt('stagingUrl')}: set one, or specify an address.`,
      `export ${variables.stagingUrl}=https://staging.animals.example/v1`,
    );
  if (!isSet('key') && values['key-from'] === undefined && !startsCandidate && !isReference)
    add(
      `No key is set${misspelt('key')}. Typed like this, nobody sees it:`,
      `read -rs ${variables.key} && export ${variables.key}`,
    );
  if (found.reports.problem !== null)
    add(
      'Reports need another folder, such as this one:',
      typed([...wordsToTarget(values, operand), '--report-dir', '/tmp/reports']),
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

/** The run that is most likely wanted; where none makes sense yet, what makes it possible. */
export function nextOf(
  { targets, missing, settings }: Pick<Examination, 'targets' | 'missing' | 'settings'>,
  { values, operand }: Wanted,
): string {
  const isNamed = operand !== undefined || values.start !== undefined;
  const ready = targets.find(({ problem }) => problem === null);
  const reportDir = values['report-dir'];
  const named = [
    ...wordsToTarget(values, operand ?? (isNamed ? undefined : ready?.name)),
    ...(reportDir === undefined ? [] : ['--report-dir', reportDir]),
  ];
  if (ready !== undefined && missing.every(({ isOptional }) => isOptional)) return typed(named);
  const isBlank = settings.every(({ from }) => from === null);
  return isBlank && !isNamed ? typed(['init']) : typed(['doctor', ...(isNamed ? named : [])]);
}

const typed = (words: readonly string[]): string =>
  ['npx', program, ...words.map(argument)].join(' ');
