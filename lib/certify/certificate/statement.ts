// The signed text: an in-toto statement about the report, with the test-result predicate. It says no more than the
// report and the vendor's description do, and is derived from them again during verification.
import type { Report } from '../../judge/result/report.js';
import type { Implementation } from './implementation.js';
import { practiceOf } from './practice.js';

const certificateDays = 365;

interface Descriptor {
  readonly name: string;
  readonly uri?: string;
  readonly digest?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

export interface Statement {
  readonly _type: string;
  readonly subject: readonly Descriptor[];
  readonly predicateType: string;
  readonly predicate: Predicate;
}

interface Predicate {
  readonly result: 'PASSED' | 'WARNED';
  readonly configuration: readonly Descriptor[];
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly string[];
}

interface Digests {
  readonly report: string;
  readonly page: string;
}

/** The last day on which the certificate counts. */
export function validUntil({ run }: Pick<Report, 'run'>): string {
  const end = Date.parse(run.startedAt) + certificateDays * 24 * 3_600_000;
  return new Date(end).toISOString().slice(0, 10);
}

export function statementOf(
  report: Report,
  implementation: Implementation,
  digests: Digests,
): Statement {
  const { kit, contract, target, profiles, run, verdict } = report;
  const { image, commit, url, ...vendor } = implementation;
  const failed = (outcome: string): readonly string[] =>
    report.rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id);
  const warned = failed('failed');
  const practice = practiceOf(report);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'report.json', digest: { sha256: digests.report } },
      { name: 'report.html', digest: { sha256: digests.page } },
      ...(image === undefined
        ? []
        : [{ name: 'image', digest: { sha256: image.slice('sha256:'.length) } }]),
      ...(commit === undefined ? [] : [{ name: 'commit', digest: { gitCommit: commit } }]),
    ],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: warned.length === 0 ? 'PASSED' : 'WARNED',
      configuration: [
        {
          name: 'contract',
          digest: { sha256: contract.digest },
          annotations: { title: contract.title, version: contract.version },
        },
        {
          name: 'kit',
          digest: { sha256: kit.digest },
          annotations: { name: kit.name, version: kit.version },
        },
        {
          name: 'run',
          uri: target.baseUrl,
          annotations: {
            quickstart: target.quickstartBaseUrl,
            seed: run.seed,
            effort: run.effort,
            startedAt: run.startedAt,
            verdict,
            profiles,
            validUntil: validUntil(report),
            practice,
          },
        },
        { name: 'implementation', uri: url, annotations: vendor },
      ],
      passedTests: failed('passed'),
      warnedTests: warned,
      failedTests: [],
    },
  };
}

/** The vendor's description in the statement; undefined if there is none. */
export function implementationIn({
  subject,
  predicate,
}: Statement): Record<string, unknown> | undefined {
  const implementation = predicate.configuration.find(({ name }) => name === 'implementation');
  if (implementation?.annotations === undefined) return undefined;
  const digest = (name: string, kind: string): string | undefined =>
    subject.find((one) => one.name === name)?.digest?.[kind];
  const image = digest('image', 'sha256');
  const commit = digest('commit', 'gitCommit');
  return {
    ...implementation.annotations,
    url: implementation.uri,
    image: image === undefined ? undefined : `sha256:${image}`,
    commit,
  };
}
