// The expectations of the proof: each fault fails the rule for which it is made, and the rules that were measured to
// fail too.
import type { Fault, faultsByPart } from '../../reference/index.js';
import add from './measured/add.json' with { type: 'json' };
import authentication from './measured/authentication.json' with { type: 'json' };
import errors from './measured/errors.json' with { type: 'json' };
import get from './measured/get.json' with { type: 'json' };
import invalid from './measured/invalid.json' with { type: 'json' };
import list from './measured/list.json' with { type: 'json' };
import messages from './measured/messages.json' with { type: 'json' };
import type { AlsoFails } from './row.js';
import service from './measured/service.json' with { type: 'json' };

export type Part = keyof typeof faultsByPart;

export const alsoFails: Readonly<Record<Part, AlsoFails>> = {
  service,
  list,
  add,
  invalid,
  get,
  messages,
  authentication,
  errors,
};
const rows: AlsoFails = Object.assign({}, ...Object.values(alsoFails));

interface Expected {
  readonly fails: readonly string[];
  /** Rules that may fail, depending on chance or on the order of requests. */
  readonly mayFail: readonly string[];
}

export function expectedOf({ name, rule, byChance = [] }: Fault): Expected {
  const { fails = [], mayFail = [] } = rows[name] ?? {};
  return { fails: [rule, ...fails], mayFail: [...byChance, ...mayFail] };
}
