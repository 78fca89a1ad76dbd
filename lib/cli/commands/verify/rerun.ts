// Repeats the run of a certificate, with a seed that the vendor cannot know, in disguise, and then with its own: a server
// that knows the kit, or the requests of one seed, shows itself. The other way round, the first run would announce the
// second. Sets the outcomes side by side, and signs that they are the same: in a statement beside the certificate, and on
// the page that shows it.
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { repeatedText } from '../../../certify/certificate/facts.js';
import { certificatePage } from '../../../certify/certificate/index-page.js';
import { repetitionName, repetitionText } from '../../../certify/certificate/repetition.js';
import { keyIdOf, sha256 } from '../../../certify/certificate/signature.js';
import type { Verification } from '../../../certify/verification/outcome.js';
import { folderOf } from '../../../api/certificates/folder.js';
import { whyNot, writeNamed } from '../../../api/files.js';
import { CannotTest } from '../../../judge/health/cannot-test.js';
import type { Outcome, Report, RuleResult } from '../../../judge/result/report.js';
import { program } from '../../../api/package.js';
import type { RunValues } from '../../../api/options/run-table.js';
import {
  configure,
  inDisguise,
  type Configuration,
} from '../../../api/configuration/configuration.js';
import { secretsOf } from '../../../api/configuration/key.js';
import type { Command } from '../../arguments/command.js';
import { interruption, type Io } from '../../io.js';
import { confirmWrites, printBeforehand } from '../../runs/beforehand.js';
import { count } from '../../../report/words.js';
import { CannotWrite, UsageError } from '../../../api/errors.js';
import { execute, idsOf } from '../../../api/execute/execute.js';
import { progressStyle, showProgress } from '../../output/progress.js';
import { today } from '../../../api/today.js';

export interface Repeated {
  /** Objections to the certificate, each in a sentence. */
  readonly differences: readonly string[];
  /** Rules that could not be decided this time. */
  readonly undecided: readonly string[];
  /** Differences that do not count, because the store holds other animals by now. */
  readonly notes: readonly string[];
  /** The ids of rules that passed, but could not be repeated with the store as it is now. */
  readonly lapsed: readonly string[];
  readonly rules: number;
  /** How many of them have the same outcome. */
  readonly same: number;
  /** The seed of the first time. */
  readonly freshSeed?: number;
  /** The address, if it differs from that of the certificate. */
  readonly elsewhere?: string;
  /** The reason why the run could not be repeated. */
  readonly couldNot?: string;
  /** Whether a user ended it, so that nothing can be said. */
  readonly isInterrupted?: true;
}

export async function repeated(
  certified: Report,
  target: string,
  values: RunValues,
  commands: readonly Command[],
  io: Io,
): Promise<Repeated> {
  const { run } = certified;
  const configuration = await configure(
    {
      ...values,
      ...quickstartOf(certified, target, values),
      effort: run.effort,
      ...(run.strict ? { strict: true as const } : {}),
    },
    target,
    { ...io, commands },
  );
  await io.hide(secretsOf(configuration.keys));
  await confirmWrites(configuration, io);
  printBeforehand([configuration], io);
  const fresh = inDisguise({ ...configuration, seed: freshSeed(configuration.seed, run.seed) });
  const { signal, stopListening } = interruption(io, 'the run was interrupted');
  try {
    const time = async (configured: Configuration, how: string): Promise<Report> => {
      io.stderr.write(`${program}: repeating the run with ${how} ...\n`);
      const { environment, stderr } = io;
      // A log gets the outcome alone.
      const style = progressStyle(stderr, environment, {
        json: true,
        quiet: values.quiet === true,
      });
      const progress = showProgress({
        output: stderr,
        environment,
        style,
        strict: configured.options.strict === true,
        ids: await idsOf(configured),
      });
      const report = await execute(configured, {
        ...progress.listeners,
        environment,
        signal,
      }).finally(() => progress.end());
      if (signal.aborted) throw new CannotTest('the repetition was interrupted.');
      return report;
    };
    const other = await time(fresh, `seed ${fresh.seed}, in disguise`);
    const same = await time({ ...configuration, seed: run.seed }, `seed ${run.seed}`);
    return bothOf(sideBySide(certified, same, other), sideBySide(certified, other), fresh.seed);
  } catch (thrown) {
    if (!(thrown instanceof CannotTest)) throw thrown;
    const isInterrupted = signal.aborted;
    return { ...nothing, couldNot: thrown.message, ...(isInterrupted && { isInterrupted }) };
  } finally {
    stopListening();
  }
}

/** A seed that occurs in the certificate is not fresh. */
const freshSeed = (seed: number, certified: number): number =>
  seed === certified ? (seed + 1) % 2 ** 31 : seed;

