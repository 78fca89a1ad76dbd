// The explanation of one rule, from the ledger, its suite and the faults of the reference server. Returns text.
import { allRules } from '../../../../suites/index.js';
import { maximumLimit, removalDayInWords } from '../../../contract/facts.js';
import type { LedgerRule } from '../../../contract/ledger.js';
import type { AnyExperiment, Need, Stage } from '../../../judge/rules/rule.js';
import { expectedOf } from '../../../proof/also-fails/index.js';
import { faults } from '../../../reference/index.js';
import {
  type Block,
  bold,
  dim,
  labelled,
  line,
  paragraph,
  textOf,
} from '../../../report/terminal/pieces.js';
import type { Io } from '../../io.js';
import { count } from '../../../report/words.js';
import { appearanceOf } from '../../output/appearance.js';
import { clausesFrom, guideFrom } from '../../../api/reports/clauses.js';
import { kindWords } from '../rules/lines.js';

/** When it is sent, if not among most requests. */
const stageWords: Readonly<Record<Exclude<Stage, 'populated'>, string>> = {
  untouched: 'before any animal is added',
  sparse: 'while the store has few animals',
};

const needWords: Readonly<Record<Need, string>> = {
  writes: 'a target that allows writes',
  population: `more than ${maximumLimit} animals of each status, which the kit adds`,
  quickstart: 'the address of the quickstart',
  getPet: `GET /pets/{petId}, which may be removed from ${removalDayInWords}`,
};

/** So many faults show what a rule catches; some rules catch a hundred. */
const mostFaults = 6;

export function explanation(
  row: LedgerRule,
  { verbose }: { readonly verbose: boolean },
  io: Io,
): string {
  const clause = clausesFrom(io.folder).find(({ id }) => id === row.clause);
  const rule = allRules.find(({ id }) => id === row.id);
  const experiments = rule?.experiments ?? [];
  const needs = [...new Set(experiments.flatMap((one) => one.needs ?? []))].filter((need) =>
    experiments.every((one) => one.needs?.includes(need)),
  );
  const isPartlyPopulated =
    !needs.includes('population') && experiments.some((one) => one.needs?.includes('population'));
  // Faults that were made for the rule come first: others may fail it by chance.
  const caught = faults
    .filter((fault) => expectedOf(fault).fails.includes(row.id))
    .toSorted((one, other) => Number(other.rule === row.id) - Number(one.rule === row.id));
  // One more fault takes no more room than the line that says so.
  const shown = verbose || caught.length <= mostFaults + 1 ? caught.length : mostFaults;
  const show = (label: string, texts: readonly string[]): Block =>
    texts.map((text, at) => labelled(at === 0 ? label : '', text));
  const onViolation =
    row.kind === 'implied' ? '; a violation is a warning (a failure with --strict)' : '';
  const block = [
    paragraph(0, bold(row.id)),
    paragraph(2, row.statement),
    '',
    labelled('kind', `${row.kind}: ${kindWords[row.kind]}${onViolation}`),
    show('clause', [
      `${row.clause} ${clause?.title ?? ''}`,
      ...(clause === undefined ? [] : [clause.link]),
    ]),
    show('since', [
      row.since,
      ...Object.entries(row.changed ?? {}).map(
        ([version, what]) => `Changed in ${version}: ${what}`,
      ),
    ]),
    row.readings !== undefined &&
      show('readings', [`Strict: ${row.readings.strict}.`, `Lenient: ${row.readings.lenient}.`]),
    row.harm !== undefined && labelled('harm', row.harm),
    row.frameworks !== undefined && labelled('frameworks', row.frameworks),
    show('sends', experiments.map(describe)),
    rule?.form === 'exchanges' &&
      labelled('judges', 'every applicable exchange of the run, whichever rule sent it'),
    show('needs', [
      ...needs.map((need) => needWords[need]),
      ...(isPartlyPopulated ? [`for some of it, ${needWords.population}`] : []),
    ]),
    row.kind !== 'open' &&
      show('catches', [
        ...caught.slice(0, shown).map((fault) => `${fault.name}: ${fault.sentence}`),
        ...(shown < caught.length
          ? [`and ${count(caught.length - shown, 'more fault')}, with --verbose`]
          : []),
      ]),
    '',
    paragraph(2, dim(`npx animal-store-conformance TARGET --only ${row.id}`)),
    caught[0] !== undefined &&
      paragraph(2, dim(`npx animal-store-conformance reference --fault ${caught[0].name}`)),
    '',
    line(dim(`What kinds and outcomes mean: ${guideFrom(io.folder)}`)),
  ];
  return textOf(block, appearanceOf(io));
}

const describe = ({ name, stage }: AnyExperiment): string =>
  stage === 'populated' ? name : `${name} (${stageWords[stage]})`;
