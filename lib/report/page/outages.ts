// A target that stopped answering, on the page: what was under way then, and what the candidate printed last.
import type { Outage, Report } from '../../judge/result/report.js';
import { brief, cut } from '../text/inert.js';
import { type Markup, html } from '../markup.js';
import {
  furtherSuspects,
  mostSuspects,
  outageInWords,
  suspectsInWords,
  unexplained,
} from '../outages.js';
import { type Budget, block, chip, command, prose, section } from './parts.js';

export function outages(report: Report, budget: Budget) {
  const cards = unexplained(report).map((one) => card(one, report, budget));
  return cards.length > 0 && section('outages', 'When the target stopped responding', cards);
}

function card(one: Outage, report: Report, budget: Budget): Markup {
  const further = furtherSuspects(one);
  return html`<article class="card item cantTell" data-mark="cantTell" data-kind="stated">\n
    <div class="cardhead">${chip('cantTell')}</div>\n
    <h3>${prose(cut(outageInWords(one, report), budget.text))}.</h3>\n
    <p class="statement">${suspectsInWords(one)}</p>\n
    ${one.suspects
      .slice(0, mostSuspects)
      .map(
        ({ request, curl }, at) =>
          html`${curl === null ? html`<p><code>${brief(request, 200)}</code></p>` : command(`Suspect ${at + 1}`, curl, budget.text * 4)}\n`,
      )}
    ${further !== '' && html`<p class="muted">${further}</p>`}
    ${one.output !== null && printed(one.output, budget)}\n
  </article>`;
}

/** The last lines of the candidate, as it printed them. */
export function printed(output: string, budget: Budget): Markup {
  return html`<h4>The last lines of the candidate</h4>${block(cut(output, budget.body), 'The last lines of the candidate')}`;
}
