// Production comes to no harm: it is only read unless somebody said otherwise, and what is written is asked for, marked,
// counted, bounded and listed. Judged by what arrives, not by what the kit says that it sent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import {
  createReference,
  serve,
  type ReferenceRequest,
  type Serving,
} from '../../reference/index.js';
import { command, inFolder, type Ran, type World } from '../../testing/io.js';

interface Arrived {
  readonly request: ReferenceRequest;
  readonly status: number;
  readonly body: string;
}

interface Place {
  readonly arrived: readonly Arrived[];
  readonly writes: () => readonly Arrived[];
  /** Runs the command with these two servers as production and its quickstart. */
  run(argv: readonly string[], world?: World): Promise<Ran>;
  readonly folder: string;
  report(name: string): Report;
}

/** Production and its quickstart, each at an address of its own, and all that arrives at either. */
async function production<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const arrived: Arrived[] = [];
  const servings: Serving[] = [];
  const start = async (): Promise<Serving> => {
    const reference = createReference({ animals: 30, key: 'fake-key-of-production' });
    const handle = async (request: ReferenceRequest) => {
      const answer = await reference.handle(request);
      arrived.push({ request, status: answer.status, body: String(answer.body) });
      return answer;
    };
    const serving = await serve({ ...reference, handle });
    servings.push(serving);
    return serving;
  };
  try {
    const [{ url }, { quickstartUrl }] = [await start(), await start()];
    const environment = {
      ANIMAL_STORE_API_KEY: 'fake-key-of-production',
      ANIMAL_STORE_PRODUCTION_URL: url,
      ANIMAL_STORE_STAGING_URL: url.replace('127.0.0.1', 'localhost'),
      ANIMAL_STORE_QUICKSTART_URL: quickstartUrl,
    };
    return await inFolder((folder) =>
      work({
        arrived,
        writes: () => arrived.filter(({ request }) => request.method !== 'GET'),
        // Ten requests a second, as production gets them, would take minutes.
        run: (argv, world) =>
          command([...argv, '--rate', '5000'], { folder, environment, ...world }),
        folder,
        report: (name) =>
          JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8')) as Report,
      }),
    );
  } finally {
    for (const serving of servings) await serving.close();
  }
}

describe('reading alone', () => {
  test('is what production gets: GET without a body, nothing else, whatever is wrong with it', async () => {
    await production(async ({ run, arrived, report }) => {
      const { code } = await run(['production', '--quiet', '--output', 'here']);
      expect(code).toBe(0);
      expect(report('here')).toMatchObject({
        verdict: 'no-violation-found',
        run: { writes: 0, created: [], scope: { readOnly: true } },
      });
      expect(report('here').counts.untested).toBeGreaterThan(20);
      expect(arrived.length).toBeGreaterThan(100);
      expect(new Set(arrived.map(({ request }) => request.method))).toEqual(new Set(['GET']));
      // Content-Type alone brings no body: a browser's client sets it in every request.
      expect(
        arrived.filter(
          ({ request }) =>
            request.body !== undefined ||
            request.headers.some(([name]) =>
              /override|content-length|transfer-encoding/i.test(name),
            ),
        ),
      ).toEqual([]);
      // Wrong keys are tried by reading only.
      expect(arrived.some(({ status }) => status === 401)).toBe(true);
    });
  });

  test('is what any target gets with --read-only', async () => {
    await production(async ({ run, writes, arrived }) => {
      expect(await run(['staging', '--read-only', '--effort', 'quick', '--quiet'])).toMatchObject({
        code: 0,
      });
      expect(arrived.length).toBeGreaterThan(100);
      expect(writes()).toEqual([]);
    });
  });
});

describe('writing to production', () => {
  const argv = ['production', '--allow-writes', '--only', 'messages', '--quiet'];

  test('is confirmed on a terminal', async () => {
    await production(async ({ run, arrived }) => {
      for (const stdin of ['no\n', 'y\n', '\n', '']) {
        const refused = await run(argv, { terminal: true, stdin });
        expect(refused).toMatchObject({
          code: 2,
          err: expect.stringMatching(
            /adds several hundred animals to production.*Type yes to continue.*Nothing was sent/s,
          ) as string,
        });
      }
      expect(arrived).toEqual([]);
      expect(await run(argv, { terminal: true, stdin: 'yes\n' })).toMatchObject({ code: 0 });
      expect(arrived.length).toBeGreaterThan(0);
    });
  });

  test('is explicit in a pipeline, where nobody can be asked', async () => {
    await production(async ({ run, writes }) => {
      // The one rule that is asked for needs writes: nothing is judged, and that is no pass.
      expect(await run(argv.filter((word) => word !== '--allow-writes'))).toMatchObject({
        code: 3,
      });
      expect(writes()).toEqual([]);
      expect((await run(argv)).err).not.toContain('Type yes');
      expect(writes().length).toBeGreaterThan(0);
    });
  });

  test('is marked wherever a name is free, counted, and listed', async () => {
    await production(async ({ run, writes, report, folder }) => {
      expect(
        await run(['production', '--allow-writes', '--seed', '77', '--quiet', '--output', 'here']),
      ).toMatchObject({ code: 0 });
      const { run: recorded } = report('here');
      expect(recorded.writes).toBe(writes().length);
      const added = writes().filter(
        ({ request, status }) => request.path.endsWith('/pets') && status === 201,
      );
      const ids = added.map(({ body }) => String((JSON.parse(body) as { id: number }).id));
      expect(recorded.created.map(({ id }) => id).sort()).toEqual(ids.sort());
      const created = JSON.parse(
        readFileSync(join(folder, 'here', 'created.json'), 'utf8'),
      ) as unknown;
      expect(created).toMatchObject({
        target: { name: 'production' },
        run: { seed: 77 },
        created: recorded.created,
      });
      // The others have names that are themselves what is tested.
      const unmarked = recorded.created.filter(
        ({ name }) => !/ conformance-[0-9b-z]{21}$/.test(name),
      );
      expect(unmarked.length).toBeLessThan(recorded.created.length * 0.45);
      const aboutNames = [
        'add-animal.answers-201',
        'add-animal.can-be-fetched',
        'add-animal.keeps-name',
        'add-animal.keeps-spaces',
        'add-animal.odd-names',
        'add-animal.returns-pet',
        'add-animal.unusual-json',
        'list-animals.answers-200',
        'list-animals.as-created',
      ];
      expect(unmarked.filter(({ rule }) => !aboutNames.includes(rule))).toEqual([]);
    });
  });

  test('is bounded by --max-writes, over both addresses together', async () => {
    await production(async ({ run, writes, report }) => {
      expect(
        await run([
          'production',
          '--allow-writes',
          '--max-writes',
          '40',
          '--only',
          'add-animal',
          '--only',
          'authentication',
          '--only',
          'messages',
          '--quiet',
          '--output',
          'here',
        ]),
      ).toMatchObject({ code: 0 });
      // What a case may write at most counts, and some write less.
      expect(writes().length).toBeGreaterThan(35);
      expect(writes().length).toBeLessThanOrEqual(40);
      const paths = writes().map(({ request }) => request.path.split('/').at(-1));
      expect(paths).toEqual(expect.arrayContaining(['pets', 'messages']));
      expect(report('here')).toMatchObject({
        verdict: 'no-violation-found',
        run: { writes: writes().length, scope: { budget: { maxWrites: 40 } } },
      });
    });
  });
});
