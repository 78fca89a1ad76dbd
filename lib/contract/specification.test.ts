// Checks that the files in spec/ agree with the contract and with one another.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import {
  type Description,
  loadDescription,
  operationDescribed,
  describedOperations,
  plainSchema,
} from './description.js';
import { packageRoot, readSpec } from './files.js';
import { loadLedger } from './ledger.js';

describe('openapi.yaml', () => {
  test('is a valid OpenAPI 3.1 document', () => {
    const schema = JSON.parse(
      readFileSync(join(packageRoot(), 'lib/contract/openapi-3.1.schema.json'), 'utf8'),
    ) as object;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile(schema);
    expect(validate(loadDescription()) || validate.errors).toBe(true);
    const { info: _info, ...withoutInfo } = loadDescription();
    expect(validate(withoutInfo)).toBe(false);
    expect(validate({ ...loadDescription(), unknown: 1 })).toBe(false);
  });

  test('has schemas that are valid JSON Schema of 2020-12', () => {
    const ajv = new Ajv2020();
    for (const schema of Object.values(loadDescription().components.schemas))
      expect(ajv.validateSchema(schema as object)).toBe(true);
  });

  test('refers to nothing that is not there', () => {
    const text = readSpec('openapi.yaml').toString('utf8');
    for (const [, pointer = ''] of text.matchAll(/\$ref: "#\/([^"]+)"/g)) {
      let at: unknown = loadDescription();
      for (const step of pointer.split('/')) at = (at as Record<string, unknown>)[step];
      expect(at, pointer).toBeTypeOf('object');
    }
  });

  test('has the title and version of the contract', () =>
    expect(loadDescription().info).toMatchObject({ title: 'Animal Store', version: '1.0.0' }));

  test('has every operation of the contract, each protected by the key', () => {
    expect(
      describedOperations().map(
        ({ operationId, method, path }) => `${operationId}: ${method} ${path}`,
      ),
    ).toEqual([
      'listPets: GET /pets',
      'createPet: POST /pets',
      'getPet: GET /pets/{petId}',
      'getStoreOrders: GET /store/orders',
      'sendMessage: POST /messages',
    ]);
    for (const operation of describedOperations())
      expect(operation.security, operation.operationId).toEqual([{ apiKey: [] }]);
  });

  test('marks getPet, and only it, as deprecated until 5 December 2030', () => {
    expect(
      describedOperations()
        .filter(({ deprecated }) => deprecated === true)
        .map(({ operationId }) => operationId),
    ).toEqual(['getPet']);
    expect(operationDescribed('getPet')['x-sunset']).toBe('2030-12-05');
    expect(() => operationDescribed('deletePet')).toThrow('no operation deletePet');
  });

  test('lets the message have an address of its own', () => {
    const urls = (part: unknown): string[] =>
      (part as { servers: { url: string }[] }).servers.map(({ url }) => url);
    expect(urls(loadDescription())).toEqual(['{base_url}', '{staging_base_url}']);
    expect(urls(loadDescription().paths['/messages'])).toEqual(['{quickstart_base_url}']);
  });

  test('forbids no unknown properties, as the contract does not', () =>
    expect(readSpec('openapi.yaml').toString()).not.toMatch(
      /additionalProperties|unevaluatedProperties/,
    ));
});

describe('plainSchema', () => {
  test('joins the parts of a Pet', () => {
    const pet = plainSchema('Pet');
    expect(pet.required).toEqual(['name', 'categoryId', 'id']);
    expect(Object.keys(pet.properties)).toEqual(['name', 'categoryId', 'status', 'id']);
    expect(pet.properties['status']).toMatchObject({
      type: 'string',
      enum: ['available', 'pending', 'sold'],
    });
  });

  test('stops at a keyword that values could not follow', () => {
    const changed: Description = {
      ...loadDescription(),
      components: {
        schemas: {
          Odd: { type: 'object', properties: { name: { type: 'string', pattern: 'a' } } },
        },
      },
    };
    expect(() => plainSchema('Odd', changed)).toThrow('`pattern` of Odd.name');
    expect(() => plainSchema('Absent', changed)).toThrow('no schema Absent');
  });
});

describe('animal-store.md', () => {
  const text = readSpec('animal-store.md').toString('utf8');

  test('has a heading for every clause of the ledger, at the anchor of its link', () => {
    const anchors = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(loadLedger().clauses.map(({ link }) => link)).toEqual(
      anchors.map((anchor) => `spec/animal-store.md#${anchor}`),
    );
    for (const { id, title } of loadLedger().clauses)
      expect(text).toContain(`\n## ${id} ${title}\n`);
  });

  test('names every operation, field and word of openapi.yaml', () => {
    const words = ['Pet', 'Error', 'Message', 'NewMessage'].flatMap((name) =>
      Object.keys(plainSchema(name).properties),
    );
    const named = [
      'listPets',
      'createPet',
      'getPet',
      ...(plainSchema('PetStatus').enum ?? []),
      ...words,
    ];
    for (const word of named) expect(text).toContain(`\`${word}\``);
    for (const { method, path } of describedOperations())
      expect(text).toContain(`\`${method} ${path}\``);
  });
});
