// `certify --init`: asks for the vendor and the product, and writes implementation.yaml.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  BadImplementation,
  type Field,
  fields,
  implementationYaml,
  readImplementation,
} from '../../../certify/certificate/implementation.js';
import { quoted } from '../../../api/options/flags.js';
import { whyNot, writeNamed } from '../../../api/files.js';
import { type Io } from '../../io.js';
import { UsageError } from '../../../api/errors.js';

export async function askForImplementation(path: string, io: Io): Promise<void> {
  if (existsSync(resolve(io.folder, path)))
    throw new UsageError(
      `${quoted(path)} exists already: edit it, or specify another file with --implementation FILE.`,
    );
  writing(path, () => readdirSync(dirname(resolve(io.folder, path))));
  const answers = io.stdin.isTTY ? await askedOnTerminal(io) : await readFromPipe(io, path);
  const text = implementationYaml(answers);
  implementationAt(path, text);
  writing(path, () => writeNamed(io.folder, path, text));
  io.stdout.write(`${path} is written. Next: certify --keygen, unless you have a key.\n`);
}

function writing(path: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw new UsageError(
      `${quoted(path)} cannot be written (${whyNot(error)}): specify another file with --implementation FILE.`,
    );
  }
}

type Answers = Readonly<Record<string, string>>;

/** What the file looks like, for whoever writes it. */
const exampleFile = `organisation: Example Ltd
product: Example Store
version: 2.1.0
url: https://store.example
contact: [conformance@store.example]
`;

/** A program learns of all wrong answers at once. */
async function readFromPipe(io: Io, path: string): Promise<Answers> {
  const text = await io.stdin.text();
  if (text.trim() === '') {
    const order = fields.map(({ name }) => name).join(', ');
    io.stderr.write(exampleFile);
    throw new UsageError(
      `There is no terminal to ask on, so nothing was written: write ${path} yourself, like the example above, or pipe the answers in, one a line (${order}).`,
    );
  }
  const lines = text.split(/\r?\n/);
  const answers = Object.fromEntries(
    fields.map((field, at) => {
      ask(field, io);
      io.stderr.write('\n');
      return [field.name, (lines[at] ?? '').trim()];
    }),
  );
  const problems = fields.flatMap((field) => {
    const wrong = problemOf(field, answers[field.name] ?? '');
    return wrong === undefined ? [] : [`${nameOf(field)} ${wrong}`];
  });
  if (problems.length > 0) throw new UsageError(`${problems.join('; ')}: nothing was written.`);
  return answers;
}

/** After so many wrong answers, what is optional is left out, and no answer at all ends the questions. */
const mostAttempts = 3;

async function askedOnTerminal(io: Io): Promise<Answers> {
  const answers: Record<string, string> = {};
  for (const field of fields) {
    let [wrongAnswers, emptyAnswers] = [0, 0];
    for (;;) {
      ask(field, io);
      const answer = (await io.stdin.line()).trim();
      const wrong = problemOf(field, answer);
      if (wrong === undefined) {
        answers[field.name] = answer;
        break;
      }
      wrongAnswers += 1;
      // At the end of the input, every answer is empty.
      if (answer === '') emptyAnswers += 1;
      if (emptyAnswers === mostAttempts)
        throw new UsageError(`${nameOf(field)} ${wrong}: nothing was written.`);
      const said = answer === '' ? 'An answer is needed' : `That ${wrong}`;
      const isOmitted = field.optional === true && wrongAnswers === mostAttempts;
      io.stderr.write(
        `${said}.${isOmitted ? ` It is omitted: add \`${field.name}\` to the file later.` : ''}\n`,
      );
      if (isOmitted) break;
    }
  }
  return answers;
}

const ask = ({ question, optional }: Field, io: Io): void =>
  void io.stderr.write(`${question}${optional ? ' (optional; press Enter to skip)' : ''}: `);

const nameOf = ({ name, question }: Field): string => `\`${name}\` (${question})`;

const problemOf = ({ optional, wrong }: Field, answer: string): string | undefined =>
  answer === '' ? (optional ? undefined : 'is needed') : wrong(answer);

export function implementationAt(
  path: string,
  text: string,
): ReturnType<typeof readImplementation> {
  try {
    return readImplementation(text, path);
  } catch (thrown) {
    if (thrown instanceof BadImplementation) throw new UsageError(thrown.message);
    throw thrown;
  }
}
