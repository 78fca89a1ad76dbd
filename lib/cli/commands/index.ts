// All commands, each in a file of its name, or in a folder of it. Parsing, help and suggestions follow from this list alone.
import type { Command, CommandGroup } from '../arguments/command.js';
import { baseline } from './baseline/baseline.js';
import { certify } from './certify/certify.js';
import { compare } from './compare/compare.js';
import { completion } from './completion.js';
import { doctor } from './doctor/doctor.js';
import { explain } from './explain/explain.js';
import { init } from './init/init.js';
import { matrix } from './matrix/matrix.js';
import { merge } from './merge.js';
import { plan } from './plan/plan.js';
import { proof } from './proof.js';
import { reference } from './reference.js';
import { replay } from './replay/replay.js';
import { report } from './report.js';
import { rules } from './rules/rules.js';
import { run } from './run/run.js';
import { verify } from './verify/verify.js';
import { version } from './version.js';

export const usual: Command = run;

/** By what people want to do, as the help lists them. */
export const groups: readonly CommandGroup[] = [
  { title: 'Test a server', commands: [run, plan] },
  { title: 'Understand a failure', commands: [replay, explain, rules, report] },
  { title: 'Before a release', commands: [compare, baseline, merge] },
  { title: 'Certify', commands: [certify, verify, matrix] },
  { title: 'Set up', commands: [init, doctor, completion, version] },
  { title: 'Check the kit', commands: [reference, proof] },
];

export const commands: readonly Command[] = groups.flatMap((group) => group.commands);
