// `plan`: what a run would send, rule by rule. Nothing is sent to the target.
import { command } from '../arguments/command.js';
import { toggle } from '../arguments/flags.js';
import { effort, tested } from '../arguments/run-flags.js';

const {
  settle: _settle,
  timeout: _timeout,
  rate: _rate,
  concurrency: _concurrency,
  ...cost
} = effort;

export const plan = command({
  name: 'plan',
  summary: 'Show about how many requests and writes a run would send, rule by rule. Sends nothing.',
  operand: {
    name: 'TARGET',
    required: false,
    help: 'as for `run`; production is planned as read-only unless --allow-writes is given',
  },
  flags: {
    'What is tested': tested,
    'How hard': cost,
    'What is shown': {
      json: toggle('print the plan as JSON'),
      quiet: toggle('print the totals alone'),
    },
  },
  notes: [
    'The rules are run against the embedded server, in memory, and what they send is counted. A target gets about as much: it depends on what it holds (the fewer animals are there, the more are added) and, where something fails, on what has to be sent again.',
    'No key is needed.',
  ],
  examples: [
    'animal-store-conformance plan',
    'animal-store-conformance plan production --effort thorough',
    'animal-store-conformance plan staging --only 4.2 --max-writes 100',
  ],
  async run({ values, operand }, io) {
    const { planAndTell } = await import('../run/plan-and-tell.js');
    return planAndTell(values, operand, io);
  },
});
