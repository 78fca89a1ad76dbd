// The shells complete exactly the words that the parser accepts.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { command } from '../../testing/io.js';
import { flagsOf } from '../arguments/command.js';
import { commands } from './index.js';

const script = async (shell: string): Promise<string> => (await command(['completion', shell])).out;

/** Printed behind each answer. */
const end = '=end=';

/** Returns the words that bash offers for each of these unfinished lines. One bash serves all, as starting it takes the time. */
async function offered(...lines: readonly (readonly string[])[]): Promise<readonly string[][]> {
  const asked = lines.map((typed) => {
    const words = ['animal-store-conformance', ...typed].map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _animal_store_conformance; printf '%s\\n' "\${COMPREPLY[@]}" ${end}`;
  });
  const { stdout, stderr } = spawnSync('bash', ['-s'], {
    input: [await script('bash'), ...asked, ''].join('\n'),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const answers = stdout.split(`${end}\n`).slice(0, -1);
  expect(answers).toHaveLength(lines.length);
  return answers.map((answer) => answer.split('\n').filter((word) => word !== ''));
}

describe('bash', () => {
  test('completes every command and its own flags', async () => {
    const flags = commands.flatMap((one) =>
      Object.keys(flagsOf(one)).map((flag) => [one.name, `--${flag}`]),
    );
    const [first, foreign, ...others] = await offered([''], ['rules', '--st'], ...flags);
    for (const { name } of commands) expect(first).toContain(name);
    expect(first).toEqual(expect.arrayContaining(['help', 'production', '--start', '--version']));
    for (const [at, words] of flags.entries())
      expect(others[at], words.join(' ')).toContain(words[1]);
    expect(foreign).toEqual([]);
  });

  test('completes what stands behind a flag or a command', async () => {
    const [effort, exclude, explain, completion, seed, folder, report] = await offered(
      ['--effort', ''],
      ['staging', '--exclude', 'list-animals.fil'],
      ['explain', 'messages.ec'],
      ['completion', ''],
      ['--seed', ''],
      ['--output', 'li'],
      ['report', 'pack'],
    );
    expect(effort).toEqual(['quick', 'standard', 'thorough']);
    expect(exclude).toEqual([
      'list-animals.filter',
      'list-animals.filter-few',
      'list-animals.filter-finds',
    ]);
    expect(explain).toEqual(['messages.echo']);
    expect(completion).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(seed).toEqual([]);
    expect(folder).toContain('lib');
    expect(report).toContain('package.json');
  });
});

test.each(['zsh', 'fish'])('%s knows every command, flag and rule', async (shell) => {
  const text = await script(shell);
  for (const one of commands) {
    expect(text).toContain(one.name);
    for (const flag of Object.keys(flagsOf(one)))
      expect(text).toMatch(new RegExp(shell === 'fish' ? ` -l ${flag} ` : ` --${flag}[ ;]`));
  }
  for (const { id } of loadLedger().rules) expect(text).toContain(id);
});

test('another shell is refused', async () => {
  expect(await command(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('The shell is "tcsh": specify bash, zsh or fish.') as string,
  });
});
