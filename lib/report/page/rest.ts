// The lower part of the page: how fast, when, what was created, which exchanges were sampled, and the legend.
import type { Report } from '../../judge/result/report.js';
import { answerLine, requestLine } from '../exchange.js';
import { cut, html } from '../inert.js';
import { legend } from './head.js';
import { type Budget, anchor, command } from './parts.js';
import { histogram } from './pictures.js';
import { timeline } from './timeline.js';
import { count, duration, number } from '../words.js';

export function pictures(report: Report): string {
  const latencies = report.latency.filter((latency) => latency.count > 0);
  return `<section id="timing" aria-labelledby="timing-title"><h2 id="timing-title">How long answers took</h2>
<p class="lead">Measured by the kit under its own load; no rule judges speed.</p>
${latencies.length === 0 ? '<p class="muted">Nothing was measured.</p>' : `<div class="figures">${latencies.map(histogram).join('\n')}</div>`}
<h3>The requests over time</h3>
${timeline(report)}</section>`;
}

export function appendix(report: Report, budget: Budget): string {
  return `<section id="appendix" aria-labelledby="appendix-title"><h2 id="appendix-title">Evidence and repetition</h2>
${created(report)}
${samples(report, budget)}
<h3>What the marks mean</h3>${legend()}
<h3>What was run</h3>
<p>${html(report.kit.name)} ${html(report.kit.version)} <code class="digest">${html(report.kit.digest)}</code><br>${html(report.contract.title)} ${html(report.contract.version)} <code class="digest">${html(report.contract.digest)}</code></p>
${command('Run again with the same requests', again(report), budget.text * 2)}
</section>`;
}

/** A target of another name than its address is one that the command knows by that name. */
function again(report: Report): string {
  const { run, target } = report;
  const quoted = (text: string): string =>
    /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
  const known = ['reference', 'production', 'staging'].includes(target.name);
  return [
    'npx animal-store-conformance run',
    quoted(known ? target.name : target.baseUrl),
    ...(target.quickstartBaseUrl === null || known
      ? []
      : ['--quickstart', quoted(target.quickstartBaseUrl)]),
    ...(run.scope.readOnly ? ['--read-only'] : []),
    ...(run.scope.only.length === 0 ? [] : ['--only', ...run.scope.only.map(quoted)]),
    ...(run.scope.shard === null
      ? []
      : ['--shard', `${run.scope.shard.index}/${run.scope.shard.of}`]),
    ...(run.strict ? ['--strict'] : []),
    `--effort ${run.effort} --seed ${run.seed} --as-of ${run.asOf}`,
  ].join(' ');
}

const mostAnimals = 500;
const mostSamples = 200;

function created(report: Report): string {
  const all = report.run.created;
  if (all.length === 0) return '<h3 id="created">Animals created</h3><p>None.</p>';
  const rows = all
    .slice(0, mostAnimals)
    .map(
      (animal) =>
        `<tr><td><code>${html(cut(animal.id, 40))}</code></td><td>${html(cut(animal.name, 80))}</td><td>${html(animal.rule)}</td></tr>`,
    );
  return `<h3 id="created">Animals created</h3><details><summary>${count(all.length, 'animal')}. The contract has no delete: they stay.</summary><div class="scroll" tabindex="0" role="group" aria-label="Animals created"><table><thead><tr><th scope="col">Identifier</th><th scope="col">Name</th><th scope="col">For the rule</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${all.length > mostAnimals ? `<p>The first ${mostAnimals}; report.json lists all.</p>` : ''}</details>`;
}

function samples(report: Report, budget: Budget): string {
  if (report.samples.length === 0) return '';
  const known = new Set(report.rules.map((rule) => rule.id));
  const rows = report.samples.slice(0, mostSamples).map((exchange) => {
    const rule = exchange.rule ?? '';
    return `<tr><td>${number(exchange.number)}</td><td class="url"><code>${html(cut(requestLine(exchange), Math.min(160, budget.text)))}</code></td><td>${html(cut(answerLine(exchange), 80))}</td><td>${duration(exchange.durationMs)}</td><td>${known.has(rule) ? `<a href="#${anchor(rule)}">${html(rule)}</a>` : html(rule)}</td></tr>`;
  });
  return `<h3>Other exchanges</h3><details><summary>A sample of ${number(rows.length)}; exchanges.har holds them whole, for a browser’s developer tools.</summary><div class="scroll" tabindex="0" role="group" aria-label="Sample of exchanges"><table><thead><tr><th scope="col">No.</th><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Took</th><th scope="col">Rule</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}
