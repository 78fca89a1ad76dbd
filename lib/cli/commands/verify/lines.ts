// What a verification found, as lines for people and as JSON for programs.
import { productOf } from '../../../certify/certificate/implementation.js';
import { coverageText, incompleteText, repeatedText } from '../../../certify/certificate/facts.js';
import { practiceOf } from '../../../certify/certificate/practice.js';
import { validUntil } from '../../../certify/certificate/statement.js';
import { outcomeOf, type Verification } from '../../../certify/verification/outcome.js';
import { those } from '../../../certify/verification/problems.js';
import type { Report } from '../../../judge/result/report.js';
import { jsonText } from '../../../report/text/inert.js';
import { count, headlineOf } from '../../../report/words.js';
import { oneLine } from '../../../api/errors.js';
import type { Repeated } from './rerun.js';

/** A run has a handful of warnings, and a changed report a problem or two, but a file may have any number. */
const mostShown = 20;

export function verificationLines(
  verification: Verification,
  again: Repeated | undefined,
  { quiet }: { readonly quiet: boolean },
): string {
  const closing = closingOf(verification, again, quiet);
  // What failed in a run that nobody certified stands in its report.
  const isOrdinary = verification.statement === undefined && verification.problems.length > 0;
  const lines = quiet
    ? [closing]
    : [
        ...problemLines(verification),
        ...heldOf(verification).map((text) => `✓ ${text}`),
        ...repeatedOf(verification),
        ...notJudged(verification.report).map(
          (text) => `– not judged, as it does not apply: ${text}`,
        ),
        ...(isOrdinary ? [] : brokenIn(verification)),
        ...verification.notes.map((text) => `! ${text}`),
        ...(again === undefined ? [] : againLines(again)),
        closing,
      ];
  return `${lines.map(oneLine).join('\n')}\n`;
}

/** Those that explain others come first, so that the rest only repeats them. */
function problemLines({ problems }: Verification): readonly string[] {
  const more = problems.length - mostShown;
  return [
    ...problems.slice(0, mostShown).map(({ message }) => `✗ ${message}`),
    ...(more > 0 ? [`✗ and ${count(more, 'more problem')}: \`--json\` lists all`] : []),
  ];
}

/** The checks that the certificate passed, each with its evidence. */
function heldOf(verification: Verification): readonly string[] {
  const { report, problems, keyId, borneOut, passed, unconfirmed, exchanges, digest } =
    verification;
  const has = (...kinds: readonly string[]): boolean =>
    problems.some(({ kind }) => kinds.includes(kind));
  if (report === undefined || has('other-contract', 'other-kit', 'masked-report')) return [];
  return those([
    keyId !== undefined && `signed with the key sha256:${keyId}`,
    digest !== undefined &&
      !has('other-statement', 'changed-report', 'changed-page', 'changed-file') &&
      `digests: the certificate is sha256:${digest}, and every file matches it`,
    !has('missing-rule', 'doubled-rule', 'unknown-rule', 'changed-rule', 'no-evidence') &&
      `all ${rulesOf(report)} of ${report.contract.title} ${report.contract.version} are present${testedOf(report)}`,
    !has('not-borne-out', 'changed-observation', 'other-server') &&
      passed > 0 &&
      (borneOut === passed || problems.length === 0) &&
      `judged again from ${count(exchanges, 'recorded exchange')}: ${borneOut} of ${passed} passed rules, ${report.observations.length - unconfirmed.length} of ${report.observations.length} observations (for the others you have only the vendor's word; \`--json\` lists them)`,
    !has('changed-verdict', 'changed-counts', 'not-conformant', 'not-a-full-run') &&
      'the verdict follows from the outcomes',
  ]);
}

/** ", with evidence for the 22 that were tested" */
function testedOf({ rules }: Report): string {
  const { length } = rules.filter(({ outcome }) => outcome !== 'untested');
  return length === rules.length
    ? ' with evidence'
    : `, with evidence for the ${length} that ${length === 1 ? 'was' : 'were'} tested`;
}

/** "100 rules and 59 observations" */
function rulesOf({ rules }: Report): string {
  const open = rules.filter(({ kind }) => kind === 'open').length;
  return `${count(rules.length - open, 'rule')} and ${count(open, 'observation')}`;
}

/** A repetition by the vendor proves nothing more, and no file says who owns another key. */
function repeatedOf({ repetition, statement, keyId, report }: Verification): readonly string[] {
  if (repetition === undefined || statement === undefined) return [];
  const whose =
    repetition.keyId === keyId
      ? "which is the vendor's own"
      : 'and you have to check whose key that is';
  const certified = report?.target.baseUrl;
  const where = certified === repetition.target ? '' : `; the certificate is for ${certified}`;
  return [`! repeated ${repeatedText(repetition)}, ${whose}${where}`];
}

