// badge.json, in the format of shields' endpoint badges, and badge.svg, the same badge without a service.
import type { Report } from '../../judge/result/report.js';
import { html, jsonText } from '../inert.js';
import { profileVerdict, verdicts } from '../words.js';

/** White text on each of these has a contrast of at least 4.5. */
const colours = {
  conformant: '1a7f37',
  'not-conformant': 'b3261e',
  inconclusive: '8a5a00',
  'no-violation-found': '1f6390',
} as const;

const label = (report: Report): string => `${report.contract.title} ${report.contract.version}`;

/** The verdict names the profiles that it covers. */
function message(report: Report): string {
  const word = verdicts[report.verdict].word;
  return profileVerdict(report, 'quickstart') === undefined ? word : `${word}, with quickstart`;
}

export function badgeJson(report: Report): string {
  const badge = {
    schemaVersion: 1,
    label: label(report),
    message: message(report),
    color: colours[report.verdict],
    ...(report.verdict === 'not-conformant' ? { isError: true } : {}),
  };
  return `${jsonText(badge, 1)}\n`;
}

export function badgeSvg(report: Report): string {
  const left = label(report);
  const right = `${verdicts[report.verdict].glyph} ${message(report)}`;
  const leftWidth = widthOf(left) + 12;
  const rightWidth = widthOf(right) + 12;
  const width = leftWidth + rightWidth;
  const text = (content: string, from: number, room: number): string =>
    `<text x="${from + room / 2}" y="14" textLength="${room - 12}" lengthAdjust="spacingAndGlyphs">${html(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${html(`${left}: ${message(report)}`)}">
<title>${html(`${left}: ${message(report)}`)}</title>
<clipPath id="round"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)"><rect width="${leftWidth}" height="20" fill="#3b3f45"/><rect x="${leftWidth}" width="${rightWidth}" height="20" fill="#${colours[report.verdict]}"/></g>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">${text(left, 0, leftWidth)}${text(right, leftWidth, rightWidth)}</g>
</svg>
`;
}

/** About the width in Verdana 11; textLength makes the rest exact. */
function widthOf(text: string): number {
  return Math.round(
    Array.from(text).reduce(
      (sum, character) =>
        sum + (/[ilj.,' ]/.test(character) ? 3.6 : /[mwMW✗✓◐]/.test(character) ? 9.6 : 6.8),
      0,
    ),
  );
}
