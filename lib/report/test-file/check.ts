// What the last answer of a case must be, as source code: the common parts. A check is made only where the recorded answer
// would not pass it, as far as that can be seen here: a test that could not have failed then is worse than none.
import type { Failure, RecordedExchange, Report, RuleResult } from '../../judge/result/report.js';
import type { Finding } from '../../judge/result/finding.js';
import { parsed } from '../sent.js';
import type { Sending } from './requests.js';

/** What tests need to know of the contract: its schemas, and the bounds of a list. */
export interface Facts {
  readonly schemas: Readonly<Record<SchemaName, Schema>>;
  readonly statuses: readonly string[];
  readonly maximumLimit: number;
}

export type SchemaName = 'Pet' | 'Error' | 'Message';

interface Schema {
  readonly type: string;
  readonly format?: string | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
}

export interface Failed {
  readonly rule: RuleResult;
  readonly failure: Failure;
  readonly report: Report;
  readonly facts: Facts;
  /** A category that the target accepts. */
  readonly category: string;
}

export interface Judged {
  readonly rule: RuleResult;
  readonly failure: Failure;
  readonly sent: readonly Sending[];
  readonly last: Sending;
  readonly facts: Facts;
}

export interface Check {
  /** The lines that must precede the first request. */
  readonly before?: readonly string[];
  readonly expects: readonly string[];
}

/** Undefined if the check would accept the recorded response too. */
export type MakeCheck = (judged: Judged) => Check | undefined;

export const expecting = (...expects: readonly string[]): Check => ({ expects });

/** The first of these checks that would not accept the recorded response. */
export const either =
  (...makers: readonly MakeCheck[]): MakeCheck =>
  (judged) => {
    for (const make of makers) {
      const check = make(judged);
      if (check) return check;
    }
    return undefined;
  };

export const responseOf = ({ exchange }: Sending) =>
  exchange.response as NonNullable<RecordedExchange['response']>;
export const statusOf = (sending: Sending): number => responseOf(sending).status;
export const textOf = (sending: Sending): string => responseOf(sending).body.text;
export const isCut = (sending: Sending): boolean => responseOf(sending).body.truncated;
/** The body of the response as JSON; undefined if it is none, or not recorded whole. */
export const jsonOf = (sending: Sending): unknown => parsed(textOf(sending));
export const memberOf = (sending: Sending, name: string): unknown =>
  ((jsonOf(sending) ?? {}) as Readonly<Record<string, unknown>>)[name];

/** Checks the status, if the report names the one that was returned and the one that was expected. */
export const statusCheck: MakeCheck = ({ sent, failure, last }) => {
  const returned = String(statusOf(last));
  const { expected, actual } = failure.finding ? statusesOf(failure.finding) : unknownStatuses;
  return expected !== undefined &&
    !(expected.startsWith('2') && asksForAStranger(last, sent)) &&
    expected !== returned &&
    actual.includes(returned)
    ? expecting(`expect(${last.answer}.status).toBe(${expected});`)
    : undefined;
};

interface Statuses {
  readonly expected: string | undefined;
  readonly actual: readonly string[];
}

/** Reports of older kits have the statuses in words only. */
const unknownStatuses: Statuses = { expected: undefined, actual: [] };

function statusesOf(finding: Finding): Statuses {
  switch (finding.kind) {
    case 'status':
    case 'kind of status':
      return {
        expected: typeof finding.expected === 'number' ? String(finding.expected) : undefined,
        actual: [String(finding.actual)],
      };
    case 'not refused':
      return { expected: '400', actual: [String(finding.actual)] };
    case 'other':
      return {
        // What a foreign report says is anything: only a status becomes source code.
        expected: /^[1-5]\d\d$/.exec(String(finding.expected))?.[0],
        actual: [String(finding.actual)],
      };
    default:
      return unknownStatuses;
  }
}

/** It asks for an animal that only the recorded server is known to have. */
function asksForAStranger({ exchange }: Sending, sent: readonly Sending[]): boolean {
  const [, id] = /\/(\d+)$/.exec(exchange.request.url) ?? [];
  return id !== undefined && !sent.some((one) => one.id?.recorded === id);
}

const statusIs =
  (passes: (status: number) => boolean, ...matchers: readonly string[]): MakeCheck =>
  ({ last }) =>
    passes(statusOf(last))
      ? undefined
      : expecting(...matchers.map((matcher) => `expect(${last.answer}.status)${matcher};`));

export const accepted = statusIs(
  (status) => status >= 200 && status < 300,
  '.toBeGreaterThanOrEqual(200)',
  '.toBeLessThan(300)',
);
export const refused = statusIs(
  (status) => status >= 400 && status < 500,
  '.toBeGreaterThanOrEqual(400)',
  '.toBeLessThan(500)',
);
export const noServerError = statusIs((status) => status < 500, '.toBeLessThan(500)');

/** Accepts any status but the recorded one. */
export const otherStatus: MakeCheck = ({ last }) =>
  expecting(`expect(${last.answer}.status).not.toBe(${statusOf(last)});`);

/** The names that the generated file has for the schemas. */
export const schemaNames: Readonly<Record<SchemaName, string>> = {
  Pet: 'pet',
  Error: 'error',
  Message: 'message',
};

export const schemaCheck =
  (name: SchemaName): MakeCheck =>
  ({ last, facts }) =>
    !isCut(last) && fits(jsonOf(last), facts.schemas[name])
      ? undefined
      : expecting(`expect(misfit(${last.answer}.json, ${schemaNames[name]})).toBe('');`);

/** Judges as the helper of that name in the generated file does. */
export function fits(value: unknown, schema: Schema): boolean {
  if (schema.type === 'string')
    return typeof value === 'string' && (schema.enum?.includes(value) ?? true);
  if (schema.type === 'integer') return Number.isInteger(value) && isOfFormat(value, schema);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const members = value as Readonly<Record<string, unknown>>;
  return (
    schema.required.every((name) => Object.hasOwn(members, name)) &&
    Object.entries(schema.properties).every(
      ([name, part]) => !Object.hasOwn(members, name) || fits(members[name], part),
    )
  );
}

/** Read as a double, the greatest int64 is 2 to the 63rd. */
const isOfFormat = (value: unknown, { format }: Schema): boolean =>
  format !== 'int64' || Math.abs(Number(value)) <= 2 ** 63;
