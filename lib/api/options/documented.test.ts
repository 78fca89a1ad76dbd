import { expect, test } from 'vitest';
import { documented } from './documented.js';

const declaration =
  'export interface RunOptions extends OptionsOfFlags {\n    readonly target?: string;\n}\n';

const commentOf = (option: string): string | undefined =>
  new RegExp(
    `/\\*\\* (.*) \\*/\\n    readonly ${option}\\?: OptionsOfFlags\\['${option}'\\];`,
  ).exec(documented(declaration))?.[1];

test('An option of a program has the help of its flag, in the words of a program', () => {
  expect(commentOf('readOnly')).toBe(
    'Send only GET requests; rules that need writes are untested.',
  );
  expect(commentOf('headers')).toBe('Send this header with every request, for a gateway.');
  expect(commentOf('certKey')).toBe('The private key (PEM) of `cert`.');
  expect(commentOf('connectTimeout')).toBe(
    'Time limit for opening a connection; default 5. In seconds.',
  );
});

test('A former name says what the option is called today', () => {
  expect(commentOf('wait')).toBe('@deprecated It is now called `startTimeout`.');
});

test('What only the command has is no option of a program', () => {
  expect(commentOf('open')).toBeUndefined();
  expect(documented(declaration)).toContain('    readonly target?: string;\n');
});

test('A declaration in which nothing could be written is refused', () => {
  expect(() => documented('export interface Options {}')).toThrow(/does not contain/);
});
