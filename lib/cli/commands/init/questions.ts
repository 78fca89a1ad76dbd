// The questions of `init` on a terminal, about addresses. It never asks for a key, which would be visible on the
// screen.
import { baseAddress, doubtsAbout } from '../../../api/configuration/address.js';
import type { Variable } from '../../../api/configuration/settings.js';
import { type Io } from '../../io.js';
import { oneLine, UsageError } from '../../../api/errors.js';
import type { Answers } from './template.js';

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

export async function askForAddresses(io: Io): Promise<Answers> {
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
