// report.html: one file that asks nobody for anything. Its policy allows only the script and the style that stand in it,
// by their digests, so that nothing a target sent could ever run, whatever an escape may have missed.
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Report } from '../../judge/result/report.js';
import { cut, html } from '../inert.js';
import { reportJson } from '../files/json.js';
import { cannotTell, clauses, silent } from './clauses.js';
import { failures } from './failures.js';
import { head } from './head.js';
import type { Budget } from './parts.js';
import { appendix, pictures } from './rest.js';
import { script } from './script.js';
import { style } from './style.js';
import { type ReportContext, countsOf, kinds, marks, verdicts } from '../words.js';

const most = 1_000_000;
/** A report is embedded as it is while it is small enough to be read there, and packed beyond. */
const mostPlain = 250_000;
const mostPacked = 450_000;

/** From generous to short: the first with which the page stays below its bound. */
const budgets: readonly Budget[] = [
  { text: 2000, body: 16_000 },
  { text: 1000, body: 4000 },
  { text: 500, body: 1200 },
  { text: 240, body: 400 },
  { text: 120, body: 120 },
];

export function reportHtml(report: Report, context: ReportContext): string {
  const stored = embedded(reportJson(report));
  let page = '';
  for (const budget of budgets) {
    page = document(report, context, budget, stored);
    if (Buffer.byteLength(page) < most) break;
  }
  return page;
}

function embedded(json: string): string {
  if (Buffer.byteLength(json) <= mostPlain)
    return `<script type="application/json" id="report-json">${json}</script>`;
  const packed = deflateRawSync(json, { level: 9 }).toString('base64');
  if (packed.length > mostPacked)
    return '<p class="wide muted">This report is too large to be embedded here: report.json lies beside this page.</p>';
  return `<script type="text/plain" id="report-json" data-packed="deflate">${packed}</script>`;
}

const digest = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; img-src data:; base-uri 'none'; form-action 'none'`;

function document(report: Report, context: ReportContext, budget: Budget, stored: string): string {
  const verdict = verdicts[report.verdict];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${verdict.glyph} ${html(`${verdict.word}: ${cut(report.target.name, 80)}, ${report.contract.title} conformance`)}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${icons[report.verdict]}'/%3E%3C/svg%3E">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Go to the results</a>
${head(report)}
${toolbar(report)}
<main id="main" class="wide" tabindex="-1">
${jump(report)}
${failures(report, context, budget)}
${clauses(report, context, budget)}
<p id="no-match" class="none" hidden>No rule matches the filter.</p>
${cannotTell(report, budget)}
${silent(report, budget)}
${pictures(report)}
${appendix(report, budget)}
</main>
<footer><div class="wide">Written by ${html(report.kit.name)} ${html(report.kit.version)}. This page is one file and asks no server for anything. Keys: Ctrl or ⌘ with K searches, Escape clears, ↑ and ↓ go from rule to rule.</div></footer>
<div id="announce" class="skip" role="status" aria-live="polite"></div>
${stored}
<script>${script}</script>
</body>
</html>
`;
}

const icons: Readonly<Record<Report['verdict'], string>> = {
  conformant: '%2317693f',
  'not-conformant': '%23b3261e',
  inconclusive: '%236546ad',
  'no-violation-found': '%231c6088',
};

function toolbar(report: Report): string {
  const outcomes = countsOf(report).map(
    ({ mark }) =>
      `<button type="button" class="${mark}" data-filter="mark" value="${mark}" aria-pressed="false"><span aria-hidden="true">${marks[mark].glyph}</span> ${marks[mark].word}</button>`,
  );
  const kindButtons = Object.entries(kinds).map(
    ([kind, meaning]) =>
      `<button type="button" data-filter="kind" value="${kind}" aria-pressed="false" title="${meaning}">${kind}</button>`,
  );
  return `<div class="toolbar" role="search" aria-label="Filter the rules" hidden><div class="wide"><fieldset><legend>By outcome</legend>${outcomes.join('')}</fieldset><span class="gap"></span><fieldset><legend>By kind</legend>${kindButtons.join('')}</fieldset><span class="find"><input id="search" type="search" placeholder="Search" aria-label="Search rules and evidence" autocomplete="off" spellcheck="false"><button type="button" id="clear" hidden>Clear</button><output id="shown" aria-live="polite"></output></span></div></div>`;
}

function jump(report: Report): string {
  const entries = [
    ...(report.rules.some((rule) => rule.failures.length > 0) ? [['failures', 'What failed']] : []),
    ['contract', 'Clause by clause'],
    ...(report.rules.some((rule) => ['cantTell', 'inapplicable', 'untested'].includes(rule.outcome))
      ? [['untold', 'What could not be told']]
      : []),
    ...(report.observations.length > 0 ? [['silent', 'Where the contract is silent']] : []),
    ['timing', 'How long answers took'],
    ['appendix', 'Evidence and repetition'],
  ];
  return `<nav class="jump" aria-label="Parts of this report">${entries.map(([id = '', text = '']) => `<a href="#${id}">${text}</a>`).join('')}</nav>`;
}
