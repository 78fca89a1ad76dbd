// Does what `init` does, one file after another. All checks are made before the first file is written.
import {
  readableByOthers,
  readDotenv,
  type Dotenv,
  type Variable,
  variables,
} from '../../../api/configuration/settings.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../../io.js';
import { ignoreDotenv, ignoreReports, type Ignored } from './ignored.js';
import { isThere, writeNew } from './new-file.js';
import { guessedStart, pipelineFile, type Pipeline, type PipelineFile } from './pipeline.js';
import { askForAddresses } from './questions.js';
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
  const start = startOf(wanted.start, folder);
  const pipeline =
    wanted.pipeline === undefined
      ? undefined
      : await pipelineFile(wanted.pipeline, start?.command, folder);
  const answers = there === undefined && isTerminal(io) ? await askForAddresses(io) : {};
  if (there === undefined) writeNew(folder, '.env', dotenvText(answers), 0o600);
  const ignored = {
    dotenv: ignoreDotenv(folder, io.environment),
    reports: ignoreReports(folder, io.environment),
  };
  if (pipeline !== undefined && !pipeline.isThere) writeNew(folder, pipeline.path, pipeline.text);
  const path = join(folder, projectFile);
  const isNew = !isThere(path);
  if (isNew) writeNew(folder, projectFile, projectText(start?.command));
  const project = { file: projectFile, isNew, starts: startsServer(path) };
  return { dotenv: standOf(there, answers), ignored, pipeline, project, start };
}

/** A file that cannot be read says nothing; the run will say why. */
function startsServer(path: string): boolean {
  try {
    return /^\s*start\s*:/m.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
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
