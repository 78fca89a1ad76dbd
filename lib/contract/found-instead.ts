/** The kind of value that a body has in a place where something else was expected. */
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