/** Lists what only the disguised run found separately, so that each rule is there once. */
function bothOf(same: Repeated, other: Repeated, seed: number): Repeated {
  const further = (name: 'differences' | 'undecided' | 'notes'): readonly string[] => [
    ...same[name],
    ...other[name]
      .filter((text) => !same[name].some((one) => subjectOf(one) === subjectOf(text)))
      .map((text) => `With seed ${seed}, in disguise: ${text}`),
  ];
  return {
    ...same,
    differences: further('differences'),
    undecided: further('undecided'),
    notes: further('notes'),
    lapsed: [...new Set([...same.lapsed, ...other.lapsed])],
    same: Math.min(same.same, other.same),
    freshSeed: seed,
  };
}

/** The id of the rule that a sentence is about: its first word. A sentence about several rules is about itself. */
const subjectOf = (text: string): string => /^[a-z-]+\.[a-z-]+(?= )/.exec(text)?.[0] ?? text;

/** The key goes to no address that only a file names. */
function quickstartOf(
  { target: { quickstartBaseUrl } }: Report,
  target: string,
  { quickstart }: RunValues,
): Pick<RunValues, 'quickstart'> {
  if (target === 'reference' || quickstart !== undefined) return {};
  if (quickstartBaseUrl === null) return { quickstart: 'none' };
  throw new UsageError(
    `The certificate covers a quickstart too, at ${quickstartBaseUrl}, but the key is never sent to an address that only a file names: name it, with --quickstart.`,
  );
}

const nothing: Repeated = {
  differences: [],
  undecided: [],
  notes: [],
  lapsed: [],
  rules: 0,
  same: 0,
};

/**
 * A rule that fails now counts as broken. One that no longer applies does not; a stated one that full lists hide is
 * undecided. That the run `filledBy` has filled them, after the rule passed in it, is no news.
 */
export function sideBySide(certified: Report, again: Report, filledBy?: Report): Repeated {
  const now = new Map(again.rules.map((rule) => [rule.id, rule]));
  const covered = certified.rules.filter(({ outcome }) => outcome !== 'untested');
  const decisive = covered.filter(isDecisive);
  const passed = new Set(
    filledBy?.rules.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id),
  );
  const isFilled = ({ id }: RuleResult, { because }: RuleResult): boolean =>
    because !== undefined && byStore.has(because) && passed.has(id);
  const reported = covered.flatMap((before) => {
    const after = now.get(before.id);
    return after === undefined || after.outcome === before.outcome || isFilled(before, after)
      ? []
      : [{ before, after }];
  });
  const where = (chosen: (one: (typeof reported)[number]) => boolean): readonly string[] =>
    reported.filter(chosen).map(({ before, after }) => {
      const because = after.failures[0]?.cause ?? after.reason ?? '';
      return `${before.id} ${did(before)} in the certificate, but ${does(after)} now${because === '' ? '' : `: ${because}`}`;
    });
  const isOpen = ({ outcome }: RuleResult): boolean =>
    outcome === 'cantTell' || outcome === 'untested';
  // An observation decides nothing. Whoever fills the store could hide that new animals are lost.
  const isUndecided = (rule: RuleResult): boolean =>
    (rule.kind !== 'open' && isOpen(rule)) ||
    (rule.kind === 'stated' && rule.outcome === 'inapplicable' && rule.because === 'full lists');
  const answers = new Map(again.observations.map(({ id, answer }) => [id, answer]));
  const otherAnswers = certified.observations.flatMap(({ id, answer }) => {
    const other = answers.get(id);
    return other === undefined || other === answer
      ? []
      : [`${id} was "${answer}", and is "${other}" now: the contract allows both.`];
  });
  const isElsewhere = again.target.baseUrl !== certified.target.baseUrl;
  const elsewhere = isElsewhere
    ? [`The certificate is for ${certified.target.baseUrl}; ${again.target.baseUrl} was tested.`]
    : [];
  return {
    differences: where(({ after }) => after.outcome === 'failed'),
    undecided: where(({ after }) => isUndecided(after)),
    notes: [
      ...elsewhere,
      ...where(({ after }) => after.outcome !== 'failed' && !isOpen(after) && !isUndecided(after)),
      ...otherAnswers,
      ...beyond(certified, now),
    ],
    lapsed: reported
      .filter(({ before, after }) => hasLapsed(before, after) && !isUndecided(after))
      .map(({ before }) => before.id),
    rules: decisive.length,
    same: decisive.length - reported.filter(({ before }) => isDecisive(before)).length,
    ...(isElsewhere ? { elsewhere: again.target.baseUrl } : {}),
  };
}

