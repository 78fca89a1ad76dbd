// All that suites may import of the judge: how to declare what is sent and what it must show. It offers nothing of
// sockets, keys or reports.
export {
  comparing,
  experiment,
  everyAnswer,
  everyExchange,
  observe,
  observeEach,
  remembering,
  rule,
  type Rule,
} from './rule.js';
export {
  noEvidence,
  breach,
  ended,
  notApplicable,
  expectAnswer,
  orElse,
  undecided,
} from '../result/signals.js';
export * from './expect.js';
export type { Values } from '../result/finding.js';
export type { Sentence } from '../result/sentences.js';
export type { AnyReason, ReasonKey } from '../result/reasons.js';
export { filters, someOfEach, type Filter, type KeyForm, type Setup } from './setup.js';
export type { Session, How, ListQuery } from './session.js';
export type { Exchange, Headers } from '../../http/types.js';
export { rememberedText } from '../result/remembered.js';
export { shorterMs } from '../health/store/eventual-consistency.js';
export type { Order } from './order.js';
