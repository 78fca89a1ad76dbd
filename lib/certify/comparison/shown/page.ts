// Makes comparison.html, a page in the style of a report. It begins with what clients will notice.
import { markDifference } from '../../../report/text/difference.js';
import { cut } from '../../../report/text/inert.js';
import { type Content, html, joined, type Markup } from '../../../report/markup.js';
import { barWithLegend } from '../../../report/page/bars.js';
import { pageOf } from '../../../report/page/frame.js';
import {
  anchor,
  chip,
  facts,
  highlighted,
  prose,
  ruleItem,
  scrolling,
  section,
  table,
} from '../../../report/page/parts.js';
import { duration, type Mark, number } from '../../../report/words.js';
import type {
  Comparison,
  LatencyComparison,
  ObservationDifference,
  RuleDifference,
  RuleSide,
  Side,
  Spread,
} from '../comparison.js';
import {
  conclusion,
  markOfRule,
  momentOf,
  oneSided,
  sealOf,
  spreadInWords,
  titles,
  unchangedInWords,
} from './parts.js';

const mostText = 2000;
const text = (words: string): Content => prose(cut(words, mostText));

export function comparisonHtml(comparison: Comparison): string {
  const { a, b, notes } = comparison;
  const { glyph, word, mark } = sealOf(comparison);
  const counts = countsOf(comparison);
  return pageOf({
    title: `${glyph} ${word}: ${a.label} and ${b.label}, ${a.contract.title}`,
    brand: `${a.contract.title}: ${a.label} and ${b.label}`,
    mark,
    glyph,
    verdict: word,
    summary: text(conclusion(comparison)),
    bar: barWithLegend(counts, 'Rules and observations', (one, of) => `${of} ${words[one]}`),
    notes: notes.map(text),
    outcomes: counts.map((one) => ({ ...one, word: words[one.mark] })),
    sections: [
      [clients(comparison)],
      [],
      [certifier(comparison), latencyTable(comparison), sides(comparison), same(comparison)],
    ],
    writtenBy: `${a.kit.name} ${a.kit.version}`,
  });
}

const words = {
  failed: 'stated differ',
  warning: 'implied differ',
  observed: 'observed differ',
  untested: 'not compared',
  passed: 'the same',
} as const;

function countsOf({ outcomes, observations, onlyInOne, same }: Comparison) {
  const stated = outcomes.filter(({ kind }) => kind === 'stated').length;
  const counts = [
    { mark: 'failed', count: stated },
    { mark: 'warning', count: outcomes.length - stated },
    { mark: 'observed', count: observations.length },
    { mark: 'untested', count: onlyInOne.length },
    { mark: 'passed', count: same.rules.length + same.observations.length },
  ] as const;
  return counts.filter(({ count }) => count > 0);
}

function clients(comparison: Comparison) {
  const { outcomes, observations } = comparison;
  const items = [
    ...outcomes.map((one) => ruleDifference(one, comparison)),
    ...observations.map((one) => observationDifference(one, comparison)),
  ];
  return section(
    'clients',
    titles.clients,
    items.length === 0
      ? html`<p class="muted">Nothing: no rule and no observation differs.</p>`
      : html`<ul class="rules">${joined(items, html`\n`)}</ul>`,
  );
}

function ruleDifference(one: RuleDifference, { a, b }: Comparison): Markup {
  const mark = markOfRule(one);
  const of = (side: Side, { outcome, why }: RuleSide): Markup => {
    const shown: Mark = outcome === 'failed' ? mark : outcome;
    return pane(shown, side, chip(shown), why === null ? 'keeps the rule' : text(why));
  };
  return ruleItem({
    rule: one,
    mark,
    why: html`<p>${text(one.sentences[0] ?? '')}</p>
      <div class="compare">${of(a, one.a)}${of(b, one.b)}</div>`,
    meta: [`clause ${one.clause}`],
  });
}

function observationDifference(one: ObservationDifference, { a, b }: Comparison): Markup {
  const marked = markDifference(one.a, one.b);
  return ruleItem({
    rule: { id: one.id, kind: 'open', statement: one.question },
    mark: 'observed',
    why: html`${one.sentences.map((sentence) => html`<p>${text(sentence)}</p>`)}
      <div class="compare">
        ${pane('observed', a, '', highlighted(marked.expected, 400))}
        ${pane('observed', b, '', highlighted(marked.actual, 400))}
      </div>`,
  });
}

/** A pane in which a long text scrolls, with the keyboard too. */
const pane = (mark: Mark, { label }: Side, summary: Content, content: Content): Markup =>
  html`<div class="${mark}">
    <span class="label address">${label} ${summary}</span>
    <div class="value" tabindex="0" role="group" aria-label="${label}">${content}</div>
  </div>`;