/** What the certificate leaves untested, for lack of a quickstart for example, is none of its rules. */
function beyond({ rules }: Report, now: ReadonlyMap<string, RuleResult>): readonly string[] {
  const tested = rules.flatMap((rule) => {
    const after = now.get(rule.id);
    const isBeyond = isDecisive(rule) && rule.outcome === 'untested';
    return isBeyond && (after?.outcome === 'passed' || after?.outcome === 'failed') ? [after] : [];
  });
  if (tested.length === 0) return [];
  const told = (what: string, broken: readonly RuleResult[]): string =>
    broken.length === 0
      ? ''
      : ` ${count(broken.length, 'rule')} ${what}: ${broken.map(({ id }) => id).join(', ')}.`;
  const broken = tested.filter(({ outcome }) => outcome === 'failed');
  const found =
    told('failed', broken.filter(isFailure)) +
    told(
      'gave a warning',
      broken.filter((rule) => !isFailure(rule)),
    );
  return [
    `${count(tested.length, 'rule')} that the certificate leaves untested ${tested.length === 1 ? 'was' : 'were'} tested as well.${found}`,
  ];
}

/** What a store may contain that leaves a rule without its case. */
const byStore: ReadonlySet<string> = new Set(['no empty list', 'full lists']);

const isDecisive = ({ kind }: RuleResult): boolean => kind !== 'open';

/** In a store that was not emptied, rules about empty and short lists do not apply any more. */
const hasLapsed = (before: RuleResult, after: RuleResult): boolean =>
  before.outcome === 'passed' && after.outcome === 'inapplicable';

function did(rule: RuleResult): string {
  const { outcome } = rule;
  if (outcome === 'passed') return 'passed';
  if (outcome === 'failed') return isFailure(rule) ? 'failed' : 'gave a warning';
  return `was ${named(outcome)}`;
}

function does(rule: RuleResult): string {
  const { outcome } = rule;
  if (outcome === 'passed') return 'passes';
  if (outcome === 'failed') return isFailure(rule) ? 'fails' : 'gives a warning';
  return `is ${named(outcome)}`;
}

/** An implied rule that fails is a warning. */
const isFailure = ({ outcome, kind }: RuleResult): boolean =>
  outcome === 'failed' && kind !== 'implied';

const named = (outcome: Outcome): string => (outcome === 'cantTell' ? 'undecided' : outcome);

interface Countersigning {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly verification: Verification;
  readonly again: Repeated;
  readonly key: KeyObject;
  /** The folder of the certificate, or a file in it. */
  readonly operand: string;
}

/** Signs that the run was repeated; returns whether it did. */
export async function countersigned(
  { files, verification, again, key, operand }: Countersigning,
  io: Io,
): Promise<boolean> {
  const { report, implementation, statement, digest, keyId } = verification;
  const why = whyNotTheSame(again);
  if (!report || !implementation || !statement || !digest || !keyId || why !== undefined) {
    io.stderr.write(`${program}: Not signed: ${why ?? 'the certificate is not complete.'}\n`);
    return false;
  }
  const day = today();
  const target = again.elsewhere ?? report.target.baseUrl;
  const repetition = { target, day, keyId: keyIdOf(key) };
  const reportDigest = sha256(files.get('report.json') ?? '');
  const page = certificatePage({ report, implementation, digest, keyId, reportDigest, repetition });
  const folder = folderOf(operand, io.folder);
  try {
    writeNamed(
      io.folder,
      join(folder, repetitionName),
      repetitionText(statement, report, { target, day, key }),
    );
    writeNamed(io.folder, join(folder, 'index.html'), page);
  } catch (error) {
    throw new CannotWrite(`The signature could not be written (${whyNot(error)}).`);
  }
  const before = verification.repetition;
  const instead = before === undefined ? '' : ` It replaces the one ${repeatedText(before)}.`;
  io.stderr.write(
    `${program}: Signed with sha256:${repetition.keyId}: ${repetitionName} says that the run was repeated at ${target}, and index.html shows it: return the whole folder.${instead}\n`,
  );
  return true;
}

function whyNotTheSame({ differences, undecided, lapsed }: Repeated): string | undefined {
  const [broken, open] = [differences.length, undecided.length];
  if (broken > 0)
    return `${count(broken, 'rule')} of the certificate no longer ${broken === 1 ? 'holds' : 'hold'}.`;
  if (open > 0) return `${count(open, 'rule')} could not be decided.`;
  return lapsed.length === 0
    ? undefined
    : `${count(lapsed.length, 'rule')} could not be repeated, because the store is not as empty as it was (${lapsed.join(', ')}). Empty it, and repeat the run.`;
}
