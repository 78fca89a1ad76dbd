// For tests: the pages that people read, their blocks of code, and the commands that they contain.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/files.js';

interface Page {
  readonly name: string;
  readonly text: string;
}

interface Block {
  /** Empty for output and drawings. */
  readonly language: string;
  readonly text: string;
}

const root = packageRoot();

export const page = (name: string): Page => ({
  name,
  text: readFileSync(join(root, name), 'utf8'),
});

const below = (folder: string): readonly Page[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => page(join(entry.parentPath, entry.name).slice(root.length + 1)))
    : [];

export const guide = below('spec/guide');

/** All pages that contain commands. A file in spec/pipelines counts as one block. */
export const pages: readonly Page[] = [
  page('README.md'),
  page('CONTRIBUTING.md'),
  page('reports/README.md'),
  page('.github/speed.md'),
  ...guide,
  ...below('spec/pipelines'),
];

export const blocksOf = ({ name, text }: Page): readonly Block[] =>
  name.endsWith('.md')
    ? [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', inside = '']) => ({
        language,
        text: inside,
      }))
    : [{ language: name.replace(/^.*\./, ''), text }];

const calling =
  /^\s*(?:- )?(?:run: |\$ )?(?:npx (?:--yes )?)?animal-store-conformance(?:@[\w.]+)? (.*)$/gm;

/** What follows `animal-store-conformance` at the beginning of a shell line or of a pipeline step. */
export const commandsIn = (one: Page): readonly string[] =>
  blocksOf(one)
    .filter(({ language }) => /^(?:sh|bash|ya?ml)$/.test(language))
    .flatMap(({ text }) =>
      [...text.replace(/\\\n\s*/g, '').matchAll(calling)].map(([, line = '']) => line),
    );

/** The words of a command line, without its comment and shell syntax. Quoted words stay together. */
export const wordsOf = (line: string): readonly string[] =>
  [
    ...line
      .replace(/\$\{\{[^}]*\}\}|"?\$\{?\w+\}?"?/g, '1')
      .replace(/\s(?:#|<<<|\|\|?|&&|>>?) .*$/, '')
      .matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
  ].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
