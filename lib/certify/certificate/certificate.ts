// Makes the files of a certificate's folder from a conformant report, the vendor's description and its key.
import type { KeyObject } from 'node:crypto';
import type { Report } from '../../judge/result/report.js';
import { decides } from '../../judge/result/verdict.js';
import { reportHtml } from '../../report/page/page.js';
import { reportJson } from '../../report/files/json.js';
import { jsonText } from '../../report/text/inert.js';
import type { ReportContext } from '../../report/words.js';
import { certificateBadge } from './badge.js';
import { certificatePage } from './index-page.js';
import { type Certified, incompleteText } from './facts.js';
import type { Implementation } from './implementation.js';
import { repetitionName } from './repetition.js';
import { certificateReadme } from './readme.js';
import { keyIdOf, sha256, signed } from './signature.js';
import { statementOf, type Statement } from './statement.js';

export interface CertificateFile {
  readonly name: string;
  readonly text: string;
}

export const certificateNames = [
  'report.json',
  'report.html',
  'attestation.json',
  'predicate.json',
  'badge.svg',
  'index.html',
  'README.md',
] as const;

export function certificateFiles(
  report: Report,
  implementation: Implementation,
  key: KeyObject,
  context: ReportContext,
): readonly CertificateFile[] {
  const text = reportJson(report);
  const page = reportHtml(report, context);
  const digests = { report: sha256(text), page: sha256(page) };
  const statement = statementOf(report, implementation, digests);
  const payload = payloadOf(statement);
  return [
    { name: 'report.json', text },
    { name: 'report.html', text: page },
    { name: 'attestation.json', text: `${jsonText(signed(payload, key), 1)}\n` },
    ...derivedFiles(statement, {
      report,
      implementation,
      digest: sha256(payload),
      keyId: keyIdOf(key),
      reportDigest: digests.report,
    }),
  ];
}

/** Files that somebody else may add: a statement that they repeated the run. */
export const optionalNames: readonly string[] = [repetitionName];

/** The files that follow from the signed statement and the report. */
export const derivedFiles = (
  statement: Statement,
  certified: Certified,
): readonly CertificateFile[] => [
  { name: 'predicate.json', text: `${jsonText(statement.predicate, 1)}\n` },
  { name: 'badge.svg', text: certificateBadge(certified) },
  { name: 'index.html', text: certificatePage(certified) },
  { name: 'README.md', text: certificateReadme(certified) },
];

export const payloadOf = (statement: Statement): Buffer => Buffer.from(jsonText(statement, 0));

/** The reasons why a report cannot be certified; empty if it can. */
export function missingFor(
  report: Report,
  { incomplete = false }: { readonly incomplete?: boolean } = {},
): readonly string[] {
  const { run, verdict } = report;
  const gap = incomplete ? '' : incompleteText(report);
  const open = report.rules.filter(
    ({ kind, outcome, profile }) =>
      kind === 'stated' &&
      (outcome === 'cantTell' || outcome === 'untested') &&
      report.profiles[profile] !== null,
  );
  const missing = [
    ...(run.scope.full && run.scope.budget === undefined ? [] : ['the run was not a full one']),
    ...(run.outages === undefined ? [] : ['the target stopped answering during the run']),
    ...(run.interrupted || run.bail !== undefined ? ['the run was ended early'] : []),
    ...report.rules
      .filter((rule) => rule.outcome === 'failed' && decides(rule, run.strict))
      .map(({ id, failures }) => `${id} failed: ${failures[0]?.cause ?? ''}`),
    ...open.map(
      ({ id, outcome, reason }) =>
        `${id} is ${outcome === 'untested' ? 'untested' : 'undecided'}: ${reason ?? ''}`,
    ),
    ...(gap === ''
      ? []
      : [
          `${gap}. Certify a server with an empty store, or add --incomplete: the certificate then says so`,
        ]),
  ];
  return missing.length > 0 || verdict === 'conformant' ? missing : [`the verdict is ${verdict}`];
}
