// What the guide gives to check a certificate without this kit: it holds for a certificate, and for none that was changed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../contract/files.js';
import { command, inFolder } from '../../../testing/io.js';
import { blocksOf, page } from '../../../testing/documents.js';

/** Built by `npm run foreign`, with what the guide installs. */
const python = join(packageRoot(), 'node_modules/.cache/foreign/checking/bin/python');
const answers = ['Acme', 'Store', '1', 'https://acme.example', 'a@acme.example', '', ''];

test('securesystemslib checks a certificate, by the commands of the guide', async (context) => {
  if (!existsSync(python)) return context.skip('`npm run foreign` has not built it');
  const blocks = blocksOf(page('spec/guide/certifying-a-server.md'));
  const script =
    blocks.find(({ language }) => language === 'python')?.text ?? expect.fail('no script');
  const line = /^checking\/bin\/python (check\.py .*)$/m;
  const words = blocks.flatMap(({ text }) => line.exec(text)?.[1]?.split(' ') ?? []);
  await inFolder(async (folder) => {
    await command(['certify', '--init'], { folder, stdin: answers.join('\n') });
    await command(['certify', '--keygen'], { folder });
    expect((await command(['certify', 'reference', '--quiet'], { folder })).code).toBe(0);
    writeFileSync(join(folder, 'check.py'), script);
    const check = () => spawnSync(python, words, { cwd: folder, encoding: 'utf8' });
    const changed = (name: string, change: (text: string) => string): (() => void) => {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(change(text), name).not.toBe(text);
      writeFileSync(join(folder, name), change(text));
      return () => writeFileSync(join(folder, name), text);
    };
    const { status, stdout, stderr } = check();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^report\.json is signed with the key [0-9a-f]{64}$/m);
    const restored = changed('certificate/report.json', (text) =>
      text.replace('"passed"', '"failed"'),
    );
    expect(check()).toMatchObject({ status: 1, stderr: 'report.json is not what was signed\n' });
    restored();
    const signedAgain = changed('certificate/attestation.json', (text) =>
      text.replace(
        /("payload": "ey)(.)/,
        (_, head: string, one: string) => head + (one === 'J' ? 'K' : 'J'),
      ),
    );
    expect(check()).toMatchObject({ status: 1, stdout: '' });
    signedAgain();
    expect(check().status).toBe(0);
    await command(['certify', '--keygen', '--signing-key', 'other.pem'], { folder });
    changed('signing-key.pub.pem', () => readFileSync(join(folder, 'other.pub.pem'), 'utf8'));
    expect(check()).toMatchObject({ status: 1, stdout: '' });
  });
});
