// Makes badge.svg of a certificate: the verdict, the day, and the beginning of the certificate's digest, so that
// anybody who sees a badge can look for its certificate.
import { drawnBadge } from '../../report/files/badge.js';
import { marks, verdicts } from '../../report/words.js';
import { type Certified, factsOf } from './facts.js';

/** This many digits of a digest distinguish it from all others that anybody will meet. */
const shownDigits = 12;

export function certificateBadge(certified: Certified): string {
  const { report, digest } = certified;
  const { practice, contract, endsOn, gap, product, profiles, testedOn } = factsOf(certified);
  const { glyph, word: verdict } = verdicts[report.verdict];
  const isPractice = practice !== undefined;
  const word = `${isPractice ? 'for practice only' : verdict}${gap === '' ? '' : ', incomplete'}`;
  const target = report.target.baseUrl.replace(/^https?:\/\//, '');
  const details = [target, testedOn, digest.slice(0, shownDigits)].join(' · ');
  return drawnBadge({
    left: contract,
    right: `${isPractice ? marks.warning.glyph : glyph} ${word}`,
    below: details,
    says: `${contract}: ${word} (${profiles}), ${details}`,
    // A certificate for practice has a colour of its own, so that nobody takes it for another.
    verdict: isPractice ? 'inconclusive' : report.verdict,
    about: `${product}. Certificate sha256:${digest}, valid until ${endsOn}. Check it: animal-store-conformance verify.`,
  });
}
