// What .env consists of before anybody has filled it in: each variable with a word on what it is for. `.env.example` in the
// repository is this text. Returns text.
import { type Variable, variables } from '../../../api/configuration/settings.js';

interface Entry {
  readonly variable: Variable;
  readonly comment: string;
  /** A variable with one may stay unset: it stands behind a # until somebody gives a value. */
  readonly example?: string;
}

const heading = [
  '# The settings of the Animal Store conformance kit: `animal-store-conformance init` writes this file as .env.',
  '# Environment variables take precedence over this file. Never commit or share this file (chmod 600 .env).',
  '# A key from elsewhere is never sent to an address that only this file names: keep key and addresses together.',
];

const entries: readonly (readonly Entry[])[] = [
  [
    {
      variable: 'key',
      comment: 'The key that the target takes as `Authorization: Bearer <key>`.',
    },
  ],
  [
    {
      variable: 'quickstartKey',
      comment: 'The key of the quickstart, if it differs.',
      example: '',
    },
  ],
  [
    {
      variable: 'productionUrl',
      comment:
        'The base addresses that the targets `production` and `staging` stand for, with the version prefix.',
      example: 'https://api.animals.example/v1',
    },
    { variable: 'stagingUrl', comment: '', example: 'https://staging.animals.example/v1' },
  ],
  [
    {
      variable: 'quickstartUrl',
      comment:
        'The base address of the quickstart, without /messages. Without this address, its rules are untested.',
      example: 'https://quickstart.animals.example',
    },
  ],
  [
    {
      variable: 'categoryIds',
      comment: 'Categories that the target knows. If none are set, the kit finds one.',
      example: '1,2',
    },
  ],
];

export type Answers = Readonly<Partial<Record<Variable, string>>>;

export function dotenvText(answers: Answers = {}): string {
  const parts = entries.map((part) => part.flatMap((entry) => linesOf(entry, answers)));
  return `${[heading, ...parts].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function linesOf({ variable, comment, example }: Entry, answers: Answers): readonly string[] {
  const name = variables[variable];
  const answer = answers[variable];
  const line =
    answer !== undefined || example === undefined
      ? `${name}=${answer ?? ''}`
      : `# ${name}=${example}`;
  return comment === '' ? [line] : [`# ${comment}`, line];
}

export const projectFile = 'animal-store.config.yaml';

export const projectText = (
  start: string | undefined,
): string => `# Default flags for \`run\` in this folder, such as maxWarnings for --max-warnings.
# Flags on the command line take precedence. Keys do not belong here: see .env.
${start === undefined ? '# start: node server.js' : `start: ${JSON.stringify(start)}`}
# quickstart: http://127.0.0.1:$PORT/quickstart
# maxWarnings: 10
# reporter: [default, junit=reports/junit.xml]
`;
