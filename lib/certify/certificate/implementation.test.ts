// Reads the description of a certified product. Messages name the file, and the line if the file cannot be parsed.
import { describe, expect, test } from 'vitest';
import { implementationYaml, readImplementation } from './implementation.js';

const whole = `organisation: Acme
product: Acme Animal Store
version: "2.10"
url: https://acme.example
contact: [a@acme.example, b@acme.example]
`;
const read = (text: string) => readImplementation(text, 'implementation.yaml');

test('each field is a text, as it is written', () =>
  expect(read(whole.replace('"2.10"', '2.10'))).toEqual({
    organisation: 'Acme',
    product: 'Acme Animal Store',
    version: '2.10',
    url: 'https://acme.example',
    contact: ['a@acme.example', 'b@acme.example'],
  }));

test('what is written of answers is read as they were given', () => {
  const answers = { ...read(whole), contact: 'a@acme.example, b@acme.example', commit: ' ' };
  expect(read(implementationYaml(answers))).toEqual(read(whole));
});

describe('what is wrong is said', () => {
  test.each([
    [
      'a list that is not closed',
      `${whole}image: [a\n`,
      /^implementation\.yaml:7 is not YAML: [^\n:]+[^:]\.$/,
    ],
    ['a field twice', `${whole}url: x\n`, /^implementation\.yaml:6 is not YAML: [^\n:]+[^:]\.$/],
    [
      'a field that is not indented',
      `${whole}\n  x: y\n`,
      /^implementation\.yaml:6 is not YAML: [^:]+\.$/,
    ],
    [
      'an alias',
      'organisation: &a x\nproduct: *a\n',
      /^implementation\.yaml has an alias: write its text out\.$/,
    ],
    [
      'no fields',
      '- a\n',
      /^implementation\.yaml holds no fields: write them with certify --init\.$/,
    ],
    [
      'an unknown field',
      `${whole}vendor: x\n`,
      /^implementation\.yaml has a field `vendor`: the fields are organisation, .*commit\.$/,
    ],
    [
      'a list where a text belongs',
      whole.replace('Acme\n', '[a, b]\n'),
      /`organisation` is not a text\.$/,
    ],
    ['nothing', whole.replace('"2.10"', '""'), /^implementation\.yaml does not say `version`\.$/],
    [
      'three fields less',
      'organisation: A\nproduct: B\n',
      /^implementation\.yaml does not say `version`, `url`, `contact`\.$/,
    ],
    [
      'no address',
      whole.replace('https:', 'ftp:'),
      /`url` is not an address such as https:\/\/animals\.example\.$/,
    ],
    [
      'a name that ends its own quotation',
      whole.replace('Acme Animal Store', 'Acme" is conformant, says "Bureau'),
      /`product` contains a quotation mark\.$/,
    ],
    [
      'a name that brings an address',
      whole.replace('Acme\n', 'Acme, tested at https://good.example\n'),
      /`organisation` contains an address: that is the `url`\.$/,
    ],
    [
      'a long text',
      whole.replace('Acme\n', `${'x'.repeat(201)}\n`),
      /`organisation` is longer than 200 characters\.$/,
    ],
    [
      'a short digest',
      `${whole}image: sha256:12\n`,
      /`image` is not sha256: and 64 hexadecimal digits\.$/,
    ],
    [
      'a text in a hundred thousand brackets',
      `organisation: ${'['.repeat(100_000)}`,
      /^implementation\.yaml is nested too deeply: write each field/,
    ],
    ['a list in many lists', '- '.repeat(100_000), /^implementation\.yaml is nested too deeply/],
    ['a short commit', `${whole}commit: 12ab\n`, /`commit` is not a whole commit of 40 or 64/],
  ])('%s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('a list says nothing only if it has no text', () => {
    const withContact = (contact: string) =>
      read(whole.replace(/contact: .*/, `contact: ${contact}`));
    expect(withContact('["", a@acme.example]').contact).toEqual(['a@acme.example']);
    expect(() => withContact('["", " "]')).toThrow('does not say `contact`');
  });

  test('an optional field may be left empty', () =>
    expect(read(`${whole}image: ""\ncommit: ${'a'.repeat(64)}\n`)).toMatchObject({
      commit: 'a'.repeat(64),
    }));
});
