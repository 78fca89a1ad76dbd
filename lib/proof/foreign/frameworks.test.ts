// Runs the kit against honest servers in popular frameworks, each in its usual style. They are conformant, with no more
// warnings than the habits of their frameworks cause.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configure } from '../../api/configuration/configuration.js';
import { execute } from '../../api/execute/execute.js';
import { isWhole } from '../sample.js';
import { frameworks, isThere, startFramework, type Started } from './frameworks.js';

const key = 'fake-key-of-a-foreign-server';
const stdin = { isTTY: false, line: () => Promise.resolve(''), text: () => Promise.resolve('') };

/** The implied rules that the habits of each framework break. */
const warnings: Readonly<Record<string, readonly string[]>> = {
  // JavaScript's numbers are doubles.
  Express: ['add-animal.category-range'],
  // Python's int() accepts spaces, and its json accepts NaN.
  FastAPI: ['get-animal.no-integer', 'messages.nearly-json'],
  // Python's int() accepts digits of any script.
  Flask: ['get-animal.no-integer'],
  // Its router looks for the path before the key is checked, Python's int() accepts digits of any script, and `null`
  // counts as an optional parameter that was left out.
  Litestar: [
    'authentication.before-routing',
    'get-animal.no-integer',
    'list-animals.unknown-status',
  ],
  // Its parser does not catch RecursionError.
  'Django REST framework': ['errors.invalid-requests'],
  // Go's decoder treats null as absent and ignores the letter case of member names. Its HTTP server refuses `/pets/%zz`
  // by itself, in plain text.
  'Go net/http': [
    'add-animal.letter-case',
    'add-animal.null-status',
    'errors.unknown-paths',
    'messages.letter-case',
  ],
};

describe.each(frameworks)('an honest server in $name', (framework) => {
  let server: Started | undefined;
  beforeAll(
    async () =>
      void (server = isThere(framework) ? await startFramework(framework, key) : undefined),
  );
  afterAll(() => server?.close());

  // All runs use the same store, which keeps what each of them adds.
  test.runIf(isThere(framework)).each(isWhole ? [1, 2, 3, 4] : [1])(
    `is conformant, with warnings (seed %i)${isThere(framework) ? '' : ' (skipped: it is not built; npm run foreign)'}`,
    async (seed) => {
      const environment = { ANIMAL_STORE_API_KEY: key };
      const configuration = await configure(
        { quickstart: server?.quickstartUrl ?? '', seed },
        server?.baseUrl ?? '',
        { environment, folder: import.meta.dirname, stdin },
      );
      const { rules, verdict, run } = await execute(configuration, { environment });
      const broken = rules.filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell');
      expect(
        broken
          .filter(({ kind }) => kind === 'stated')
          .map(({ id, reason, failures }) => `${id}: ${reason ?? failures[0]?.cause}`),
      ).toEqual([]);
      expect(broken.map(({ id }) => id).sort()).toEqual(warnings[framework.name]);
      expect(verdict).toBe('conformant');
      expect(run.warnings).toEqual([]);
    },
  );
});
