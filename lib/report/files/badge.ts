// badge.json, in the format of shields' endpoint badges, and badge.svg, the same badge without a service.
import type { Report } from '../../judge/result/report.js';
import { jsonText } from '../text/inert.js';
import { type Markup, html } from '../markup.js';
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
  const whole = verdicts[report.verdict];
  const quickstart = profileVerdict(report, 'quickstart');
  if (quickstart === undefined) return whole.word;
  const profiles = ['catalogue', 'quickstart'] as const;
  const own = profiles.filter((name) => profileVerdict(report, name) === whole);
  return own.length === 1 ? `${whole.word} (${own[0]})` : `${whole.word}, with quickstart`;
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
  const right = message(report);
  return drawnBadge({
    left,
    right: `${verdicts[report.verdict].glyph} ${right}`,
    says: `${left}: ${right}`,
    verdict: report.verdict,
  });
}

interface Badge {
  readonly left: string;
  readonly right: string;
  /** The second row holds what would make a single row too wide for a phone. */
  readonly below?: string;
  /** The same in words, for screen readers. */
  readonly says: string;
  readonly verdict: Report['verdict'];
  /** Further lines, which are not drawn, but can be read in the source. */
  readonly about?: string;
}

/** The heights of the first row and of the second. */
const [rowHeight, belowHeight] = [20, 18];

export function drawnBadge({ left, right, below, says, verdict, about }: Badge): string {
  const leftWidth = widthOf(left) + 12;
  const belowWidth = below === undefined ? 0 : widthOf(below) + 12;
  const width = Math.max(leftWidth + widthOf(right) + 12, belowWidth);
  const height = rowHeight + (below === undefined ? 0 : belowHeight);
  const badge = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${says}">\n
    <title>${says}</title>\n
    ${about === undefined ? '' : html`<desc>${about}</desc>\n`}
    <clipPath id="round"><rect width="${width}" height="${height}" rx="3"/></clipPath>\n
    <g clip-path="url(#round)">
      <rect width="${leftWidth}" height="${rowHeight}" fill="#3b3f45"/>
      <rect x="${leftWidth}" width="${width - leftWidth}" height="${rowHeight}" fill="#${colours[verdict]}"/>
      ${below === undefined ? '' : html`<rect y="${rowHeight}" width="${width}" height="${belowHeight}" fill="#3b3f45"/>`}
    </g>\n
    <g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
      ${textAt(leftWidth / 2, 14, left)}
      ${textAt((leftWidth + width) / 2, 14, right)}
      ${below === undefined ? '' : textAt(width / 2, rowHeight + 13, below)}
    </g>\n
  </svg>\n`;
  return badge.toString();
}

const textAt = (x: number, y: number, text: string): Markup =>
  html`<text x="${x}" y="${y}" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs">${text}</text>`;

/** About the width in Verdana 11; textLength makes the rest exact. */
function widthOf(text: string): number {
  const widths = Array.from(text, (one) =>
    /[ilj.,' ]/.test(one) ? 3.6 : /[mwMW✗✓◐]/.test(one) ? 9.6 : 6.8,
  );
  return Math.round(widths.reduce((sum, width) => sum + width, 0));
}
