// The pipeline file that `init` writes: one of spec/pipelines/, with the command of the candidate in it.
import { join } from 'node:path';
import { specPath } from '../../../contract/files.js';
import { program } from '../../../api/package.js';
import { isThere, mostBytes, readPlainFile } from '../../../api/files.js';
import { UsageError } from '../../../api/errors.js';

export const pipelines = ['github', 'gitlab', 'kubernetes'] as const;
export type Pipeline = (typeof pipelines)[number];

export interface PipelineFile {
  /** Below the working directory. */
  readonly path: string;
  readonly text: string;
  /** It is there already, and stays. */
  readonly isThere: boolean;
  /** The command in it that starts the candidate, where there is one. */
  readonly start: string | undefined;
  /** The steps that are left to do by hand. */
  readonly hint?: string;
}

const sources: Readonly<Record<Pipeline, string>> = {
  github: 'github.yml',
  gitlab: 'gitlab.yml',
  kubernetes: 'kubernetes.yaml',
};

/** What stands in the files for the command of the candidate. */
export const placeholder = 'node server.js';

export async function pipelineFile(
  pipeline: Pipeline,
  start: string | undefined,
  folder: string,
): Promise<PipelineFile> {
  const { isWhole, ...place } = placeOf(pipeline, folder);
  const source = textOf(specPath(`pipelines/${sources[pipeline]}`));
  const template = isWhole ? withoutWhereTo(source) : source;
  const startsCandidate = template.includes(placeholder);
  return {
    ...place,
    text: start === undefined || !startsCandidate ? template : await withStart(template, start),
    isThere: isThere(join(folder, place.path)),
    start: startsCandidate ? (start ?? placeholder) : undefined,
  };
}

/** The heading that says where to copy the file is removed, because the file is there now. */
const withoutWhereTo = (text: string): string => text.replace(/ Copy it to [^]*?\n(?!#)/, '\n');

interface Place extends Pick<PipelineFile, 'path' | 'hint'> {
  /** Whether nothing is left to do, such as including the file in another one. */
  readonly isWhole: boolean;
}

function placeOf(pipeline: Pipeline, folder: string): Place {
  if (pipeline === 'github') return { path: '.github/workflows/animal-store.yml', isWhole: true };
  if (pipeline === 'kubernetes') return { path: 'animal-store-job.yaml', isWhole: true };
  const whole = '.gitlab-ci.yml';
  if (!isThere(join(folder, whole)) || isOwn(join(folder, whole)))
    return { path: whole, isWhole: true };
  const part = 'animal-store.gitlab-ci.yml';
  return {
    path: part,
    isWhole: false,
    hint: `Include it in ${whole}:  include: [{ local: ${part} }]`,
  };
}

/** The pipeline is from an earlier `init`, or it runs the kit already: nothing needs to be included in it. */
function isOwn(path: string): boolean {
  try {
    return readPlainFile(path, mostBytes.small).bytes.includes(program);
  } catch {
    return false;
  }
}

function textOf(path: string): string {
  return readPlainFile(path, mostBytes.small).bytes.toString('utf8');
}

/** `npm start`, if the package in this folder defines it. */
export function guessedStart(folder: string): string | undefined {
  try {
    const manifest = JSON.parse(textOf(join(folder, 'package.json'))) as {
      readonly scripts?: { readonly start?: unknown };
    } | null;
    return typeof manifest?.scripts?.start === 'string' && manifest.scripts.start.trim() !== ''
      ? 'npm start'
      : undefined;
  } catch {
    return undefined;
  }
}

/** The command must be one line, because further lines in YAML could mean anything. */
export function startCommand(given: string, flag: string): string {
  if (given.trim() === '') throw new UsageError(`${flag} is empty: specify a value, or omit it.`);
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(given))
    throw new UsageError(`${flag} is more than one line: put the commands into a script.`);
  return given.trim();
}

type Yaml = typeof import('yaml');

/**
 * The command may stand in the quotes of YAML, in those of a shell, or in both. The file says the same as before but for the
 * command.
 */
export async function withStart(template: string, command: string): Promise<string> {
  const yaml = await import('yaml');
  const wanted = JSON.stringify(meaning(template, yaml), (_, value: unknown) =>
    typeof value === 'string' ? replaced(value, command) : value,
  );
  const candidates = [replaced(template, command), requoted(template, command, yaml)];
  const found = candidates.find((text) => JSON.stringify(meaning(text, yaml)) === wanted);
  if (found === undefined)
    throw new UsageError(
      '--start cannot be written into the pipeline file as it is: put the command into a script, and specify that.',
    );
  return found;
}

/** The quotes of a shell are put around the command, whatever is in it. */
function replaced(text: string, command: string): string {
  const quoted = [`'${placeholder}'`, `"${placeholder}"`].find((word) => text.includes(word));
  return quoted !== undefined && /['"$`\\]/.test(command)
    ? text.replace(quoted, () => `'${command.replaceAll("'", "'\\''")}'`)
    : text.replace(placeholder, () => command);
}

/** The whole value in double quotes, in which YAML can say anything. */
function requoted(template: string, command: string, { parseAllDocuments, visit }: Yaml): string {
  let text = template;
  for (const document of parseAllDocuments(template))
    visit(document, {
      Scalar(_, { value, range }) {
        if (typeof value !== 'string' || !value.includes(placeholder) || !range) return undefined;
        const [from, to] = range;
        text = `${template.slice(0, from)}${JSON.stringify(replaced(value, command))}${template.slice(to)}`;
        return visit.BREAK;
      },
    });
  return text;
}

/** Undefined if the text is not YAML. */
function meaning(text: string, { parseAllDocuments }: Yaml): unknown {
  const documents = parseAllDocuments(text);
  return documents.some(({ errors }) => errors.length > 0)
    ? undefined
    : documents.map((document) => document.toJS() as unknown);
}
