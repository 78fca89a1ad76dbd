// The pages that browser tests look at: reports of every kind, the proof, a comparison and a certificate.
import { certificateBadge } from '../../certify/certificate/badge.js';
import type { Certified } from '../../certify/certificate/facts.js';
import { certificatePage } from '../../certify/certificate/index-page.js';
import { compareReports } from '../../certify/comparison/compare.js';
import { comparisonHtml } from '../../certify/comparison/shown/page.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { proofPage } from '../../proof/page.js';
import { reportHtml } from '../../report/index.js';
import { hostileReport } from '../reports/fixture-hostile.js';
import { knownReport } from '../reports/fixture-known.js';
import { failure } from '../reports/fixture-parts.js';
import { trendAfter } from '../reports/fixture-trend.js';
import {
  cleanReport,
  context,
  failingReport,
  manyFailures,
  warnedReport,
} from '../reports/fixture.js';
import { unprovenParts } from '../reports/proof-fixture.js';

/** A rule that five cases break, which differ only in their values. */
function repeating(): Report {
  const report = failingReport();
  const [rule] = report.rules.filter(({ outcome }) => outcome === 'failed');
  const failures = Array.from({ length: 5 }, (_, at) => ({
    ...failure({
      cause: `Animal ${at - 2} came back with another name.`,
      finding: { kind: 'other', operation: '', what: 'another name', values: { id: at - 2 } },
    }),
    id: `r-${at}`,
  }));
  return {
    ...report,
    rules: report.rules.map((one): RuleResult => (one === rule ? { ...one, failures } : one)),
  };
}

const certificate: Certified = {
  report: {
    ...cleanReport(),
    target: { ...cleanReport().target, baseUrl: 'https://animals.staging.shelter.example/v1' },
  },
  implementation: {
    organisation: 'Shelter & Sons',
    product: 'Shelter',
    version: '2.1.0',
    image: `sha256:${'a'.repeat(64)}`,
    commit: 'b'.repeat(40),
    url: 'https://shelter.example',
    contact: ['conformance@shelter.example'],
  },
  digest: '0123456789abcdef'.repeat(4),
  keyId: 'c'.repeat(64),
  reportDigest: 'd'.repeat(64),
};

/** A month of nights, of which some are red. */
const nights = Array.from({ length: 29 }, (_, at) => {
  if (at % 9 === 4) return failingReport();
  return at % 4 === 2 ? warnedReport() : cleanReport();
});

export const unproven = unprovenParts();
export const reports = {
  clean: cleanReport(),
  failing: failingReport(),
  hostile: hostileReport(),
  many: manyFailures(),
  known: knownReport(),
  grouped: repeating(),
  warned: warnedReport(),
};
const ofReports = Object.fromEntries(
  Object.entries(reports).map(([name, report]) => [name, reportHtml(report, context)]),
) as Readonly<Record<keyof typeof reports, string>>;

export const pages = {
  ...ofReports,
  trend: reportHtml(failingReport(), { ...context, trend: trendAfter(failingReport(), nights) }),
  proof: proofPage(unproven.proof, unproven.rows, unproven.made),
  comparison: comparisonHtml(
    compareReports(cleanReport(), hostileReport(), { operands: ['clean', 'hostile'] }),
  ),
  certificate: certificatePage(certificate),
};

/** The badge that lies next to the page of the certificate. */
export const badge = certificateBadge(certificate);
