// What goes wrong in the kit or around it is never taken for a verdict: the process ends with 70 and one plain sentence,
// whatever could still be told is told, and only a target that breaks a rule is not conformant.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mainFile, startShell } from '../../testing/built.js';
import { inFolder } from '../../testing/io.js';

const kit = `"${process.execPath}" "${mainFile}"`;
const noStack = /^ +at /m;

const verdictIn = (folder: string): unknown =>
  (
    JSON.parse(readFileSync(join(folder, 'reports/reference/report.json'), 'utf8')) as {
      verdict: string;
    }
  ).verdict;

describe.runIf(process.platform === 'linux').concurrent('the kit', () => {
  test.each<[string, string, number, RegExp]>([
    [
      'too few files to begin',
      `ulimit -n 28; ${kit}`,
      70,
      /too many files are open: raise the limit/,
    ],
    [
      'a standard output that is full',
      `${kit} --only version > /dev/full`,
      70,
      /standard output could not be written: the disk is full/,
    ],
    [
      'a wait for what never happens',
      `NODE_OPTIONS='--import=data:text/javascript,Promise.all=()=>new%20Promise(()=>{})' ${kit} rules`,
      70,
      /it waited for something that never happened/,
    ],
    [
      'no working folder',
      `mkdir gone; cd gone; rmdir ../gone; ${kit}`,
      70,
      /the working folder is gone: change to another one/,
    ],
    [
      'a working folder whose name is not UTF-8',
      `mkdir caf$'\\xe9'; cd caf$'\\xe9'; ${kit}`,
      70,
      /the name of the working folder is not valid UTF-8: change to another one/,
    ],
  ])('with %s fails by itself', async (_, line, code, sentence) => {
    await inFolder(async (folder) => {
      const run = startShell(line, folder);
      expect(await run.ended).toBe(code);
      expect(run.written.err).toMatch(sentence);
      expect(run.written.err).toContain('The kit itself failed');
      expect(run.written.err).not.toMatch(noStack);
    });
  });

  test.each([
    ['few files', `ulimit -n 64; ${kit} --effort quick`],
    ['a standard error that is full', `${kit} --only version 2> /dev/full`],
  ])('with %s does its work all the same', async (_, line) => {
    await inFolder(async (folder) => {
      const run = startShell(line, folder);
      expect([await run.ended, run.written.err]).toEqual([0, expect.not.stringMatching(noStack)]);
      expect(verdictIn(folder)).toBe('no-violation-found');
    });
  });

  // A crash is made by a module that is loaded before the kit, and throws within the run where nobody catches it.
  test.each(['throw', 'reject'])(
    'ends at an error that nobody catches (%s), with what was told so far',
    async (how) => {
      await inFolder(async (folder) => {
        const crash =
          how === 'throw'
            ? "process.on('SIGUSR2', () => { throw new Error('made up') })"
            : "process.on('SIGUSR2', () => Promise.reject(new Error('made up')))";
        const run = startShell(
          `exec "${process.execPath}" --import "data:text/javascript,${encodeURIComponent(crash)}" "${mainFile}" --rate 100`,
          folder,
        );
        await run.shows(/^ {2}\d+ of \d+ rules/m);
        run.child.kill('SIGUSR2');
        expect(await run.ended).toBe(70);
        expect(run.written.err).toMatch(
          /The kit itself failed \(made up\)\. This says nothing about the target/,
        );
        expect(run.written.err).not.toMatch(noStack);
        expect(existsSync(join(folder, 'reports/reference/report.json'))).toBe(true);
        expect(verdictIn(folder)).toBe('inconclusive');
      });
    },
  );
});
