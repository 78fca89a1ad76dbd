// A plan as text for the terminal, and as JSON.
import { loadLedger, ruleNamed } from '../../../contract/ledger.js';
import { scopeText } from '../../../judge/result/verdict.js';
import { groupsOf } from '../../../report/groups.js';
import { count } from '../../../report/words.js';
import type { Cost, Plan, RuleCost } from '../../../in-memory/dry-run.js';
import { clip, pad } from '../../../report/terminal/lines.js';
import { type Block, bold, dim, line, paragraph, textOf } from '../../../report/terminal/pieces.js';
import type { Configuration } from '../../../api/configuration/configuration.js';
import type { Io } from '../../io.js';
import { costInWords, number } from '../../runs/cost.js';
import { animalsRehearsedOf } from '../../runs/planned.js';
import { appearanceOf } from '../../output/appearance.js';

export function planAsJson(
  plan: Plan,
  { target, options, seed, scope, limits }: Configuration,
): object {
  return {
    target: target.name,
    effort: options.effort,
    seed,
    scope,
    limits: { maxRequests: limits.maxRequests ?? null, maxWrites: limits.maxWrites ?? null },
    ...plan,
  };
}

export function planLines(
  plan: Plan,
  configuration: Configuration,
  quiet: boolean,
  io: Io,
): string {
  const options = appearanceOf(io);
  const { clauses } = loadLedger();
  const width = Math.max(...plan.rules.map(({ id }) => id.length), 'preparation'.length);
  const row = (name: string, { requests, writes }: Cost, note: string): Block => {
    const counts = `${number(requests).padStart(8)} ${(writes === 0 ? '-' : number(writes)).padStart(7)}`;
    const beside = clip(note === '' ? '' : `  ${note}`, Math.max(0, options.width - width - 20));
    return line(`  ${pad(name, width)}${counts}`, dim(beside));
  };
  const table = clauses.map((clause) => {
    const rules = plan.rules.filter((rule) => rule.clause === clause.id && !isLeftOut(rule));
    return (
      rules.length > 0 && [
        paragraph(0, bold(`${clause.id} ${clause.title}`)),
        rules.map((rule) => row(rule.id, rule, besideIt(rule))),
      ]
    );
  });
  const shared = 'Rules share requests, so the rows below add up to more than the total.';
  return textOf(
    [
      `${configuration.target.name}, ${scopeOf(configuration, plan)}: ${costInWords(plan, configuration)}`,
      paragraph(0, dim(rehearsedOn(configuration))),
      !quiet && [
        paragraph(0, dim(shared)),
        '',
        line(dim(`  ${pad('', width)}requests  writes`)),
        row('preparation', plan.preparation, 'finds a category and an animal'),
        table,
        groupsOf(plan.rules.filter(isLeftOut), noteOf).map((rules) => [
          '',
          `${rulesAndQuestions(rules)} untested: ${noteOf(rules[0])}`,
          paragraph(2, dim(rules.map(({ id }) => id).join(', '))),
        ]),
      ],
    ],
    options,
  );
}

/** "22 rules and 10 observations", as a run counts them. */
function rulesAndQuestions(all: readonly RuleCost[]): string {
  const questions = all.filter(({ id }) => ruleNamed(id).kind === 'open').length;
  const rules = all.length - questions;
  return [rules > 0 && count(rules, 'rule'), questions > 0 && count(questions, 'observation')]
    .filter((one) => one !== false)
    .join(' and ');
}

/** Nothing is sent for it. */
const isLeftOut = ({ requests, note }: RuleCost): boolean => requests === 0 && note !== null;

/** Explains how the numbers were found out, and that they depend on what the target contains. */
function rehearsedOn(configuration: Configuration): string {
  const animals = animalsRehearsedOf(configuration);
  if (animals > 0)
    return `Rehearsed on a store of ${animals} animals: nothing was sent. A smaller store gets fewer requests.`;
  return `Rehearsed on an empty store: nothing was sent.${configuration.scope.readOnly ? '' : ' A store with animals gets fewer adds.'}`;
}

const budgetIn = ({ note }: RuleCost): string | undefined =>
  /--max-(?:requests|writes)/.exec(note ?? '')?.[0];

/** Every reason says in the same words what a budget leaves out. */
function noteOf(rule: RuleCost): string {
  const { note } = rule;
  const budget = budgetIn(rule);
  return budget === undefined ? (note ?? '') : `cut off by ${budget}`;
}

/** A rule that is cut off may have sent some of its requests. */
const besideIt = (rule: RuleCost): string =>
  budgetIn(rule) === undefined ? noteOf(rule) : `untested: ${noteOf(rule)}`;

function scopeOf({ scope, limits, options: { effort } }: Configuration, { rules }: Plan): string {
  const isCut = rules.some((rule) => budgetIn(rule) !== undefined);
  const { maxRequests, maxWrites } = limits;
  const budget = {
    ...(maxRequests === undefined ? {} : { maxRequests }),
    ...(maxWrites === undefined ? {} : { maxWrites }),
  };
  const text = scopeText(isCut ? { ...scope, full: false, budget } : scope);
  return text === effort ? `${effort} effort` : `${text}, ${effort} effort`;
}
