// What `init` has done and what is left to do, in words. Returns text.
import { argument } from '../../../http/shell.js';
import { program } from '../../../api/package.js';
import { variables } from '../../../api/configuration/settings.js';
import type { PipelineFile } from './pipeline.js';
import type { SetUp } from './set-up.js';

export function setUpLines(done: SetUp): string {
  const lines = [
    ...dotenvLines(done),
    ...projectLines(done),
    ...ignoredLines(done),
    ...pipelineLines(done),
    ...missingLines(done),
    '',
    ...nextLines(done),
  ];
  return `${lines.join('\n')}\n`;
}

function dotenvLines({ dotenv }: SetUp): readonly string[] {
  if (dotenv.isNew) return ['✓ .env is written. Only you can read it.'];
  const set = dotenv.set.length === 0 ? '; it sets nothing yet).' : '). It sets these variables:';
  return [
    `– .env already exists (unchanged${set}`,
    ...dotenv.set.map((variable) => `    ${variables[variable]}`),
    ...dotenv.warnings.map((warning) => `! ${warning}`),
  ];
}

function projectLines({ project: { file, isNew } }: SetUp): readonly string[] {
  return [
    isNew
      ? `✓ ${file} is written: put the flags that you always use there.`
      : `– ${file} already exists (unchanged).`,
  ];
}

function ignoredLines({ ignored }: SetUp): readonly string[] {
  const { dotenv, reports } = ignored;
  return [
    ...(dotenv === 'added' ? ['✓ .env is added to .gitignore.'] : []),
    ...(dotenv === 'tracked'
      ? ['! git tracks .env, with whatever key is in it: git rm --cached .env']
      : []),
    ...(reports === 'added' ? ['✓ reports/ is added to .gitignore.'] : []),
  ];
}

function pipelineLines({ pipeline, start }: SetUp): readonly string[] {
  if (pipeline === undefined) return [];
  if (pipeline.isThere) return [`– ${pipeline.path} already exists (unchanged).`];
  return [`✓ ${pipeline.path} is written.`, ...startLines(pipeline, start), ...hintLines(pipeline)];
}

function startLines({ start: command }: PipelineFile, start: SetUp['start']): readonly string[] {
  if (command === undefined)
    return [
      '  It tests a server that is already running: set its address and the image in',
      '  it, then run it as its first lines say.',
    ];
  const begins = `  It starts your server with \`${command}\``;
  if (start === undefined) return [`${begins}: change that if it is wrong.`];
  return [`${begins}${start.isGuessed ? ', which is a guess from package.json' : ''}.`];
}

const hintLines = ({ hint }: PipelineFile): readonly string[] =>
  hint === undefined ? [] : [`  ${hint}`];

const purposes = {
  key: 'the key; write it after the = sign',
  quickstartKey: 'the key of the quickstart, if it differs',
  productionUrl: 'the base address of production',
  stagingUrl: 'the base address of staging',
  quickstartUrl: 'the base address of the quickstart',
  categoryIds: 'categories, if the kit finds none itself',
} as const;

function missingLines({ dotenv }: SetUp): readonly string[] {
  if (dotenv.missing.length === 0) return [];
  return [
    '',
    'Not set yet. To test a server that the kit starts, you need none of these;',
    'for any other, open .env, and fill in what you need.',
    ...dotenv.missing.map(
      (variable) => `  ${variables[variable].padEnd(32)} ${purposes[variable]}`,
    ),
  ];
}

/** A candidate needs neither address nor key. */
function nextLines({ start, project, dotenv }: SetUp): readonly string[] {
  const isTyped = start !== undefined && !start.isGuessed;
  if (project.starts && (project.isNew || !isTyped)) return ['Next:', `  npx ${program}`];
  const starting = `  npx ${program} --start ${argument(start?.command ?? 'node server.js')}`;
  const examining = `  npx ${program} doctor`;
  if (start !== undefined) return ['Next:', starting];
  if (dotenv.set.includes('stagingUrl') || dotenv.set.includes('productionUrl'))
    return ['Next:', examining];
  return [
    'Next, if the kit starts your server, with the command that starts it:',
    starting,
    'Else, once .env has an address and a key:',
    examining,
  ];
}