/** A certificate covers no more than what applied to the target. */
const notJudged = (report: Report | undefined): readonly string[] =>
  (report?.rules ?? []).flatMap(({ id, outcome, reason }) =>
    outcome === 'inapplicable' ? [`${id} (${reason ?? ''})`] : [],
  );

/** `certify` let warnings pass, so whoever relies on its certificate has to know them as well. */
const brokenIn = ({ report }: Verification): readonly string[] => {
  const broken = (report?.rules ?? []).filter(({ outcome }) => outcome === 'failed');
  const lines = [
    ...(report?.run.warnings ?? []).map((text) => `! warning of the run: ${text}`),
    ...broken.map(({ id, kind, failures: [first] }) => {
      const what = kind === 'stated' ? '✗ failed in the run' : '! warning of the run';
      return `${what}: ${id}${first === undefined ? '' : `: ${headlineOf(first)}`}`;
    }),
  ];
  const more = lines.length - mostShown;
  return [...lines.slice(0, mostShown), ...(more > 0 ? [`! and ${more} more`] : [])];
};

function againLines(again: Repeated): readonly string[] {
  const { differences, undecided, notes, rules, same, couldNot, freshSeed } = again;
  // The closing line says why.
  if (couldNot !== undefined) return [];
  return [
    ...differences.map((text) => `✗ ${text}`),
    ...undecided.map((text) => `? ${text}`),
    ...(differences.length + undecided.length === 0
      ? [
          `✓ repeated${freshSeed === undefined ? '' : ` twice, the first time with seed ${freshSeed} and in disguise`}: ${same} of ${count(rules, 'rule')} with the same outcome, none broken`,
        ]
      : []),
    ...notes.map((text) => `! ${text}`),
  ];
}

function closingOf(
  verification: Verification,
  again: Repeated | undefined,
  quiet: boolean,
): string {
  const { problems, implementation, report, statement, keyId } = verification;
  if (problems.length > 0) {
    const first = quiet
      ? `${problems.length === 1 ? '' : ' The first:'} ${problems[0]?.message ?? ''}`
      : '';
    return `Not verified: ${count(problems.length, 'problem')}.${first}`;
  }
  if (again?.couldNot !== undefined) return `The run could not be repeated: ${again.couldNot}`;
  const [broken, undecided] = [again?.differences.length ?? 0, again?.undecided.length ?? 0];
  if (broken > 0)
    return `Not confirmed: ${count(broken, 'rule')} of the certificate no longer ${broken === 1 ? 'holds' : 'hold'}.`;
  if (undecided > 0) return `Not repeated: ${count(undecided, 'rule')} could not be decided.`;
  if (report === undefined) return 'Not verified.';
  const gap = incompleteText(report);
  const coverage = coverageText(report);
  const practice = practiceOf(report);
  const more = [
    coverage === '' ? '' : ` ${coverage}`,
    again?.elsewhere === undefined ? '' : ` Repeated at ${again.elsewhere}.`,
    again === undefined || again.lapsed.length === 0
      ? ''
      : ` ${count(again.lapsed.length, 'rule')} could not be repeated, because the store is not as empty as it was.`,
    // The name of the product comes last: the vendor chose it, and nothing was verified about it.
    implementation === undefined ? '' : ` The vendor calls it ${productOf(implementation)}.`,
    gap === '' ? '' : ` Incomplete: ${gap}.`,
  ].join('');
  const testedAt = `${practice === undefined ? ', t' : '. T'}ested at ${addressesOf(report)} on ${report.run.startedAt.slice(0, 10)} with ${report.kit.name} ${report.kit.version}, valid until ${validUntil(report)}`;
  if (keyId === undefined)
    return `${practice === undefined ? 'The server is conformant by its own account' : `A practice certificate (${practice})`}${testedAt}: ${statement === undefined ? 'nobody has signed it' : 'its signature was not checked'}.${more}`;
  return `${practice === undefined ? 'Verified: the server is conformant' : `Verified: a practice certificate (${practice})`}${testedAt}.${more}`;
}

const addressesOf = ({ target: { baseUrl, quickstartBaseUrl } }: Report): string =>
  quickstartBaseUrl === null ? baseUrl : `${baseUrl} and ${quickstartBaseUrl}`;

export const asJson = (verification: Verification, again: Repeated | undefined): string =>
  jsonText({ ...outcomeOf(verification), rerun: again }, 2);
