// Runs the script of spec/pipelines/gitlab.yml in an empty project, in both shells that a runner may have.
import { describe, expect, test } from 'vitest';
import { atServer } from '../at-server.js';
import { gitLabJob } from './files.js';
import { candidate, key, onRunner, type Runner } from './shell.js';

const { variables, before_script: before, script, artifacts } = gitLabJob();

/** The variables of the job, some of which a test overrides. */
const settings = (given: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.value,
    ]),
  ),
  ...given,
});

/** Runs all lines in one shell that ends at the first failing line, as a runner does. */
const run = (runner: Runner, shell: string, given: Readonly<Record<string, string>>) =>
  runner.shell([shell, '-ec', [...before, ...script].join('\n')], settings(given));

describe.concurrent.each(['bash', 'sh'])('the job of GitLab, with %s', (shell) => {
  test('tests a candidate, and leaves its reports', async () => {
    await onRunner(async (runner) => {
      const { code, said } = await run(runner, shell, {
        CONFORMANCE_START: candidate(),
        CONFORMANCE_FLAGS: '--quickstart http://127.0.0.1:$PORT/quickstart',
      });
      expect(said).toContain('is conformant (catalogue and quickstart)');
      expect(code).toBe(0);
      for (const path of [...artifacts.paths, artifacts.reports.junit])
        expect(runner.isThere(path), path).toBe(true);
      expect(runner.given('npm').map(([first]) => first)).toEqual(['ci', 'install']);
      expect(runner.given('npm')[1]).toContain('--ignore-scripts');
      expect(runner.isThere('node_modules')).toBe(false);
    });
  });

  test('fails for a target that is not conformant', async () => {
    await onRunner(async (runner) => {
      const { code, said } = await run(runner, shell, {
        CONFORMANCE_START: candidate('missing-name-taken'),
        CONFORMANCE_FLAGS: '--effort quick',
        ANIMAL_STORE_API_KEY: key,
      });
      expect(code).toBe(1);
      expect(said).not.toContain(key);
      const junit = runner.read(artifacts.reports.junit);
      expect(junit).toContain('<failure');
      expect(junit).not.toContain(key);
      expect(JSON.stringify(runner.given('kit'))).not.toContain(key);
    });
  });

  test('tests a server that already runs instead', () =>
    atServer({ key }, ({ url }) =>
      onRunner(async (runner) => {
        runner.write('list-animals.txt', 'a file that the * must not become');
        const { code } = await run(runner, shell, {
          CONFORMANCE_TARGET: url,
          CONFORMANCE_FLAGS: '--only list-animals.* --effort quick',
          ANIMAL_STORE_API_KEY: key,
        });
        expect(code).toBe(0);
        expect(runner.given('kit')[0]).toEqual(
          'run --output animal-store-report --only list-animals.* --effort quick --'
            .split(' ')
            .concat(url),
        );
      }),
    ));

  test('a variable full of shell does no harm', async () => {
    const harm = '"; touch pwned; $(touch pwned) `touch pwned` \' && touch pwned #';
    for (const name of ['CONFORMANCE_TARGET', 'CONFORMANCE_FLAGS', 'CONFORMANCE_VERSION'])
      await onRunner(async (runner) => {
        await run(runner, shell, {
          CONFORMANCE_START: candidate(),
          CONFORMANCE_FLAGS: '--only 4.4',
          [name]: harm,
        });
        expect(runner.isThere('pwned'), name).toBe(false);
      });
  });
});
