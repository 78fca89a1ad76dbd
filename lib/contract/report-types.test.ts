import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSpec } from './files.js';
import { reportTypesOf } from './report-types.js';

test('the types of a report are those of its schema: after a change of the schema say `npm run build`', () => {
  const written = readFileSync(new URL('../judge/result/report.ts', import.meta.url), 'utf8');
  expect(written).toBe(reportTypesOf(JSON.parse(String(readSpec('report.schema.json'))) as object));
});

test('members are optional, may be null, and are read-only, as the schema says', () => {
  const types = reportTypesOf({
    description: 'A report.',
    type: 'object',
    required: ['counts', 'words'],
    properties: {
      counts: { type: 'object', additionalProperties: { type: 'integer' } },
      words: { anyOf: [{ type: 'string', description: 'In short.' }, { type: 'null' }] },
      kinds: { type: 'array', items: { $ref: '#/$defs/Kind' } },
      pairs: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    },
    $defs: { Kind: { enum: ['stated', 1] }, Finding: { type: 'object' } },
  });
  expect(types.slice(types.indexOf('\n\n'))).toBe(`

/** A report. */
export interface Report {
  readonly counts: Readonly<Record<string, number>>;
  /** In short. */
  readonly words: string | null;
  readonly kinds?: readonly Kind[];
  readonly pairs?: readonly [string, string];
}

export type Kind = "stated" | 1;
`);
});
