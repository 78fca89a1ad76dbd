import { describe, expect, test } from 'vitest';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, failingReport } from '../../testing/reports/fixture.js';
import { knownReport } from '../../testing/reports/fixture-known.js';
import { hostileReport } from '../../testing/reports/fixture-hostile.js';
import { command, inFolder } from '../../testing/io.js';
import { tapText } from '../../report/files/tap.js';
import { markOf } from '../../report/words.js';

const few = ['run', 'reference', '--only', 'version', '--seed', '1'];

describe('--reporter', () => {
  test('writes files besides what the terminal shows', () =>
    inFolder(async (folder) => {
      const all = 'junit=own/junit.xml,tap=own/all.tap,json=own/report.json,dot=own/dots.txt';
      const { code, out } = await command([...few, '--reporter', all], { folder });
      expect([code, out.includes('Animal Store 1.0.0')]).toEqual([0, true]);
      const text = (name: string): string => readFileSync(join(folder, 'own', name), 'utf8');
      expect(text('junit.xml')).toContain('<testsuites name="Animal Store');
      expect(text('all.tap')).toMatch(/^TAP version 14\n1\.\.\d+\nok 1 - /);
      expect(JSON.parse(text('report.json'))).toMatchObject({ verdict: 'no-violation-found' });
      expect(text('dots.txt')).toMatch(/^\.+\n/);
    }));

  test('writes over the files of an earlier run', () =>
    inFolder(async (folder) => {
      const names = ['default', 'dot', 'json', 'junit', 'github', 'tap'];
      const all = names.map((name) => `${name}=${name}.txt`).join(',');
      for (const text of ['', 'again'])
        expect([text, (await command([...few, '--reporter', all], { folder })).code]).toEqual([
          text,
          0,
        ]);
    }));

  test.each([
    ['json', /^\{\n? *"format"/],
    ['junit', /^<\?xml[^]*<\/testsuites>\n$/],
    ['tap', /^TAP version 14\n/],
    ['dot', /^\.+\n[^]*no violation/i],
    ['dot,github', /^\.+\n/],
    ['default', /^Animal Store 1\.0\.0/],
  ])('%s stands on standard output', (names, expected) =>
    inFolder(async (folder) => {
      const words = names.split(',').flatMap((name) => ['--reporter', name]);
      const { code, out } = await command([...few, ...words], { folder });
      expect(out).toMatch(expected);
      expect(code).toBe(0);
    }),
  );

  test.each([
    [['--reporter', 'json,tap'], /json and tap cannot both write to standard output/],
    [['--json', '--reporter', 'junit'], /junit and json cannot both write to standard output/],
    [['--reporter', 'github,tap'], /would spoil the tap on standard output/],
    [['--reporter', 'junit='], /names no file/],
    [['--reporter', 'spec'], /specify default, dot, json, junit, github or tap/],
    [['--reporter', 'tap=a,junit=./a'], /Two reporters write to "\.\/a"/],
    [['--reporter', 'tap=taken'], /it is a folder/],
    [['--reporter', 'tap=away/x.tap'], /a link is in its path/],
    [['--reporter', 'junit=package.json'], /holds something else than an earlier report/],
    [['--reporter', 'tap=plain/x.tap'], /cannot be written/],
    [['--watch', '--start', 'true', '--reporter', 'dot'], /leave out --reporter/],
  ])('is refused before anything is sent: %j', (words, message) =>
    inFolder(async (folder) => {
      mkdirSync(join(folder, 'taken'));
      writeFileSync(join(folder, 'plain'), '');
      writeFileSync(join(folder, 'package.json'), '{}');
      symlinkSync('/tmp', join(folder, 'away'));
      const { code, err } = await command(['run', ...words], { folder });
      expect(err).toMatch(message);
      expect([code, existsSync(join(folder, 'reports'))]).toEqual([2, false]);
    }),
  );
});

describe.each([
  ['failing', failingReport()],
  ['known', knownReport()],
  ['hostile', hostileReport()],
])('the TAP of a %s report', (_, report) => {
  const lines = tapText(report, context).trimEnd().split('\n');

  test('has a point for each rule, and only what fails a run is plainly not ok', () => {
    const points = lines.filter((line) => /^(not )?ok /.test(line));
    expect(lines.slice(0, 2)).toEqual(['TAP version 14', `1..${report.rules.length}`]);
    expect(points).toHaveLength(report.rules.length);
    const failing = points.filter((line) => line.startsWith('not ok ') && !/ # TODO /.test(line));
    const expected = report.rules.filter((rule) => {
      const mark = markOf(rule, report);
      return mark === 'failed' || (mark === 'cantTell' && rule.kind === 'stated');
    });
    expect(failing.map((line) => line.split(/[ :]+/)[4])).toEqual(expected.map(({ id }) => id));
  });

  test('holds no line that a target could have made a point of', () => {
    for (const line of lines.slice(2))
      expect(line).toMatch(
        /^(not ok|ok) \d+ - [a-z-]+\.[a-z0-9-]+: |^ {2}(---|\.\.\.|[a-z]+: ".*")$/,
      );
  });
});
