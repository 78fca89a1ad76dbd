// `version`: which version of the kit this is, as --version says it too.
import { command } from '../arguments/command.js';
import { exitCodes } from '../../api/exit-codes.js';
import { kitVersion } from '../../api/package.js';

export const version = command({
  name: 'version',
  summary: 'Print the version of the kit.',
  flags: {},
  examples: ['animal-store-conformance version'],
  run(_asked, io) {
    io.stdout.write(`${kitVersion()}\n`);
    return Promise.resolve(exitCodes.fine);
  },
});
