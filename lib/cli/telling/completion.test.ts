// What the shells complete is what the parser takes.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { command } from '../../testing/io.js';
import { flagsOf } from '../arguments/command.js';
import { commands } from '../commands/index.js';

const script = async (shell: string): Promise<string> => (await command(['completion', shell])).out;

/** What bash offers behind these words; the last one is not finished. */
async function offered(...typed: string[]): Promise<readonly string[]> {
  const words = ['animal-store-conformance', ...typed].map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _animal_store_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${await script('bash')}\n${asked}`], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('bash', () => {
  test('completes every command and its own flags', async () => {
    const first = await offered('');
    for (const { name } of commands) expect(first).toContain(name);
    expect(first).toEqual(expect.arrayContaining(['help', 'production', '--start', '--version']));
    for (const one of commands)
      for (const flag of Object.keys(flagsOf(one)))
        expect(await offered(one.name, `--${flag}`), one.name).toContain(`--${flag}`);
    expect(await offered('rules', '--st')).toEqual([]);
  });

  test('completes what stands behind a flag or a command', async () => {
    expect(await offered('--effort', '')).toEqual(['quick', 'standard', 'thorough']);
    expect(await offered('staging', '--exclude', 'list-animals.fil')).toEqual([
      'list-animals.filter',
      'list-animals.filter-few',
      'list-animals.filter-finds',
    ]);
    expect(await offered('explain', 'messages.ec')).toEqual(['messages.echo']);
    expect(await offered('completion', '')).toEqual(
      expect.arrayContaining(['bash', 'zsh', 'fish']),
    );
    expect(await offered('--seed', '')).toEqual([]);
    expect(await offered('--report-dir', 'li')).toContain('lib');
    expect(await offered('report', 'pack')).toContain('package.json');
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
    err: expect.stringContaining('SHELL is "tcsh": specify bash, zsh or fish.') as string,
  });
});
