// Clause 4.1 where it is silent: statuses and parameters that the contract does not have.
import { maximumLimit } from '../../lib/contract/facts.js';
import {
  accuse,
  experiment,
  isSuccess,
  observe,
  rule,
  statusOf,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { summarised } from '../summaries.js';
import { asked, inWords, lengthOf, listAsInvalid, strangeParameters } from './lists.js';

export const unknownStatuses = experiment({
  name: 'lists with an unknown status',
  stage: 'populated',
  needs: ['population'],
  cases: async (setup) => {
    const { matching, shortOfAnimals } = await asked(setup, {});
    return [
      'unknown',
      'Available',
      'SOLD',
      'pendin',
      'available ',
      'sold\n',
      '__proto__',
      'null',
      '*',
      '%',
      "x' OR '1'='1",
      '0',
      'all',
    ].map((status) => ({ status, limit: maximumLimit, matching, shortOfAnimals }));
  },
  send: listAsInvalid,
  describe: inWords,
});

export const rules = [
  rule(
    'list-animals.unknown-status',
    unknownStatuses,
    ({ lists: [answered] }, { status, matching, shortOfAnimals }) => {
      const length = isSuccess(answered) ? lengthOf(answered) : 0;
      if (length > 0)
        accuse('unknown status lists animals', answered, {
          values: { status: JSON.stringify(status), length },
        });
      if (isSuccess(answered) && matching === 0)
        undecided('none for an unknown status', shortOfAnimals);
    },
  ),

  observe('list-animals.unknown-status-answer', unknownStatuses, (cases) =>
    summarised(
      cases,
      ({ value }) => value.status,
      ({ result, value }) => statusAndWhether(result.lists[0], value.matching),
    ),
  ),

  observe('list-animals.unknown-parameter', strangeParameters, (cases) =>
    summarised(
      cases,
      ({ value }) => Object.keys(value.more ?? {}).join(),
      ({ result }) => String(statusOf(result.lists[0])),
    ),
  ),
];

function statusAndWhether(answered: Exchange, matching: number): string {
  if (!isSuccess(answered)) return String(statusOf(answered));
  if (matching === 0) undecided('none to list', 'untested');
  return `${statusOf(answered)} ${lengthOf(answered) === 0 ? 'without' : 'with'} animals`;
}
