// An operation is added to spec/openapi.yaml, in a copy of the built kit, and to nothing else: each rule about every operation
// judges it or names it.
import { describe, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { before, replace } from '../../reference/changes/change.js';
import { createReference, serve, type Variant } from '../../reference/index.js';
import { notFound, Refusal } from '../../reference/refusal.js';
import type { Call } from '../../reference/types.js';
import { start } from '../../testing/built.js';
import { kitWith } from '../../testing/changed-contract.js';
import { inFolder } from '../../testing/io.js';

/** Operations behind the last response of getPet. */
const adding =
  (operations: string) =>
  (contract: string): string =>
    contract.replace('\n  /store/orders:', `${operations}\n  /store/orders:`);

const answers = `
      security: [{ apiKey: [] }]
      parameters:
        - { name: petId, in: path, required: true, schema: { type: integer, format: int64 } }
      responses:
        "204":
          description: The animal was removed.
        "401": { $ref: "#/components/responses/Unauthorized" }
        "404":
          description: The animal could not be found.
          content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } }`;

const removal = adding(`    delete:
      operationId: removeAnimal${answers}
`);
/** The kit cannot know what its body looks like. */
const replacement = adding(`    put:
      operationId: replaceAnimal
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }${answers}
`);

const isRemoval = ({ request }: Call): boolean => request.method === 'DELETE';
const isOfAnimal = ({ path }: Call): boolean => /\/pets\/[^/]+$/.test(path);

/** Removes animals: a reference server that has DELETE /pets/{petId}. */
const removing: Variant = {
  name: 'removing',
  sentence: 'Removes animals.',
  change: (server) => {
    const gone = new Set<bigint>();
    replace(
      'isVisible',
      (original) => (animal, call) => !gone.has(animal.id) && original(animal, call),
    )(server);
    replace(
      'find',
      (original) => (id, call) => (gone.has(id) ? undefined : original(id, call)),
    )(server);
    replace('unknownMethod', (original) => async (call) => {
      if (!isRemoval(call) || !isOfAnimal(call)) return original(call);
      const id = server.idOf(call);
      if ((await server.find(id, call)) === undefined) throw notFound('No such animal.');
      gone.add(id);
      return { status: 204, headers: [], body: '' };
    })(server);
  },
};

const faulty = (change: Variant['change']): Variant => ({
  name: 'faulty',
  sentence: 'Is wrong.',
  change,
});

async function runWith(
  contract: (text: string) => string,
  variants: readonly Variant[],
  ...flags: readonly string[]
): Promise<Report> {
  return inFolder(async (folder) => {
    const kit = kitWith(`${folder}/kit`, contract);
    const reference = createReference({ variants });
    const served = await serve(reference);
    const quickstart = served.url.replace('/v1', '/quickstart');
    try {
      const environment = { ANIMAL_STORE_API_KEY: reference.key };
      const command = [served.url, '--quickstart', quickstart, '--seed', '1', '--json', ...flags];
      const run = start(command, folder, environment, kit);
      await run.ended;
      return JSON.parse(run.written.out) as Report;
    } finally {
      await served.close();
    }
  });
}

const outcomes = ({ rules }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(rules.map(({ id, outcome }) => [id, outcome]));
const failed = ({ rules }: Report): readonly string[] =>
  rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
const naming = ({ rules }: Report, operation: string): readonly string[] =>
  rules.filter(({ reason }) => reason?.startsWith(`not covered: ${operation}`)).map(({ id }) => id);

describe('DELETE /pets/{petId}', () => {
  test('is judged, and named by the rule that is about adds alone', async () => {
    const report = await runWith(removal, [removing]);
    expect(report.summary + failed(report).join()).toContain('is conformant');
    expect(outcomes(report)).toMatchObject({
      'remove-animal.success': 'passed',
      'remove-animal.unknown-id': 'passed',
    });
    expect(naming(report, 'removeAnimal')).toEqual(['authentication.writes-nothing']);
    expect(report.latency.map(({ operation }) => operation)).toContain('removeAnimal');
  });

  test('fails every rule about keys where it checks none', async () => {
    const open = faulty(
      replace('needsKey', (original) => (call) => !isRemoval(call) && original(call)),
    );
    expect(failed(await runWith(removal, [removing, open]))).toEqual([
      'authentication.missing-key',
      'authentication.wrong-key',
      'authentication.bearer-form',
      'authentication.comes-first',
      'authentication.before-routing',
      'authentication.every-request',
    ]);
  });

  test('fails the rules about answers where it answers otherwise', async () => {
    const mute = faulty(
      replace(
        'finish',
        (original) => (reply, call) =>
          original(
            isRemoval(call)
              ? {
                  ...reply,
                  status: reply.status === 204 ? 202 : reply.status,
                  headers: [],
                  body: 'no',
                }
              : reply,
            call,
          ),
      ),
    );
    expect(failed(await runWith(removal, [removing, mute]))).toEqual(
      expect.arrayContaining([
        'authentication.error-body',
        'bodies.json',
        'errors.error-object',
        'remove-animal.success',
      ]),
    );
    const forgetful = faulty(
      replace(
        'finish',
        (original) => (reply, call) =>
          original(
            isRemoval(call) && reply.status === 404 ? { ...reply, status: 204, body: '' } : reply,
            call,
          ),
      ),
    );
    expect(failed(await runWith(removal, [removing, forgetful]))).toEqual([
      'remove-animal.unknown-id',
    ]);
    const refusing = faulty(
      before('unknownMethod', (call) => {
        if (isRemoval(call)) throw new Refusal(403, 'forbidden', 'Not you.');
      }),
    );
    expect(failed(await runWith(removal, [removing, refusing]))).toEqual(
      expect.arrayContaining(['authentication.valid-key', 'remove-animal.success']),
    );
  });

  test('is left out of a run that reads only', async () => {
    const report = await runWith(removal, [removing], '--read-only');
    expect(failed(report)).toEqual([]);
    expect(outcomes(report)['remove-animal.success']).toBe('untested');
  });
});

test('an operation for which the kit knows no request is named by every rule about every operation', async () => {
  const report = await runWith(replacement, []);
  expect(failed(report)).toEqual([]);
  expect(naming(report, 'replaceAnimal')).toEqual([
    'bodies.json',
    'authentication.valid-key',
    'authentication.missing-key',
    'authentication.wrong-key',
    'authentication.bearer-form',
    'authentication.comes-first',
    'authentication.before-routing',
    'authentication.every-request',
    'authentication.error-body',
    'authentication.other-places',
    'authentication.writes-nothing',
    'errors.error-object',
    'errors.status-field',
    'errors.valid-requests',
    'errors.invalid-requests',
  ]);
});
