// The facts of a certificate, in the words that its badge, its page and its README share.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { argument } from '../../http/shell.js';
import { count, inTheWay, leftByStore } from '../../report/words.js';
import { type Implementation, productOf } from './implementation.js';
import type { Repetition } from './repetition.js';
import { practiceOf } from './practice.js';
import { validUntil } from './statement.js';

export interface Certified {
  readonly report: Report;
  readonly implementation: Implementation;
  /** The digest of the signed statement, which identifies this certificate. */
  readonly digest: string;
  /** The digest of the public key that belongs to the signature. */
  readonly keyId: string;
  readonly reportDigest: string;
  /** Present if somebody has repeated the run. */
  readonly repetition?: Repetition | undefined;
}

export type CertificateFacts = ReturnType<typeof factsOf>;

export function factsOf(certified: Certified) {
  const { report, implementation } = certified;
  const { kit, run, profiles, target } = report;
  const practice = practiceOf(report);
  const product = productOf(implementation);
  const contract = `${report.contract.title} ${report.contract.version}`;
  // Exactly the version of the kit that made the certificate.
  const program = `npx ${kit.name}@${kit.version}`;
  const verify = `${program} verify . --public-key vendor.pem`;
  const address = argument(target.baseUrl);
  const quickstart = `--quickstart ${argument(target.quickstartBaseUrl ?? 'none')}`;
  return {
    ...certified,
    practice,
    product,
    contract,
    gap: incompleteText(report),
    /** What the certificate is about, and how much it is worth. */
    title:
      practice === undefined
        ? `${product} is a conformant ${contract}`
        : `For practice only: ${product}, ${contract}`,
    profiles: profiles.quickstart === null ? 'catalogue' : 'catalogue and quickstart',
    testedOn: run.startedAt.slice(0, 10),
    endsOn: validUntil(report),
    commands: {
      verify,
      rerun: `${verify} --rerun ${address} ${quickstart}`,
      /** For readers who do not need the certificate. */
      run: `${program} ${address} ${quickstart} --effort ${run.effort} --seed ${run.seed}`,
    },
  };
}

/** What a certificate leaves out by the vendor's choice, in a sentence; empty for one of both profiles. */
export const coverageText = ({ profiles }: Report): string =>
  profiles.quickstart === null
    ? 'It covers the catalogue only: the quickstart (messages) was not tested.'
    : '';

/** Names the repeater of the run: "on 2026-11-23 at https://animals.example/v1 by the holder of the key sha256:…". */
export const repeatedText = ({ day, target, keyId }: Repetition): string =>
  `on ${day} at ${target} by the holder of the key sha256:${keyId}`;

/**
 * A certificate is incomplete if the contents of the store kept stated rules from being tested. This follows from the
 * report alone, so that nobody can leave it out. A rule that the date or the target's own choices excuse does not count,
 * because an empty store would not change that.
 */
export const untestedForStore = (report: Report): readonly RuleResult[] =>
  leftByStore(report).filter(({ kind }) => kind === 'stated');

/** The gap in words: "3 stated rules could not be tested, because …: a, b, c"; empty for a complete certificate. */
export function incompleteText(report: Report): string {
  const left = untestedForStore(report);
  if (left.length === 0) return '';
  const ids = left.map(({ id }) => id).join(', ');
  return `${count(left.length, 'stated rule')} could not be tested, because ${inTheWay(left)}: ${ids}`;
}
