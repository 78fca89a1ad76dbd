// The questions of `certify --init`, from a pipe and on a terminal.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../cli.js';
import { readImplementation } from '../../../certify/certificate/implementation.js';
import { command, inFolder, world } from '../../../testing/io.js';

test('all wrong answers about the product are told at once, and nothing is written', async () => {
  await inFolder(async (folder) => {
    const stdin = 'Acme\n\n2.1\nacme\na@acme.example\n';
    const { code, err } = await command(['certify', '--init'], { folder, stdin });
    expect(code).toBe(2);
    expect(err).toMatch(
      /`product` \(.*\) is needed; `url` \(.*\) is not an address .*: nothing was written/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('where nobody can be asked, it says how else the file is made, by an example that is right', async () => {
  await inFolder(async (folder) => {
    const { code, err } = await command(['certify', '--init'], { folder, stdin: '' });
    expect(code).toBe(2);
    expect(err).toContain(
      'one a line (organisation, product, version, url, contact, image, commit)',
    );
    const example = err.slice(0, err.indexOf('animal-store-conformance: '));
    expect(readImplementation(example, 'example')).toMatchObject({ product: 'Example Store' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a wrong optional answer on a terminal costs no other answer', async () => {
  await inFolder(async (folder) => {
    const { io, written } = world({ folder, terminal: true });
    const lines = ['Acme', 'Store', '2', 'acme', 'x', 'no', 'https://acme.example', ',', 'a@b'];
    const queue = [...lines, 'latest', 'v1', '1', ''];
    const stdin = { ...io.stdin, line: () => Promise.resolve(queue.shift() ?? '') };
    expect(await main(['certify', '--init'], { ...io, stdin })).toBe(0);
    expect(written.err).toContain(
      'That is not sha256: and 64 hexadecimal digits. It is omitted: add `image` to the file later.\n',
    );
    expect(readFileSync(join(folder, 'implementation.yaml'), 'utf8')).toMatch(
      /organisation: Acme\nproduct: Store\nversion: "?2"?\nurl: https:\/\/acme.example\ncontact:\n +- a@b\n$/,
    );
  });
});

test.each(['file/own.yaml', 'nowhere/own.yaml'])(
  'a description that cannot be written to %s is refused before any question',
  async (path) => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'file'), '');
      const words = ['certify', '--init', '--implementation', path];
      const { code, err } = await command(words, { folder, stdin: '' });
      expect([code, err]).toEqual([2, expect.stringContaining(`"${path}" cannot be written (`)]);
      expect(err).not.toContain('Organisation');
    });
  },
);
