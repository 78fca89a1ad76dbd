// A file of tests that stands alone: one for each failure, which sends its minimal case again and expects what the rule asks
// for. A vendor keeps it with the project. What no such test can show is there as a test to do, with the command that can.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { saysBoth } from '../text/already-said.js';
import { brief, sourceComment, visible } from '../text/inert.js';
import { parsed } from '../sent.js';
import { headlineOf, markOf, worstFirst } from '../words.js';
import { type Facts, type Failed, type SchemaName, schemaNames } from './check.js';
import { type Body, bodyOf } from './case.js';
import { helpersFor } from './helpers.js';
import { quoted } from './literals.js';
import { isWritten } from './requests.js';

export type { Facts } from './check.js';

/** Every generated file begins with this line: a file that does not is somebody else's. */
export const firstWords = '// Tests for vitest, written by animal-store-conformance';

interface TestFileOptions {
  readonly facts: Facts;
  /** The file is TypeScript. */
  readonly isTyped: boolean;
}

/** The tests of what failed the run; undefined if nothing did. A warning fails no run, so a test must not either. */
export function vitestFile(report: Report, options: TestFileOptions): string | undefined {
  const failed = report.rules.filter(
    (rule) => rule.failures.length > 0 && markOf(rule, report) !== 'warning',
  );
  if (failed.length === 0) return undefined;
  const order = worstFirst(report).map(({ rule }) => rule);
  const tests = failed
    .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((rule) => testsOf(rule, report, options.facts))
    .join('\n');
  const first = helpersFor(tests, options.isTyped);
  const named = constants(tests + first, report, options.facts);
  const ends = helpersFor(`${named.join('\n')}\n${tests}`, options.isTyped);
  const code = [...named, '', `${tests}${ends}`].join('\n');
  return [...intro(report, code), '', code].join('\n');
}

function intro({ kit, target }: Report, code: string): readonly string[] {
  const names = variables.filter((name) => code.includes(name));
  // What is left to do by hand alone sends nothing, and expects nothing.
  const settings =
    names.length === 0
      ? []
      : [
          `// Set these variables: ${names.join(', ')}. Animals that a test adds stay on the server.`,
        ];
  const used = ['describe', 'expect', 'test'].filter((name) =>
    new RegExp(`\\b${name}[.(]`).test(code),
  );
  return [
    `${firstWords} ${visible(kit.version)}. A run that writes to this name replaces it: to edit it, rename it.`,
    sourceComment(
      `The run tested ${target.name}. Each test sends a failing case again and expects what the contract asks for.`,
    ),
    ...settings,
    `import { ${used.join(', ')} } from 'vitest';`,
  ];
}

const variables = ['ANIMAL_STORE_URL', 'ANIMAL_STORE_QUICKSTART_URL', 'ANIMAL_STORE_API_KEY'];

/** What stands above the tests, as far as they use it. */
function constants(code: string, report: Report, facts: Facts): readonly string[] {
  const { baseUrl, quickstartBaseUrl, again = [] } = report.target;
  const plain = code.replace(/\/\/.*$|'(?:[^'\\\n]|\\[^\n])*(?:'|\\?$)/gm, '');
  const uses = (name: string): boolean => new RegExp(`(?<![.\\w"-])${name}\\b(?!")`).test(plain);
  // The port of a candidate is another one each time.
  const isOfCandidate = again.includes('--start');
  const address = (variable: string, otherwise: string): string =>
    `(process.env['${variable}'] ?? ${otherwise}).replace(/\\/+$/, '')`;
  const all: readonly (readonly [string, string])[] = [
    [
      'base',
      address('ANIMAL_STORE_URL', isOfCandidate ? `unset('ANIMAL_STORE_URL')` : quoted(baseUrl)),
    ],
    // Not every server has one: without its address, its tests are skipped.
    [
      'quickstart',
      address(
        'ANIMAL_STORE_QUICKSTART_URL',
        quoted(isOfCandidate ? '' : (quickstartBaseUrl ?? '')),
      ),
    ],
    ['key', `process.env['ANIMAL_STORE_API_KEY'] ?? ''`],
    ['quickstartKey', `process.env['ANIMAL_STORE_QUICKSTART_API_KEY'] ?? key`],
    ['category', quoted(categoryOf(report))],
    ...(Object.keys(schemaNames) as SchemaName[]).map(
      (name) => [schemaNames[name], schemaCode(facts.schemas[name])] as const,
    ),
  ];
  const needsKey = uses('quickstartKey');
  return all
    .filter(([name]) => uses(name) || (name === 'key' && needsKey))
    .map(([name, value]) => `const ${name} = ${value};`);
}

/** JSON is source code too. Empty lists and objects say nothing. */
const schemaCode = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) => (isEmpty(part) ? undefined : part)).replace(
    /"(\w+)":/g,
    '$1: ',
  );

const isEmpty = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && Object.keys(part).length === 0;

/** A category that the target accepts. */
function categoryOf(report: Report): string {
  const exchanges = report.rules.flatMap(({ failures }) =>
    failures.flatMap((one) => one.exchanges),
  );
  const taken = [...report.samples, ...exchanges].find(
    ({ request, response }) =>
      request.method === 'POST' && response?.status === 201 && categoryIn(request.body?.text),
  );
  return categoryIn(taken?.request.body?.text) ?? '1';
}

function categoryIn(text = ''): string | undefined {
  const { categoryId } = (parsed(text) ?? {}) as { readonly categoryId?: unknown };
  return Number.isSafeInteger(categoryId) ? String(categoryId) : undefined;
}

function testsOf(rule: RuleResult, report: Report, facts: Facts): string {
  const category = categoryOf(report);
  const tests = rule.failures.flatMap((failure) => [
    '',
    ...testOf({ rule, failure, report, facts, category }),
  ]);
  const isOfQuickstart = rule.profile === 'quickstart';
  return [
    `describe${isOfQuickstart ? `.skipIf(quickstart === '')` : ''}(${quoted(visible(`${rule.id}: ${rule.statement}`))}, () => {`,
    ...indented(tests.slice(1)),
    '});',
    '',
  ].join('\n');
}

function testOf(failed: Failed): readonly string[] {
  const { id, replay, input, expected, actual } = failed.failure;
  const name = quoted(brief(visible(`${id}: ${input}`), 300));
  const body = bodyOf(failed);
  if (!isWritten(body))
    return [
      comment(`failed: ${headlineOf(failed.failure)}`),
      comment(`Not possible as a test on its own: ${body.why}. To send it again:`),
      sourceComment(replay),
      ...call('todo', name),
    ];
  return [
    comment(`failed: ${headlineOf(failed.failure)}`),
    ...(saysBoth(failed.failure)
      ? []
      : [comment(`expected: ${expected}`), comment(`actual: ${actual}`)]),
    ...call('', name, body),
  ];
}

const comment = (text: string): string => sourceComment(brief(text, 300));

function call(how: '' | 'todo', name: string, body?: Body): readonly string[] {
  const called = how === '' ? 'test' : `test.${how}`;
  if (!body) return [`${called}(${name});`];
  const context = body.maySkip ? '{ skip }' : '';
  // The time limit for adding many animals to a distant target.
  const end = body.isLong ? '}, 60_000);' : '});';
  return [`${called}(${name}, async (${context}) => {`, ...indented(body.lines), end];
}

const indented = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === '' ? '' : `  ${line}`));
