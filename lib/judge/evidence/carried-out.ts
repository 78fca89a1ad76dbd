// One case of a run, once it was carried out.
import type { RuleId } from '../../contract/rule-ids.js';
import type { Exchange } from '../../http/types.js';
import type { Because } from '../result/report.js';
import { innermost, nameOfReason, type Reason } from '../result/reasons.js';
import type { AnyExperiment } from '../rules/rule.js';
import type { Chosen } from './chosen.js';

/** A case that was carried out, and the rules that it breaks by itself. */
export interface CarriedOut {
  readonly experiment: AnyExperiment;
  readonly at: Chosen;
  /** The names of all cases of the experiment in their order, sent or not. */
  readonly names: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** Set if these alone do not say how it went on, so that nobody can judge it again. */
  readonly leansOnOthers?: boolean | undefined;
  readonly breaks: readonly RuleId[];
  /** The rules that it is evidence for. */
  readonly holds: readonly RuleId[];
  /** The rules that, as it shows, do not apply to it, and why. */
  readonly inapplicable: readonly Excused[];
}

export interface Excused {
  readonly id: RuleId;
  readonly reason: Reason;
  readonly because: Because | undefined;
}

/** Two excuses with the same name say the same. */
export const nameOfExcuse = ({ reason, because }: Pick<Excused, 'reason' | 'because'>): string =>
  `${nameOfReason(innermost(reason))} ${because ?? ''}`;
