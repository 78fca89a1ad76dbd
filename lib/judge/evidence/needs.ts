// The reasons why an experiment cannot take place in this run, each with the outcome that follows.
import { removalDayInWords } from '../../contract/facts.js';
import type { Experiment, Need } from '../rules/rule.js';
import type { Reason } from '../result/reasons.js';
import type { Outcome } from '../result/report.js';

export interface Circumstances {
  readonly readOnly: boolean;
  readonly hasQuickstart: boolean;
  readonly servesGetPet: boolean;
}

export interface Unmet {
  readonly outcome: Outcome;
  readonly reason: Reason;
}

export const getPetIsGone: Reason = { what: 'get removed', values: { day: removalDayInWords } };

export const noQuickstart: Reason = { what: 'no quickstart' };

const checks: Record<Need, (circumstances: Circumstances) => Unmet | undefined> = {
  writes: ({ readOnly }) =>
    readOnly ? { outcome: 'untested', reason: { what: 'run is read-only' } } : undefined,
  // A run that adds no animals uses those in the store.
  population: () => undefined,
  quickstart: ({ hasQuickstart }) =>
    hasQuickstart ? undefined : { outcome: 'untested', reason: noQuickstart },
  getPet: ({ servesGetPet }) =>
    servesGetPet
      ? undefined
      : {
          outcome: 'inapplicable',
          reason: getPetIsGone,
        },
};

export function unmetNeed(
  experiment: Experiment<unknown, unknown>,
  circumstances: Circumstances,
): Unmet | undefined {
  for (const need of experiment.needs ?? []) {
    const unmet = checks[need](circumstances);
    if (unmet) return unmet;
  }
  return undefined;
}
