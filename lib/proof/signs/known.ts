// The faults of the proof, and the signs by which a server with one of them is known.
import { faultsByPart } from '../../reference/index.js';
import type { Known } from './match.js';
import { add } from './measured/add.js';
import { authentication } from './measured/authentication.js';
import { errors } from './measured/errors.js';
import { get } from './measured/get.js';
import { invalid } from './measured/invalid.js';
import { list } from './measured/list.js';
import { messages } from './measured/messages.js';
import { service } from './measured/service.js';
import { signsIn, type Measured } from './row.js';

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

export const known: readonly Known[] = (
  Object.keys(faultsByPart) as (keyof typeof faultsByPart)[]
).flatMap((part) =>
  faultsByPart[part].map(({ name, rule }) => ({
    fault: name,
    rule,
    signs: signsIn(measured[part], name),
  })),
);
