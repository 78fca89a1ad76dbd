// badge.svg of a certificate: the verdict, the day, and the beginning of the certificate's digest, so that who sees a
// badge can look for the certificate that it belongs to.
import { drawnBadge } from '../../report/files/badge.js';
import { verdicts } from '../../report/words.js';
import { incompleteText } from './incomplete.js';
import { productOf } from './implementation.js';
import {
  type CertificateFacts,
  contractOf,
  endsOn,
  profilesIn,
  targetOf,
  testedOn,
} from './facts.js';

/** So much of a digest tells it from all others that anybody will meet. */
const shownDigits = 12;

export function certificateBadge(facts: CertificateFacts): string {
  const { report, digest, implementation } = facts;
  const { glyph, word: verdict } = verdicts[report.verdict];
  const word = incompleteText(report) === '' ? verdict : `${verdict}, incomplete`;
  const told = [targetOf(facts), testedOn(facts), digest.slice(0, shownDigits)].join(' · ');
  const says = `${contractOf(facts)}: ${word} (${profilesIn(facts)}), ${told}`;
  return drawnBadge({
    left: contractOf(facts),
    right: `${glyph} ${word} · ${told}`,
    says,
    verdict: report.verdict,
    about: `${productOf(implementation)}. Certificate sha256:${digest}, valid until ${endsOn(facts)}. Check it: animal-store-conformance verify.`,
  });
}
