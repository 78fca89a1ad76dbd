// Makes badge.svg of a certificate: the verdict, the day, and the beginning of the certificate's digest, so that
// anybody who sees a badge can look for its certificate.
import { drawnBadge } from '../../report/files/badge.js';
import { marks, verdicts } from '../../report/words.js';
import { incompleteText } from './incomplete.js';
import { productOf } from './implementation.js';
import { practiceOf } from './practice.js';
import {
  type CertificateFacts,
  contractOf,
  endsOn,
  profilesIn,
  targetOf,
  testedOn,
} from './facts.js';

/** This many digits of a digest distinguish it from all others that anybody will meet. */
const shownDigits = 12;

export function certificateBadge(facts: CertificateFacts): string {
  const { report, digest, implementation } = facts;
  const isPractice = practiceOf(report) !== undefined;
  const { glyph, word: verdict } = verdicts[report.verdict];
  const word = [
    isPractice ? 'for practice only' : verdict,
    ...(incompleteText(report) === '' ? [] : ['incomplete']),
  ].join(', ');
  const details = [targetOf(facts), testedOn(facts), digest.slice(0, shownDigits)].join(' · ');
  const says = `${contractOf(facts)}: ${word} (${profilesIn(facts)}), ${details}`;
  return drawnBadge({
    left: contractOf(facts),
    right: `${isPractice ? marks.warning.glyph : glyph} ${word}`,
    below: details,
    says,
    // A certificate for practice has a colour of its own, so that nobody takes it for another.
    verdict: isPractice ? 'inconclusive' : report.verdict,
    about: `${productOf(implementation)}. Certificate sha256:${digest}, valid until ${endsOn(facts)}. Check it: animal-store-conformance verify.`,
  });
}