function certifier(comparison: Comparison) {
  const items = oneSided(comparison).map(
    ({
      sentence,
      ids,
      why,
      kinds: ofKinds,
    }) => html`<li class="item" data-mark="untested" data-kind="${[...ofKinds].join(' ')}">
      ${chip('untested', 'not compared')}
      <div class="body">
        <p class="statement">${text(sentence)}</p>
        ${why !== null && html`<p class="why">${text(why)}</p>`}
        <p class="meta">${ids.map((id) => html`<span class="id" id="${anchor(id)}">${id}</span>`)}</p>
      </div>
    </li>`,
  );
  if (items.length === 0) return undefined;
  return section(
    'certifier',
    titles.certifier,
    html`<p class="lead">Decided or recorded for one of the two only: no difference is known, and none is ruled out.</p>
      <ul class="rules">${items}</ul>`,
  );
}

function sides({ a, b }: Comparison) {
  const of = (side: Side): Markup =>
    html`<h3>${side.label}</h3>${facts(
      [
        ['Target', html`<code>${cut(side.target.baseUrl, 300)}</code>`],
        ['Quickstart', html`<code>${cut(side.target.quickstartBaseUrl ?? 'none', 300)}</code>`],
        ['Verdict', text(side.summary)],
        [
          'Run',
          `${side.scope}, ${side.effort} effort, seed ${side.seed}, ${number(side.requests)} requests, ${momentOf(side)}`,
        ],
        [
          'Contract',
          html`${side.contract.version}<br><span class="digest">${side.contract.digest}</span>`,
        ],
        ['Kit', html`${side.kit.version}<br><span class="digest">${side.kit.digest}</span>`],
      ],
      'details',
    )}`;
  return section('sides', 'What was compared', html`${of(a)}${of(b)}`);
}

function same({ same: { rules, observations } }: Comparison) {
  const list = (name: string, ofKinds: string, ids: readonly string[]): Content =>
    ids.length === 0
      ? ''
      : html`<h3>${name}</h3>
          <p class="meta">${ids.map((id) => html`<span class="id item" data-mark="passed" data-kind="${ofKinds}">${id}</span>`)}</p>`;
  return section(
    'same',
    titles.same,
    html`${list('Rules that both keep, or break alike', 'stated implied', rules)}
      ${list('Observations', 'open', observations)}`,
  );
}

/** How long each operation took in both runs: figures, and the spread of both on a common scale. */
function latencyTable(comparison: Comparison) {
  const { latency, a, b } = comparison;
  if (latency.length === 0) return undefined;
  const scale = scaleOf(latency);
  const row = (side: Side, spread: Spread | null): Markup => html`<tr>
    <td>${side.label}</td>
    ${spread === null ? html`<td class="muted" colspan="5">not called</td>` : figures(spread)}
    <td class="barcell">${spread === null ? '' : drawn(spread, scale)}</td>
  </tr>`;
  const columns = [
    'Target',
    'Responses',
    'Fastest',
    'Half within',
    '90% within',
    '99% within',
    'Spread',
  ];
  return section(
    'latency',
    titles.latency,
    html`<p class="lead">
        From the fastest response to 99% of all; the thick part reaches from the median to 90%. The scale is logarithmic. A change is named only where the spread of both runs does not explain it.
      </p>
      ${latency.map(
        (one) => html`<h3>${one.operation} ${changed(one)}</h3>
          ${one.sentences.map((sentence) => html`<p>${sentence}</p>`)}
          ${scrolling(
            `Response times of ${one.operation}`,
            table(columns, [row(a, one.a), row(b, one.b)]),
          )}`,
      )}`,
  );
}

const changed = (one: LatencyComparison): Markup =>
  one.change === null
    ? html`<span class="muted small">${unchangedInWords(one)}</span>`
    : chip('warning', one.change);

const figures = ({ count, min, p50, p90, p99 }: Spread): Markup => html`<td>${number(count)}</td>
  ${[min, p50, p90, p99].map((ms) => html`<td>${duration(ms)}</td>`)}`;

const wide = 240;
const high = 12;

/** The position of a duration in a picture that has room for all of them. */
type Scale = (ms: number) => number;

function scaleOf(latency: readonly LatencyComparison[]): Scale {
  const all = latency.flatMap(({ a, b }) => [a, b]).filter((one) => one !== null);
  const log = (ms: number): number => Math.log10(Math.max(ms, 0.05));
  const from = Math.floor(Math.min(...all.map(({ min }) => log(min))));
  const to = Math.ceil(Math.max(...all.map(({ p99 }) => log(p99))));
  return (ms) => ((log(ms) - from) / Math.max(1, to - from)) * wide;
}

function drawn(spread: Spread, scale: Scale): Markup {
  const [min, p50, p90, p99] = [spread.min, spread.p50, spread.p90, spread.p99].map(scale);
  const x = (at: number | undefined): string => (at ?? 0).toFixed(1);
  return html`<svg viewBox="0 0 ${wide} ${high}" role="img" aria-label="${spreadInWords(spread)}">
    <line class="axis" x1="0" x2="${wide}" y1="${high / 2}" y2="${high / 2}"/>
    <rect class="latency" x="${x(min)}" y="${high / 2 - 1}" width="${x((p99 ?? 0) - (min ?? 0))}" height="2"/>
    <rect class="latency" x="${x(p50)}" y="1" width="${x(Math.max(2, (p90 ?? 0) - (p50 ?? 0)))}" height="${high - 2}"/>
  </svg>`;
}
