// What is wrong, as values: words are made of it elsewhere. A report has it beside the words.

import type { FoundInstead } from '../../contract/found-instead.js';

/** When a breach shows that does not show each time: it was seen and never again, or comes only then. */
export type Circumstance =
  | 'seen once'
  | 'several requests under way'
  | 'fresh connection'
  | 'another animal added'
  | 'unusual client';

/** Values that follow from the case and not from the server: an identifier, a limit, a name. */
export type Values = Readonly<Record<string, string | number>>;

/** A status, or those that would do. */
export type ExpectedStatus =
  | number
  | '2xx'
  | '4xx'
  | 'no 5xx'
  | 'neither 401 nor 403'
  | 'the name, or 4xx';

/**
 * What is wrong, as values. `when` and `what` are templates: "{id}" in them stands for the value of that name. Two servers
 * that break a rule in the same way differ in `values` alone.
 */
export type Wrong = { readonly values?: Values } & (
  | {
      readonly kind: 'status';
      readonly operation: string;
      readonly when: string;
      readonly expected: number;
      readonly actual: number;
    }
  | {
      readonly kind: 'not refused';
      readonly operation: string;
      readonly when: string;
      readonly actual: number;
    }
  | {
      readonly kind: 'kind of status';
      readonly operation: string;
      readonly what: string;
      readonly expected: ExpectedStatus;
      readonly actual: number;
    }
  | {
      readonly kind: 'schema';
      readonly operation: string;
      readonly schema: string;
      readonly pointer: string;
      readonly problem: string;
      /** What is there instead: reports of older kits do not say. */
      readonly found?: FoundInstead;
      readonly actual: number;
    }
  | {
      readonly kind: 'field';
      readonly operation: string;
      readonly what: string;
      readonly field: string;
      readonly expected: string;
      readonly actual: string;
    }
  | { readonly kind: 'no answer'; readonly operation: string; readonly problem: string }
  /** What one rule alone says: `what` is a key. */
  | {
      readonly kind: 'other';
      readonly operation: string;
      readonly what: string;
      readonly field?: string;
      readonly label?: string;
      readonly expected?: number;
      readonly actual?: number;
    }
);

/** The same in words, which a reader sees. */
export interface Words {
  readonly cause: string;
  readonly expected: string;
  readonly actual: string;
}

/** A finding as a report has it. */
export type Finding = Wrong & { readonly circumstance?: Circumstance };
