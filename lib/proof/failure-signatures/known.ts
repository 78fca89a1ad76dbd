// The faults of the proof, and the signs by which a server with one of them is recognised.
import { faultsByPart } from '../../reference/index.js';
import type { Known } from './match.js';
import add from './measured/add.json' with { type: 'json' };
import authentication from './measured/authentication.json' with { type: 'json' };
import errors from './measured/errors.json' with { type: 'json' };
import get from './measured/get.json' with { type: 'json' };
import invalid from './measured/invalid.json' with { type: 'json' };
import list from './measured/list.json' with { type: 'json' };
import messages from './measured/messages.json' with { type: 'json' };
import service from './measured/service.json' with { type: 'json' };
import { signaturesIn, type Measured } from './row.js';

const measured: Readonly<Record<keyof typeof faultsByPart, Measured>> = {
  service,
  list,
  add,
  invalid,
  get,
  messages,
  authentication,
  errors,
};

/** Each fault with its signs. A fault that is newer than the measurement has none. */
export const known: readonly Known[] = (
  Object.keys(faultsByPart) as (keyof typeof faultsByPart)[]
).flatMap((part) =>
  faultsByPart[part].map(({ name, rule }) => ({
    fault: name,
    rule,
    signatures: signaturesIn(measured[part], name),
  })),
);

const measuredRules = new Set(
  known.flatMap(({ signatures }) => signatures.map(({ rule }) => rule)),
);

/**
 * Whether the rule was measured: each rule that judges has a fault that shows it, unless it is newer than the
 * measurement.
 */
export const wasMeasured = (rule: string): boolean => measuredRules.has(rule);
