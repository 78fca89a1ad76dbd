// The top of the page: the verdict in one sentence, and the facts of the run in a strip.
import type { Report } from '../../judge/result/report.js';
import { cut, html } from '../inert.js';
import { chip, code, facts, prose } from './parts.js';
import { outcomeBar } from './pictures.js';
import {
  count,
  countsOf,
  duration,
  marks,
  number,
  profileVerdict,
  scopeOf,
  verdicts,
} from '../words.js';

export function head(report: Report): string {
  const verdict = verdicts[report.verdict];
  return `<header class="hero ${verdict.mark}">
<div class="wide">
<div class="brand"><span>${html(report.contract.title)} conformance</span><span class="tools"><button type="button" id="theme" hidden>Theme: as the system</button><button type="button" id="save" hidden>Save report.json</button></span></div>
<div class="verdict"><span class="seal" aria-hidden="true">${verdict.glyph}</span><div><h1>${html(capital(verdict.word))}</h1><p class="summary">${prose(cut(report.summary, 1000))}</p></div></div>
${outcomeBar(countsOf(report), 'All rules by outcome', 'large')}
<ul class="counts">${countsOf(report)
    .map((entry) => `<li>${chip(entry.mark)} <b>${number(entry.count)}</b></li>`)
    .join('')}</ul>
${strip(report)}
${report.run.warnings.map((warning) => `<p class="note"><span class="glyph" aria-hidden="true">!</span> ${prose(cut(warning, 600))}</p>`).join('')}
</div>
</header>`;
}

function strip(report: Report): string {
  const { run, target, kit, contract, profiles } = report;
  const profile = (name: 'catalogue' | 'quickstart'): string => {
    const verdict = profileVerdict(report, name);
    const told =
      verdict === undefined
        ? `<span class="muted">· ${profiles[name] === null ? 'not tested, no address' : 'not in this run'}</span>`
        : `<span class="say ${verdict.mark}">${verdict.glyph} ${verdict.word}</span>`;
    return `${capital(name)}: ${told}`;
  };
  return facts(
    [
      [
        'Target',
        `${html(cut(target.name, 120))}${target.name === target.baseUrl ? '' : `<br>${code(target.baseUrl, 300)}`}${target.quickstartBaseUrl === null ? '' : `<br>${code(target.quickstartBaseUrl, 300)}`}`,
      ],
      ['Profiles', `${profile('catalogue')}<br>${profile('quickstart')}`],
      [
        'When',
        `<time datetime="${html(run.startedAt)}">${html(run.startedAt.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC'))}</time><br>took ${duration(run.durationMs)}`,
      ],
      ['Scope', `${html(scopeOf(report))}<br>${run.effort} effort${run.strict ? ', strict' : ''}`],
      ['Seed', `<code>${String(run.seed)}</code><br>as of ${html(run.asOf)}`],
      [
        'Requests',
        `${number(run.exchanges)}<br>${number(run.writes)} could write${run.throttled === 0 ? '' : `, slowed down ${count(run.throttled, 'time')}`}`,
      ],
      [
        'Created',
        run.created.length === 0
          ? 'no animals'
          : `<a href="#created">${count(run.created.length, 'animal')}</a>${run.visibleAfterMs === null ? '' : `<br>listed within ${duration(run.visibleAfterMs)}`}`,
      ],
      ['Contract', `${html(contract.title)} ${html(contract.version)}<br>kit ${html(kit.version)}`],
    ],
    'strip',
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Every outcome with its glyph, word, colour and meaning. */
export function legend(): string {
  const rows = Object.entries(marks).map(
    ([mark, { meaning }]) => `<li>${chip(mark as keyof typeof marks)} <span>${meaning}</span></li>`,
  );
  return `<ul class="legend">${rows.join('')}</ul>`;
}
