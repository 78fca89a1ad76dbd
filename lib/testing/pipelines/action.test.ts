// Runs the scripts of action.yml in an empty project, with this build as the kit, against candidates and a server.
import { join } from 'node:path';
import { readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { namesInFolder } from '../../api/reports/report-folder.js';
import { atServer } from '../at-server.js';
import { type Around, carryOut } from './composite.js';
import { candidate, key, onRunner, type Runner } from './shell.js';

const upload = 'actions/upload-artifact@v6';
const alerts = 'github/codeql-action/upload-sarif@v4';
const quick = { effort: 'quick', args: '--seed 1' };

/** Files are named one by one, so that anything else in the folder is not uploaded. */
const uploaded = (folder: string): string =>
  namesInFolder.map((name) => `${folder}/${name}\n`).join('');

const run = (runner: Runner, inputs: Readonly<Record<string, string>>, around?: Around) =>
  carryOut({ ...quick, ...inputs }, runner, around);

describe.concurrent('the action', () => {
  test('tests a candidate, and passes for a conformant one', async () => {
    await onRunner(async (runner) => {
      const { code, said, outputs, used, summary } = await run(runner, {
        start: candidate(),
        quickstart: 'http://127.0.0.1:$PORT/quickstart',
        effort: 'standard',
        key,
      });
      expect(said).toContain('is conformant (catalogue and quickstart)');
      expect(code).toBe(0);
      const report = join(runner.folder, 'animal-store-report');
      expect(outputs).toEqual({ verdict: 'conformant', report, 'exit-code': '0' });
      expect(runner.isThere('animal-store-report/report.html')).toBe(true);
      expect(used).toEqual({ [upload]: { name: 'animal-store-report', path: uploaded(report) } });
      // The summary appears once, because only the kit writes it.
      expect(summary.match(/^## ✓ Animal Store: conformant$/gm)).toHaveLength(1);
    });
  });

  test('fails with the exit code of the kit, and uploads the reports all the same', async () => {
    await onRunner(async (runner) => {
      const { code, said, outputs, used, summary } = await run(runner, {
        start: candidate('missing-name-taken'),
        sarif: 'true',
      });
      expect([code, outputs['exit-code'], outputs['verdict']]).toEqual([1, '1', 'not-conformant']);
      expect(said).toMatch(/^::error title=failed%?[^\n]*add-animal\.missing-name/m);
      expect(summary).toContain('<b>add-animal.missing-name</b>');
      const { report = '' } = outputs;
      expect(used[upload]?.['path']).toBe(uploaded(report));
      expect(used[alerts]).toMatchObject({
        sarif_file: `${report}/results.sarif`,
        category: 'animal-store-report',
      });
      expect(readFileSync(`${report}/results.sarif`, 'utf8')).toContain(
        '"add-animal.missing-name"',
      );
    });
  });

  test('installs its own version outside of the project, without running scripts', async () => {
    await onRunner(async (runner) => {
      await run(runner, { start: candidate(), args: '--only 4.4' });
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      const [words = []] = runner.given('npm');
      expect(words.slice(0, 3)).toEqual([
        'install',
        '--prefix',
        join(runner.temp, 'animal-store-conformance'),
      ]);
      expect(words).toContain('--ignore-scripts');
      expect(words.at(-1)).toBe(`animal-store-conformance@${version}`);
      expect(runner.isThere('node_modules')).toBe(false);
    });
  });

  test.each([
    ['0.9.1', 'animal-store-conformance@0.9.1'],
    ['kit.tgz', 'PROJECT/kit.tgz'],
    ['/elsewhere/kit.tgz', '/elsewhere/kit.tgz'],
  ])('installs the version %s', async (version, installed) => {
    await onRunner(async (runner) => {
      await run(runner, { start: candidate(), args: '--only 4.4', version });
      expect(runner.given('npm')[0]?.at(-1)).toBe(installed.replace('PROJECT', runner.folder));
    });
  });

  test('hands on every input, and splits further flags as a shell does', async () => {
    await onRunner(async (runner) => {
      runner.write('known.yaml', 'known: []\n');
      await run(runner, {
        target: 'http://127.0.0.1:9/v1',
        quickstart: 'http://127.0.0.1:9/quickstart',
        strict: 'true',
        baseline: 'known.yaml',
        'report-dir': 'some reports',
        key,
        args: `--header 'X-Trace: a b' --exclude "messages.*"\n--seed 7`,
      });
      expect(runner.given('kit')).toEqual([
        [
          'run',
          '--effort=quick',
          '--output=some reports',
          '--quickstart=http://127.0.0.1:9/quickstart',
          '--strict',
          '--baseline=known.yaml',
          '--header',
          'X-Trace: a b',
          '--exclude',
          'messages.*',
          '--seed',
          '7',
          '--',
          'http://127.0.0.1:9/v1',
        ],
      ]);
    });
  });

  test('has no verdict where nothing could be tested, also where an older report lies', async () => {
    await onRunner(async (runner) => {
      await run(runner, { start: candidate(), args: '--only 4.4' });
      const again = await run(runner, { target: 'http://127.0.0.1:9/v1', key });
      expect(again).toMatchObject({
        code: 4,
        outputs: { verdict: '', report: '', 'exit-code': '4' },
        used: {},
      });
    });
  });

  test('fails where the kit exits with 0 and has tested nothing, however new an old report looks', async () => {
    await onRunner(async (runner) => {
      runner.write('animal-store-report/report.json', '{"verdict":"conformant"}');
      utimesSync(join(runner.folder, 'animal-store-report/report.json'), 2 ** 32, 2 ** 32);
      const { code, said, outputs, used } = await run(runner, { args: '--help' });
      expect([code, used]).toEqual([2, {}]);
      expect(outputs).toEqual({ verdict: '', report: '', 'exit-code': '2' });
      expect(said).toContain('::error::The kit exited with status 0, but wrote no report');
    });
  });

  test('writes into no folder that is a link, and uploads nothing of it', async () => {
    await onRunner(async (runner) => {
      runner.write('.git/config', 'token');
      symlinkSync('.git', join(runner.folder, 'animal-store-report'));
      const { code, said, used } = await run(runner, { start: candidate() });
      expect([code, used]).toEqual([2, {}]);
      expect(said).toContain('"animal-store-report": it is a link');
      expect(readdirSync(join(runner.folder, '.git'))).toEqual(['config']);
    });
  });

  test('takes the key of the job, and shows it nowhere', () =>
    atServer({ key, changes: ['missing-name-taken'] }, ({ url, environment }) =>
      onRunner(async (runner) => {
        const inputs = { target: url, comment: 'true', sarif: 'true' };
        const around = { env: environment, pullRequest: 7 };
        const { code, said, outputs, summary } = await run(runner, inputs, around);
        expect(code).toBe(1);
        const seen = [
          said,
          summary,
          JSON.stringify([outputs, runner.given('npm'), runner.given('kit'), runner.given('gh')]),
          runner.read('../comment.md'),
          runner.read('animal-store-report/results.sarif'),
        ];
        for (const text of seen) expect(text).not.toContain(key);
      }),
    ));

  test('an input full of shell does no harm', async () => {
    const shell = '"; touch pwned; $(touch pwned) `touch pwned` \' && touch pwned #';
    const inputs = [
      'target',
      'quickstart',
      'effort',
      'strict',
      'baseline',
      'report-dir',
      'version',
    ];
    for (const name of [...inputs, 'args', 'artifact'])
      await onRunner(async (runner) => {
        const start = candidate();
        const { code } = await run(
          runner,
          { start, args: '--only 4.4', comment: 'true', [name]: shell },
          { pullRequest: 7 },
        );
        expect(runner.isThere('pwned'), name).toBe(false);
        if (name === 'args') expect(code).toBe(2);
      });
  });
});

describe.concurrent('the comment on a pull request', () => {
  const commented = (runner: Runner, pullRequest?: number) =>
    run(
      runner,
      { start: candidate('missing-name-taken'), comment: 'true' },
      pullRequest === undefined ? {} : { pullRequest },
    );

  test('is written, with the summary and links that lead somewhere', async () => {
    await onRunner(async (runner) => {
      const { code } = await commented(runner, 7);
      expect(code).toBe(1);
      const [looked, wrote] = runner.given('gh');
      expect(looked).toContain('repos/acme/store/issues/7/comments');
      expect(wrote?.slice(0, 5)).toEqual([
        'api',
        '--silent',
        '--method',
        'POST',
        'repos/acme/store/issues/7/comments',
      ]);
      const comment = runner.read('../comment.md');
      expect(comment).toMatch(/^<!-- animal-store-conformance: animal-store-report -->\n## ✗ /);
      expect(comment).toContain('<b>add-animal.missing-name</b>');
      for (const [, link] of comment.matchAll(/\]\(([^)]*)\)/g)) expect(link).toMatch(/^https:/);
    });
  });

  test('takes the place of the one that is there', async () => {
    await onRunner(async (runner) => {
      runner.write('../comments.ids', '41\n42\n');
      await commented(runner, 7);
      expect(runner.given('gh')[1]?.slice(0, 5)).toEqual([
        'api',
        '--silent',
        '--method',
        'PATCH',
        'repos/acme/store/issues/comments/41',
      ]);
    });
  });

  test('is left out where nobody asked for it, or no pull request is there', async () => {
    await onRunner(async (runner) => {
      await commented(runner);
      await run(runner, { start: candidate(), args: '--only 4.4' }, { pullRequest: 7 });
      expect(runner.given('gh')).toEqual([]);
    });
  });

  test('that GitHub refuses is a warning: the exit code is the one of the kit', async () => {
    await onRunner(async (runner) => {
      runner.write('../gh.refuses', '');
      const { code, said } = await commented(runner, 7);
      expect(code).toBe(1);
      expect(said).toContain('::warning::The comment on the pull request could not be written.');
      await run(runner, { start: candidate(), comment: 'true' }, { pullRequest: 7 }).then((fine) =>
        expect(fine.code).toBe(0),
      );
    });
  });
});
