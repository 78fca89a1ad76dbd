// `plan`: what a run would send, rule by rule. Nothing is sent to the target.
import { command } from '../../arguments/command.js';
import { toggle } from '../../../api/options/flags.js';
import { effort, project, tested } from '../../../api/options/run-flags.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { jsonText } from '../../../report/text/inert.js';

const {
  settle: _settle,
  'max-time': _maxTime,
  rate: _rate,
  concurrency: _concurrency,
  ...cost
} = effort;

export const plan = command({
  name: 'plan',
  summary: 'Show how many requests and writes a run would send. Sends nothing.',
  operand: {
    name: 'TARGET',
    required: false,
    help: 'as for `run`; production is planned as read-only unless --allow-writes is set',
  },
  flags: {
    Scope: { ...tested, ...project },
    'Effort and limits': cost,
    Output: {
      json: toggle('print the plan as JSON'),
      quiet: toggle('print only the totals'),
    },
  },
  notes: [
    'The rules run against the embedded server, in memory, and the requests are counted. A real target gets about as many: the number depends on its contents (the fewer animals it has, the more are added) and, if something fails, on the retries.',
    'No key is needed.',
  ],
  examples: [
    'animal-store-conformance plan',
    'animal-store-conformance plan production --effort thorough',
    'animal-store-conformance plan staging --only 4.2 --max-writes 100',
  ],
  async run({ values, operand: typedOperand, commands }, io) {
    const [{ configure }, { withFailed }, { planOf }, { planAsJson, planLines }, { wantedIn }] =
      await Promise.all([
        import('../../../api/configuration/configuration.js'),
        import('../../runs/earlier-reports.js'),
        import('../../runs/planned.js'),
        import('./lines.js'),
        import('../../runs/beforehand.js'),
      ]);
    const { json = false, quiet = false, ...typed } = values;
    const { project: from, ...asTyped } = await wantedIn(typed, typedOperand, io);
    const wanted = await withFailed(asTyped, commands, io);
    const configuration = await configure(wanted.values, wanted.operand, {
      ...io,
      project: from,
      // A missing key is not an error here, because nothing is sent.
      needsKey: false,
      sendsNothing: true,
    });
    const plan = await planOf(configuration);
    if (json) io.stdout.data(`${jsonText(planAsJson(plan, configuration), 2)}\n`);
    else io.stdout.write(planLines(plan, configuration, quiet, io));
    return exitCodes.fine;
  },
});
