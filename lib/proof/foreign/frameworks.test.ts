// The kit against honest servers in popular frameworks, each in the style that is usual there: conformant, with no more
// than the warnings that its framework's habits earn it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configure } from '../../api/configuration/configuration.js';
import { conduct } from '../../api/conduct/conduct.js';
import { isWhole } from '../sample.js';
import { frameworks, isThere, startFramework, type Started } from './frameworks.js';

const key = 'fake-key-of-a-foreign-server';
const stdin = { isTTY: false, line: () => Promise.resolve(''), text: () => Promise.resolve('') };

/** The implied rules that the habits of each framework break. */
const warnings: Readonly<Record<string, readonly string[]>> = {
  // JavaScript's numbers are doubles.
  Express: ['add-animal.category-range'],
  // Python's int() takes spaces, and its json takes NaN.
  FastAPI: ['get-animal.no-integer', 'messages.nearly-json'],
  // Python's int() takes digits of any script.
  Flask: ['get-animal.no-integer'],
  // Its router looks for the path before it looks at the key, Python's int() takes digits of any script, and `null` is an
  // optional parameter that was left out.
  Litestar: [
    'authentication.before-routing',
    'get-animal.no-integer',
    'list-animals.unknown-status',
  ],
  // Its parser catches no RecursionError.
  'Django REST framework': ['errors.invalid-requests'],
  // Go's decoder takes null for absent, and a member's name in any letter case; its HTTP server refuses `/pets/%zz` by
  // itself, in plain text.
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

  // All at the one store, which keeps what each of them adds.
  test.runIf(isThere(framework)).each(isWhole ? [1, 2, 3, 4] : [1])(
    `is conformant, with warnings (seed %i)${isThere(framework) ? '' : ' (skipped: it is not built; npm run foreign)'}`,
    async (seed) => {
      const environment = { ANIMAL_STORE_API_KEY: key };
      const configuration = await configure(
        { quickstart: server?.quickstartUrl ?? '', seed },
        server?.baseUrl ?? '',
        { environment, folder: import.meta.dirname, stdin },
      );
      const { rules, verdict, run } = await conduct(configuration, { environment });
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
