// For tests: the pages that people read, their blocks of code, and the commands that they tell people to type.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/files.js';

interface Page {
  readonly name: string;
  readonly text: string;
}

interface Block {
  /** Empty where it is output, or a drawing. */
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

/** All pages with commands. A file of spec/pipelines is one block in itself. */
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

/** What stands behind `animal-store-conformance` at the beginning of a line of a shell, or of a step of a pipeline. */
export const commandsIn = (one: Page): readonly string[] =>
  blocksOf(one)
    .filter(({ language }) => /^(?:sh|bash|ya?ml)$/.test(language))
    .flatMap(({ text }) =>
      [...text.replace(/\\\n\s*/g, '').matchAll(calling)].map(([, line = '']) => line),
    );

/** The words of a command line, without its comment and what a shell does with it; quotes hold words together. */
export const wordsOf = (line: string): readonly string[] =>
  [
    ...line
      .replace(/\$\{\{[^}]*\}\}|"?\$\{?\w+\}?"?/g, '1')
      .replace(/\s(?:#|<<<|\|\|?|&&|>>?) .*$/, '')
      .matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
  ].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
