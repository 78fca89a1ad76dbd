// results.sarif: the failures as SARIF 2.1.0, for code scanning. What is scanned is a server, not a file: each failure
// stands at the clause of the contract that it breaks, in a file of this package that a user's repository lacks.
import type { Failure, Report, RuleResult } from '../../judge/result/report.js';
import { runAgain } from '../again.js';
import { cut, jsonText, markdown, visible, visibleLines } from '../text/inert.js';
import {
  type FailureEntry,
  type Mark,
  type ReportContext,
  caseCount,
  clauseName,
  clauseOf,
  confirmation,
  evidenceOf,
  kinds,
  knownLink,
  knownText,
  worstFirst,
} from '../words.js';

const project = 'https://github.com/animal-store/animal-store-conformance';
const contractFile = 'spec/animal-store.md';

export function resultsSarif(report: Report, context: ReportContext): string {
  const { kit, contract, target, verdict, run } = report;
  // SARIF lists violations only, so observations are left out.
  const rules = report.rules.filter(({ kind }) => kind !== 'open');
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: kit.name,
            semanticVersion: kit.version,
            informationUri: project,
            rules: rules.map((rule) => descriptor(rule, report, context)),
          },
        },
        invocations: [invocation(report, rules)],
        results: results(report, rules, context),
        columnKind: 'utf16CodeUnits',
        properties: {
          verdict,
          target: visible(cut(target.name, 200)),
          contract: `${contract.title} ${contract.version}`,
          seed: run.seed,
        },
      },
    ],
  };
  return `${jsonText(log, 1)}\n`;
}

/** The level of a broken rule: a failure or a warning, as at the gate. */
const levelOf = ({ kind }: RuleResult, { run }: Report): 'error' | 'warning' =>
  kind === 'stated' || run.strict ? 'error' : 'warning';

function descriptor(rule: RuleResult, report: Report, context: ReportContext) {
  const level = levelOf(rule, report);
  const where = clauseName(rule.clause, context);
  const statement = visible(rule.statement);
  const what = `${statement} (${where}; ${rule.kind}: ${kinds[rule.kind]})`;
  const explain = `animal-store-conformance explain ${rule.id}`;
  const helpUri = addressOf(rule, report, context);
  return {
    id: rule.id,
    shortDescription: { text: statement },
    fullDescription: { text: what },
    help: {
      text: `${what} More: ${explain}`,
      markdown: `${markdown(rule.statement)}\n\n- Clause: [${markdown(where)}](${helpUri})\n- Kind: ${rule.kind}, ${kinds[rule.kind]}\n- More: \`${explain}\``,
    },
    helpUri,
    defaultConfiguration: { level },
    properties: {
      tags: ['conformance', rule.kind, rule.profile],
      precision: 'very-high',
      'problem.severity': level,
    },
  };
}

/** The clause in the contract as it is published; links of a report may lead to a copy beside it. */
function addressOf({ clause }: RuleResult, { kit }: Report, context: ReportContext): string {
  const [, anchor] = /(#[\w-]+)$/.exec(clauseOf(clause, context).link) ?? [];
  return `${project}/blob/v${kit.version}/${contractFile}${anchor ?? ''}`;
}

function invocation(report: Report, rules: readonly RuleResult[]) {
  const { run } = report;
  const start = Date.parse(run.startedAt) || 0;
  const undecided = rules.filter(
    ({ outcome, kind }) => outcome === 'cantTell' && kind === 'stated',
  );
  const notes = [
    ...undecided.map((rule) => ({
      level: 'warning',
      message: {
        text: plain(
          `${rule.id} is undecided: ${visible(cut(rule.reason ?? 'no reason recorded', 1000))} (${evidenceOf(rule)})`,
        ),
      },
      associatedRule: { id: rule.id, index: rules.indexOf(rule) },
    })),
    ...run.warnings.map((warning) => ({
      level: 'note',
      message: { text: plain(visible(cut(warning, 600))) },
    })),
  ];
  return {
    executionSuccessful: !run.interrupted,
    commandLine: visible(cut(runAgain(report), 2000)),
    ...(start === 0
      ? {}
      : {
          startTimeUtc: new Date(start).toISOString(),
          endTimeUtc: new Date(start + Math.round(run.durationMs)).toISOString(),
        }),
    ...(notes.length === 0 ? {} : { toolExecutionNotifications: notes }),
  };
}

function results(report: Report, rules: readonly RuleResult[], context: ReportContext) {
  return worstFirst(report).map((entry) => {
    const { rule, failure } = entry;
    const place = rule.failures.indexOf(failure) + 1;
    return {
      ruleId: rule.id,
      ruleIndex: rules.indexOf(rule),
      level: levels[entry.mark] ?? levelOf(rule, report),
      message: { text: message(entry) },
      locations: [location(rule, context)],
      partialFingerprints: {
        // GitHub distinguishes alerts by this fingerprint alone. The ids of failures differ from seed to seed, and an
        // alert must stay the same.
        primaryLocationLineHash: `${rule.id}:${place}`,
        'failureId/v1': failure.id,
      },
      suppressions: failure.known && [suppression(failure)],
    };
  });
}

/** GitHub ignores suppressions, and a known failure must not fail a check there either. */
const levels: Partial<Readonly<Record<Mark, string>>> = { known: 'note' };

const location = ({ clause }: RuleResult, context: ReportContext) => ({
  physicalLocation: {
    artifactLocation: { uri: contractFile },
    region: { startLine: Math.max(1, clauseOf(clause, context).line ?? 1) },
  },
  message: { text: visible(clauseName(clause, context)) },
});

const suppression = (failure: Failure) => ({
  kind: 'external',
  status: 'accepted',
  justification: visible(`${knownText(failure)} ${knownLink(failure)}`.trim()),
});

function message({ failure }: FailureEntry): string {
  return [
    failure.cause,
    `Expected: ${failure.expected}`,
    `Actual: ${failure.actual}`,
    ...(failure.input === '' ? [] : [`Case: ${failure.input}`]),
    ...(failure.difference === null
      ? []
      : [`Difference from the accepted request: ${failure.difference}`]),
    ...(failure.wasKnown === undefined ? [] : [`Baseline: ${knownText(failure)}`]),
    `Reproduced: ${confirmation(failure)}; ${caseCount(failure)}`,
    `Replay: ${failure.replay}`,
  ]
    .map((line) => plain(visibleLines(cut(line, 1000))))
    .join('\n');
}

/** Text for a message, which viewers take for a link where it looks like one (SARIF 2.1.0, 3.11.6). */
const plain = (text: string): string => text.replaceAll('](', '] (');
