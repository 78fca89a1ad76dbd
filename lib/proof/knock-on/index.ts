// What the proof expects of a fault: that it fails the rule that it is made for, and those that were measured to fail too.
import type { Fault, faultsByPart } from '../../reference/index.js';
import { add } from './measured/add.js';
import { authentication } from './measured/authentication.js';
import { errors } from './measured/errors.js';
import { get } from './measured/get.js';
import { invalid } from './measured/invalid.js';
import { list } from './measured/list.js';
import { messages } from './measured/messages.js';
import type { KnockOn } from './row.js';
import { service } from './measured/service.js';

export type Part = keyof typeof faultsByPart;

export const knockOn: Readonly<Record<Part, KnockOn>> = {
  service,
  list,
  add,
  invalid,
  get,
  messages,
  authentication,
  errors,
};
const rows: KnockOn = Object.assign({}, ...Object.values(knockOn));

export interface Expected {
  readonly fails: readonly string[];
  /** These fail or not, by chance or by the order of requests. */
  readonly mayFail: readonly string[];
}

export function expectedOf({ name, rule, byChance = [] }: Fault): Expected {
  const { fails = [], mayFail = [] } = rows[name] ?? {};
  return { fails: [rule, ...fails], mayFail: [...byChance, ...mayFail] };
}
