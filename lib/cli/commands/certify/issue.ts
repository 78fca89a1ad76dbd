// Issues a certificate for a report, and verifies it before anybody gets it.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { allRules } from '../../../../suites/index.js';
import {
  certificateFiles,
  type CertificateFile,
  missingFor,
} from '../../../certify/certificate/certificate.js';
import { coverageText, incompleteText } from '../../../certify/certificate/facts.js';
import { type Implementation, productOf } from '../../../certify/certificate/implementation.js';
import { practiceOf } from '../../../certify/certificate/practice.js';
import { provable } from '../../../certify/certificate/provable.js';
import { validUntil } from '../../../certify/certificate/statement.js';
import { verified } from '../../../certify/verification/verify.js';
import type { Report } from '../../../judge/result/report.js';
import { mostBytes } from '../../../api/files.js';
import { argument } from '../../../http/shell.js';
import { thisKit } from '../../../api/certificates/verifying.js';

type Issued =
  | { readonly missing: readonly string[] }
  | {
      readonly files: readonly CertificateFile[];
      /** The lines for the vendor, with the folder of the certificate. */
      readonly reported: (folder: string) => string;
    };

export async function issued(
  found: Report,
  implementation: Implementation,
  key: KeyObject,
  {
    incomplete,
    publicKey = 'FILE',
  }: {
    readonly incomplete: boolean;
    /** The path of the public key, where it lies beside the private one. */
    readonly publicKey?: string | undefined;
  },
): Promise<Issued> {
  const missing = missingFor(found, { incomplete });
  if (missing.length > 0) return { missing };
  const { report, without, wrong } = await provable(found, allRules);
  const unproven = [
    ...without.map((id) => `${id} has no recorded case that can be judged again.`),
    ...wrong,
  ];
  if (unproven.length > 0) return { missing: [...unproven, certifyAgain] };
  const kit = thisKit();
  const files = certificateFiles(report, implementation, key, kit.context);
  const tooLarge = files.find(({ text }) => Buffer.byteLength(text) > mostBytes.ofReport);
  if (tooLarge)
    return {
      missing: [
        `${tooLarge.name} would have ${inMegabytes(Buffer.byteLength(tooLarge.text))}, and \`verify\` reads at most ${inMegabytes(mostBytes.ofReport)}`,
      ],
    };
  const { problems, digest, keyId } = await verified({
    ...kit,
    files: new Map(files.map(({ name, text }) => [name, Buffer.from(text)])),
    publicKey: createPublicKey(key),
  });
  // An invalid certificate is never issued; here the kit itself is wrong.
  if (problems.length > 0)
    throw new Error(`the certificate is invalid: ${problems.map((one) => one.message).join(' ')}`);
  const practice = practiceOf(report);
  const coverage = coverageText(report);
  const reported = (folder: string): string =>
    [
      `Certified until ${validUntil(report)}: ${productOf(implementation)}.`,
      ...(coverage === '' ? [] : [coverage]),
      ...(practice === undefined ? [] : [`For practice only, because ${practice}.`]),
      `Certificate: ${folder} (sha256:${digest})`,
      `Signed with: sha256:${keyId}`,
      `Check it: npx animal-store-conformance verify ${argument(folder)} --public-key ${argument(publicKey)}`,
      ...notJudged(report),
    ].join('\n');
  return { files, reported };
}

const certifyAgain =
  'Nothing is wrong with the server: the record of this run cannot be checked. Certify again, with an empty store and a random key.';

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** The certificate lists the rules that do not apply to the server, first those that only its store hides. */
function notJudged(report: Report): readonly string[] {
  const left = report.rules.filter(({ outcome }) => outcome === 'inapplicable');
  if (left.length === 0) return [];
  const gap = incompleteText(report);
  const ids = left.map(({ id }) => id).join(', ');
  return [
    ...(gap === '' ? [] : [`Incomplete: ${gap}.`]),
    `Not applicable to this server, and recorded as such in the certificate: ${ids}.`,
  ];
}
