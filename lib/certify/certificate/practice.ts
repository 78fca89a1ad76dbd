// What a certificate is worth whose server nobody else could have asked: it is for practice, and says so wherever it says
// anything. Nothing states it but the report, so that nobody can leave it out.
import { isIP } from 'node:net';
import type { Report } from '../../judge/result/report.js';

/** Why it is for practice, as a part of a sentence; undefined for one that strangers may rely on. */
export function practiceOf({ target }: Pick<Report, 'target'>): string | undefined {
  if (target.name === 'reference') return 'the embedded reference server was tested';
  const addresses = [target.baseUrl, target.quickstartBaseUrl].filter((one) => one !== null);
  const [own] = addresses.filter(isOnThisMachine);
  if (own !== undefined) return `${own} is on the machine of whoever tested it`;
  const [open] = addresses.filter((one) => !one.startsWith('https://'));
  return open === undefined
    ? undefined
    : `${open} is not encrypted, so that nobody knows whose server answered`;
}

/** As `new URL` writes hosts: every form of an IPv4 address becomes the usual one. */
function isOnThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = new URL(address).hostname.replace(/^\[|\]$|\.$/g, '');
  return isIP(host) === 0
    ? /(?:^|\.)localhost$/.test(host)
    : /^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:(?:7f|0+:0))/.test(host);
}

/** How the warning of a run begins that has not checked whose server answered. */
const uncheckedCertificates = 'Certificates were not checked';
export const isUnchecked = (warning: string): boolean => warning.startsWith(uncheckedCertificates);
