/** What a body has in the place where something else was expected. */
export type FoundInstead =
  | 'nothing'
  | 'no JSON'
  | 'two of them'
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'array'
  | 'object';
