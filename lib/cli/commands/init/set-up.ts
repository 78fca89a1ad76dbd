// Does what `init` does, one file after another. All checks are made before the first file is written.
import {
  readableByOthers,
  readDotenv,
  type Dotenv,
  type Variable,
  variables,
} from '../../../api/configuration/settings.js';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { baseAddress, doubtsAbout } from '../../../api/configuration/address.js';
import { oneLine, UsageError } from '../../../api/errors.js';
import { isThere, whyNot } from '../../../api/files.js';
import { quoted } from '../../../api/options/flags.js';
import type { Io } from '../../io.js';
import { ignoreDotenv, ignoreReports, type Ignored } from './ignored.js';
import { guessedStart, pipelineFile, type Pipeline, type PipelineFile } from './pipeline.js';
import { type Answers, dotenvText, projectFile, projectText } from './template.js';

export interface SetUp {
  readonly dotenv: {
    readonly isNew: boolean;
    readonly set: readonly Variable[];
    readonly missing: readonly Variable[];
    readonly warnings: readonly string[];
  };
  readonly ignored: { readonly dotenv: Ignored; readonly reports: Ignored };
  readonly pipeline: PipelineFile | undefined;
  /** Whether the file was written, or existed before. */
  readonly project: {
    readonly file: string;
    readonly isNew: boolean;
    /** Whether it says how the server is started. */
    readonly starts: boolean;
  };
  readonly start: { readonly command: string; readonly isGuessed: boolean } | undefined;
}

export async function setUp(
  wanted: { readonly pipeline?: Pipeline | undefined; readonly start?: string | undefined },
  io: Io,
): Promise<SetUp> {
  const { folder } = io;
  const there = await readDotenv(folder);
  const path = join(folder, projectFile);
  const start = startOf(wanted.start, folder);
  const command = wanted.start ?? startIn(path) ?? start?.command;
  const pipeline =
    wanted.pipeline === undefined
      ? undefined
      : await pipelineFile(wanted.pipeline, command, folder);
  const answers = there === undefined && isTerminal(io) ? await askForAddresses(io) : {};
  if (there === undefined) writeNew(folder, '.env', dotenvText(answers), 0o600);
  const ignored = {
    dotenv: ignoreDotenv(folder, io.environment),
    reports: ignoreReports(folder, io.environment),
  };
  if (pipeline !== undefined && !pipeline.isThere) writeNew(folder, pipeline.path, pipeline.text);
  const isNew = !isThere(path);
  if (isNew) writeNew(folder, projectFile, projectText(start?.command));
  const project = { file: projectFile, isNew, starts: startIn(path) !== undefined };
  return { dotenv: standOf(there, answers), ignored, pipeline, project, start };
}

/** The command in the project file. A file that cannot be read says nothing; the run will say why. */
function startIn(path: string): string | undefined {
  try {
    const { start } = (parse(readFileSync(path, 'utf8')) ?? {}) as { start?: unknown };
    return typeof start === 'string' ? start : undefined;
  } catch {
    return undefined;
  }
}

const isTerminal = ({ stdin, stderr }: Io): boolean => stdin.isTTY && stderr.isTTY;

function startOf(given: string | undefined, folder: string): SetUp['start'] {
  if (given !== undefined) return { command: given, isGuessed: false };
  const guessed = guessedStart(folder);
  return guessed === undefined ? undefined : { command: guessed, isGuessed: true };
}

function standOf(there: Dotenv | undefined, answers: Answers): SetUp['dotenv'] {
  const all = Object.keys(variables) as Variable[];
  const isSet = (variable: Variable): boolean =>
    (there === undefined
      ? answers[variable]
      : there.values[variables[variable]]?.trim() || undefined) !== undefined;
  return {
    isNew: there === undefined,
    set: all.filter(isSet),
    missing: all.filter((variable) => !isSet(variable)),
    warnings: there?.readableByOthers === true ? [readableByOthers('.env')] : [],
  };
}

/** The number of times that a question is repeated after a wrong answer. */
const mostAttempts = 3;

const questions: readonly { readonly variable: Variable; readonly question: string }[] = [
  {
    variable: 'stagingUrl',
    question: 'Base address of staging, such as https://staging.animals.example/v1',
  },
  { variable: 'productionUrl', question: 'Base address of production' },
  { variable: 'quickstartUrl', question: 'Base address of the quickstart, without /messages' },
];

/** It never asks for a key, which would be visible on the screen. */
async function askForAddresses(io: Io): Promise<Answers> {
  io.stderr.write('Press Enter to skip a question.\n');
  const answers: Partial<Record<Variable, string>> = {};
  for (const { variable, question } of questions) {
    const answer = await addressAsked(question, io);
    if (answer === '') continue;
    answers[variable] = variable === 'quickstartUrl' ? answer.replace(/\/messages$/, '') : answer;
    if (variable !== 'quickstartUrl')
      for (const doubt of doubtsAbout(answer)) io.stderr.write(`${doubt}\n`);
  }
  return answers;
}

async function addressAsked(question: string, io: Io): Promise<string> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    io.stderr.write(`${question}: `);
    const given = (await io.stdin.line()).trim();
    if (given === '') return '';
    try {
      return baseAddress(given, 'The address');
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      io.stderr.write(`${oneLine(thrown.message)}\n`);
    }
  }
  throw new UsageError('Nothing was written: no answer was an address.');
}

/**
 * Writes a file where none is: whole or not at all, never over another one, and through no link. Folders on the way are made,
 * and gone again if the file cannot be written. `path` is below the folder, with slashes.
 */
function writeNew(folder: string, path: string, text: string, mode = 0o666): void {
  const made: string[] = [];
  try {
    makeFolders(folder, path.split('/').slice(0, -1), made);
    writeExclusively(join(folder, path), text, mode);
  } catch (error) {
    for (const one of made.reverse()) rmdirSync(one);
    throw new UsageError(
      `${quoted(path)} cannot be written (${whyNot(error)}): make room for it, and try again.`,
    );
  }
}

function makeFolders(folder: string, names: readonly string[], made: string[]): void {
  let path = folder;
  for (const name of names) {
    path = join(path, name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status?.isSymbolicLink()) throw new Error(`${name} is a link`);
    if (status !== undefined) continue;
    mkdirSync(path);
    made.push(path);
  }
}

function writeExclusively(path: string, text: string, mode: number): void {
  // Exclusive: it fails where anything is, a link included.
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
