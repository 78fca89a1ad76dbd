// Makes comparison.html, a page in the style of a report. It begins with what clients will notice.
import type { Kind } from '../../../judge/result/report.js';
import { markDifference, type Part, shorten } from '../../../report/text/difference.js';
import { cut } from '../../../report/text/inert.js';
import { type Content, html, joined, type Markup } from '../../../report/markup.js';
import { barWithLegend } from '../../../report/page/bars.js';
import { headerOf, jumpTo, noMatch, pageOf, toolbarOf } from '../../../report/page/frame.js';
import { anchor, chip, facts, prose, ruleItem, section } from '../../../report/page/parts.js';
import { kinds, type Mark, number } from '../../../report/words.js';
import type {
  Comparison,
  ObservationDifference,
  RuleDifference,
  RuleSide,
  Side,
} from '../comparison.js';
import { conclusion, oneSided, type OneSided, titles } from '../parts.js';
import { latencyTable } from './latency-table.js';
import { markOfRule, momentOf, sealOf } from './labels.js';

const mostText = 2000;
const text = (words: string): Content => prose(cut(words, mostText));

export function comparisonHtml(comparison: Comparison): string {
  const { a, b, notes } = comparison;
  const { glyph, word, mark } = sealOf(comparison);
  const counts = countsOf(comparison);
  return pageOf({
    title: `${glyph} ${word}: ${a.label} and ${b.label}, ${a.contract.title}`,
    mark,
    header: headerOf({
      brand: `${a.contract.title}: ${a.label} and ${b.label}`,
      mark,
      glyph,
      verdict: word,
      summary: text(conclusion(comparison)),
      bar: barWithLegend(counts, 'Rules and observations', (one, of) => `${of} ${words[one]}`),
      notes: notes.map(text),
    }),
    toolbar: toolbarOf(
      counts.map((one) => ({ mark: one.mark, word: words[one.mark], total: number(one.count) })),
      Object.keys(kinds) as Kind[],
    ),
    main: html`${clients(comparison)}\n
      ${jump(comparison)}\n
      ${noMatch}\n
      ${certifier(comparison)}\n
      ${latencyTable(comparison)}\n
      ${sides(comparison)}\n
      ${same(comparison)}`,
    writtenBy: `${a.kit.name} ${a.kit.version}`,
  });
}

const words: Readonly<Record<'failed' | 'warning' | 'observed' | 'untested' | 'passed', string>> = {
  failed: 'stated differ',
  warning: 'implied differ',
  observed: 'observed differ',
  untested: 'in one only',
  passed: 'the same',
};
type Shown = keyof typeof words;

function countsOf({ outcomes, observations, onlyInOne, same }: Comparison) {
  const stated = outcomes.filter(({ kind }) => kind === 'stated').length;
  const counts: Readonly<Record<Shown, number>> = {
    failed: stated,
    warning: outcomes.length - stated,
    observed: observations.length,
    untested: onlyInOne.length,
    passed: same.rules.length + same.observations.length,
  };
  return (Object.keys(counts) as Shown[]).flatMap((mark) =>
    counts[mark] === 0 ? [] : [{ mark, count: counts[mark] }],
  );
}

function jump(comparison: Comparison): Markup {
  return jumpTo([
    ['clients', titles.clients],
    ...(comparison.onlyInOne.length > 0 ? [['certifier', titles.certifier] as const] : []),
    ...(comparison.latency.length > 0 ? [['latency', titles.latency] as const] : []),
    ['sides', 'What was compared'],
    ['same', titles.same],
  ]);
}

function clients(comparison: Comparison): Markup {
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
    chip: chip(mark),
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
    chip: chip('observed'),
    why: html`${one.sentences.map((sentence) => html`<p>${text(sentence)}</p>`)}
      <div class="compare">
        ${pane('observed', a, '', withMarks(marked.expected))}
        ${pane('observed', b, '', withMarks(marked.actual))}
      </div>`,
    meta: [],
  });
}

const withMarks = (parts: readonly Part[]): Content =>
  shorten(parts, 400).map(({ same: isSame, text: words }) =>
    isSame ? words : html`<mark>${words}</mark>`,
  );

/** A pane in which a long text scrolls, with the keyboard too. */
const pane = (mark: Mark, { label }: Side, summary: Content, content: Content): Markup =>
  html`<div class="${mark}">
    <span class="label address">${label} ${summary}</span>
    <div class="value" tabindex="0" role="group" aria-label="${label}">${content}</div>
  </div>`;

function certifier(comparison: Comparison): Content {
  const groups = oneSided(comparison);
  if (groups.length === 0) return '';
  return section(
    'certifier',
    titles.certifier,
    html`<p class="lead">Decided or recorded for one of the two only: no difference is known, and none is ruled out.</p>
      <ul class="rules">${groups.map((group) => oneSidedItem(group, comparison))}</ul>`,
  );
}

function oneSidedItem({ sentence, ids, why }: OneSided, { onlyInOne }: Comparison): Markup {
  const ofKinds = [
    ...new Set(onlyInOne.filter(({ id }) => ids.includes(id)).map(({ kind }) => kind)),
  ].join(' ');
  return html`<li class="item" data-mark="untested" data-kind="${ofKinds}">
    ${chip('untested', 'in one only')}
    <div class="body">
      <p class="statement">${text(sentence)}</p>
      ${why === null ? '' : html`<p class="why">${text(why)}</p>`}
      <p class="meta">${ids.map((id) => html`<span class="id" id="${anchor(id)}">${id}</span>`)}</p>
    </div>
  </li>`;
}

function sides({ a, b }: Comparison): Markup {
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

function same({ same: { rules, observations } }: Comparison): Markup {
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
