// `certify --init`: asks for the vendor and the product, and writes implementation.yaml.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  BadImplementation,
  fields,
  implementationYaml,
  readImplementation,
} from '../../certify/certificate/implementation.js';
import { quoted } from '../../api/options/flags.js';
import { writeWhole } from '../../api/files.js';
import { type Io } from '../io.js';
import { UsageError } from '../../api/errors.js';

/** On a terminal, a question is repeated at most this often after a wrong answer. */
const mostAttempts = 3;

export async function askForImplementation(path: string, io: Io): Promise<void> {
  const file = resolve(io.folder, path);
  if (existsSync(file))
    throw new UsageError(
      `${quoted(path)} exists already: edit it, or specify another file with --implementation FILE.`,
    );
  const piped = io.stdin.isTTY ? undefined : (await io.stdin.text()).split(/\r?\n/);
  const answers: Record<string, string> = {};
  const problems: string[] = [];
  for (const field of fields) {
    for (let attempt = 1; ; attempt += 1) {
      io.stderr.write(`${field.question}${field.optional ? ' (optional: Enter omits it)' : ''}: `);
      const answer = (piped ? (piped.shift() ?? '') : await io.stdin.line()).trim();
      if (piped) io.stderr.write('\n');
      const wrong =
        answer === '' ? (field.optional ? undefined : 'is needed') : field.wrong(answer);
      answers[field.name] = answer;
      if (wrong === undefined) break;
      if (piped || attempt === mostAttempts) {
        problems.push(`\`${field.name}\` (${field.question}) ${wrong}`);
        break;
      }
      io.stderr.write(`That ${wrong}.\n`);
    }
    // Whoever answers on a terminal is asked no further; a program learns of all wrong answers at once.
    if (!piped && problems.length > 0) break;
  }
  if (problems.length > 0) throw new UsageError(`${problems.join('; ')}: nothing was written.`);
  const text = implementationYaml(answers);
  readImplementation(text, path);
  writeWhole(file, text);
  io.stdout.write(`${path} is written. Next: certify --keygen, unless you have a key.\n`);
}

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
