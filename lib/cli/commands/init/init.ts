// `init`: writes what a project needs to begin: .env, animal-store.config.yaml, and a pipeline on request. Replaces no file; sends nothing.
import { command } from '../../arguments/command.js';
import { oneOf, value } from '../../../api/options/flags.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { UsageError } from '../../../api/errors.js';
import { pipelines, startCommand } from './pipeline.js';

export const init = command({
  name: 'init',
  summary: 'Write .env, animal-store.config.yaml and, on request, a pipeline.',
  flags: {
    Pipeline: {
      pipeline: value(
        'WHERE',
        oneOf(...pipelines),
        'write a pipeline too: github (.github/workflows/animal-store.yml), gitlab (.gitlab-ci.yml) or kubernetes (animal-store-job.yaml)',
      ),
      start: value(
        "'COMMAND'",
        startCommand,
        'the command that starts your server, which must listen on $PORT; by default npm start, if package.json has that script',
      ),
    },
  },
  notes: [
    'On a terminal it asks for the addresses of your service. It never asks for the key: write that into .env yourself. Only you can read .env. In a git repository, .env and reports/ are added to .gitignore.',
    'Other existing files are not changed; the command lists what .env sets and lacks.',
  ],
  examples: [
    'animal-store-conformance init',
    "animal-store-conformance init --pipeline github --start 'node server.js'",
  ],
  async run({ values }, io) {
    const [{ setUp }, { setUpLines }] = await Promise.all([
      import('./set-up.js'),
      import('./lines.js'),
    ]);
    const done = await setUp(values, io);
    io.stdout.write(setUpLines(done));
    const { dotenv } = done.ignored;
    if (typeof dotenv === 'object')
      throw new UsageError(
        `.gitignore cannot be written (${dotenv.impossible}): add the line .env to it, or git may take the key.`,
      );
    return exitCodes.fine;
  },
});
