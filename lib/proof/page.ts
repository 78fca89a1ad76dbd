// The proof as a page: each rule with the faults that it was seen to catch, each fault with the rules that it fails,
// and the legal servers that no rule accuses. It looks like the page of a report because it uses the same parts.
import type { Clause } from '../contract/ledger.js';
import type { Fault, Variant } from '../reference/index.js';
import { type Content, type Markup, html, joined } from '../report/markup.js';
import { barWithLegend, outcomeBar } from '../report/page/bars.js';
import { pageOf } from '../report/page/frame.js';
import {
  anchor,
  chip,
  clauseGroup,
  facts,
  ruleItem,
  ruleLink,
  section,
} from '../report/page/parts.js';
import { byClause, count } from '../report/words.js';
import type { Proof } from './all.js';
import { type MatrixRow, asExpected, proofFigures } from './matrix.js';
import type { Proven } from './prove.js';

/** The circumstances in which the proof was made. */
export interface Made {
  readonly clauses: readonly Clause[];
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

type Mark = 'failed' | 'passed';

const ofServers = { failed: 'unexpected', passed: 'as expected' } as const;
const ofRules = { failed: 'never failed', passed: 'can fail' } as const;

const markOf = (server: Proven): Mark => (asExpected(server) ? 'passed' : 'failed');
const markOfRule = ({ caught }: MatrixRow): Mark => (caught.length > 0 ? 'passed' : 'failed');

export function proofPage(proof: Proof, rows: readonly MatrixRow[], made: Made): string {
  const servers = [...proof.faults, ...proof.variants];
  const unexpected = servers.filter((server) => !asExpected(server));
  const proven = unexpected.length === 0;
  const [glyph, verdict] = proven ? ['✓', 'Proven'] : ['✗', 'Not proven'];
  const counts = countsOf(servers.map(markOf));
  return pageOf({
    title: `${glyph} ${verdict}: the checks of the Animal Store`,
    brand: 'Animal Store conformance: proof of the checks',
    mark: proven ? 'passed' : 'failed',
    glyph,
    verdict,
    summary: proofFigures(proof, rows),
    bar: barWithLegend(counts, 'All servers', (one, of) => `${of} ${ofServers[one]}`),
    outcomes: counts.map((one) => ({ ...one, word: ofServers[one.mark] })),
    ofKinds: bothKinds,
    begin: strip(proof, rows),
    sections: [
      [],
      [problems(unexpected), rules(rows, made.clauses)],
      [faults(proof, rows, made.faults), legalServers(proof, made.variants)],
    ],
    writtenBy: 'animal-store-conformance proof',
  });
}

interface Count {
  readonly mark: Mark;
  readonly count: number;
}

const countsOf = (marks: readonly Mark[]): readonly Count[] =>
  (['failed', 'passed'] as const)
    .map((mark) => ({ mark, count: marks.filter((one) => one === mark).length }))
    .filter((one) => one.count > 0);

function strip(proof: Proof, rows: readonly MatrixRow[]): Markup {
  const legal =
    proof.variants.length === 0
      ? 'not in this proof'
      : html`${count(proof.variants.length, 'server')}<br>alone and combined`;
  return facts(
    [
      ['Broken on purpose', html`${count(proof.faults.length, 'server')}<br>one fault each`],
      ['Legal', legal],
      ['Rules', html`${count(rows.length, 'rule')}<br>stated and implied`],
      ['Seed', html`<code>${proof.seed}</code>`],
    ],
    'strip',
  );
}

function problems(unexpected: readonly Proven[]) {
  const items = unexpected.map((server) =>
    serverItem(server, {
      statement: html`<code>${server.name}</code>`,
      ofKinds: bothKinds,
      meta: [],
    }),
  );
  return items.length > 0 && section('problems', 'Unexpected results', list(items));
}

const lead = (text: string): Markup => html`<p class="lead">${text}</p>`;

const list = (items: readonly Markup[]): Markup =>
  html`<div class="clausegroup"><ul class="rules">${items}</ul></div>`;

function rules(rows: readonly MatrixRow[], clauses: readonly Clause[]) {
  const label = (mark: Mark, of: number): string => `${of} ${ofRules[mark]}`;
  const all = rows.map((row) => ({ ...row, clause: row.rule.clause }));
  const groups = byClause(all, { clauses }).map(({ rules: own, id, title }) => {
    const bar = outcomeBar(countsOf(own.map(markOfRule)), `Clause ${id}`, 'small', label);
    // The contract is not stored next to this page, so there is no link to it.
    return clauseGroup({ id, title, link: '' }, bar, own.map(ruleRow));
  });
  return section('rules', 'Rules, and the faults they catch', [
    lead('A check that cannot fail proves nothing: each of these failed where it should.'),
    groups,
  ]);
}

function ruleRow(row: MatrixRow): Markup {
  const { rule, caught } = row;
  const mark = markOfRule(row);
  const items = caught.map(({ name, sentence }) => html`<li>${faultLink(name)} ${sentence}</li>`);
  const why = html`<details class="why">
    <summary>${count(caught.length, 'fault')} caught</summary>
    <ul>${items}</ul>
  </details>`;
  return ruleItem({ rule, mark, word: ofRules[mark], why });
}

const faultAnchor = (name: string): string => `fault-${anchor(name)}`;
const faultLink = (name: string): Markup =>
  html`<a class="id" href="#${faultAnchor(name)}">${name}</a>`;

function faults(proof: Proof, rows: readonly MatrixRow[], known: readonly Fault[]) {
  const sentences = new Map(known.map(({ name, sentence }) => [name, sentence]));
  const kinds = new Map(rows.map(({ rule }) => [rule.id, rule.kind]));
  const items = proof.faults.map((server) => {
    const { name, failed } = server;
    const fails = failed.length === 0 ? 'no rule' : joined(failed.map(ruleLink), ', ');
    return serverItem(server, {
      statement: sentences.get(name),
      ofKinds: failed.map((id) => kinds.get(id) ?? ''),
      meta: html`<span class="id" id="${faultAnchor(name)}">${name}</span><span>fails ${fails}</span>`,
    });
  });
  return section('faults', 'Faults, and the rules they fail', [
    lead('Each is the reference server with one thing wrong.'),
    list(items),
  ]);
}

/** A single legal server is described by its sentence, a combination only by the names of its variants. */
function legalServers(proof: Proof, known: readonly Variant[]) {
  if (proof.variants.length === 0) return undefined;
  const sentences = new Map(known.map(({ name, sentence }) => [name, sentence]));
  const items = proof.variants.map((server) => {
    const { name, failed } = server;
    const sentence = sentences.get(name);
    const warned = html`<span>warnings: ${joined(failed.map(ruleLink), ', ')}</span>`;
    return serverItem(server, {
      statement: sentence ?? name,
      ofKinds: bothKinds,
      meta: [
        sentence !== undefined && html`<span class="id">${name}</span>`,
        failed.length > 0 && warned,
      ],
    });
  });
  const begin = lead('Each is correct, but makes a different choice where the contract is silent.');
  const title = 'Legal servers, which raise no false alarms';
  return section('legal', title, [begin, list(items)], { name: 'Legal servers' });
}

interface Shown {
  readonly statement: Content;
  /** The kinds of rules for which a reader may filter it. */
  readonly ofKinds: readonly string[];
  readonly meta: Content;
}

const bothKinds = ['stated', 'implied'] as const;

/** A server with its problems, if it has any. */
function serverItem(server: Proven, { statement, ofKinds, meta }: Shown): Markup {
  const mark = markOf(server);
  const kinds = [...new Set(ofKinds)].join(' ');
  return html`<li class="item ${mark}" data-mark="${mark}" data-kind="${kinds}">
    ${chip(mark, ofServers[mark])}
    <div class="body">
      <p class="statement">${statement}</p>
      ${server.problems.map((problem) => html`<p class="why">${problem}</p>`)}
      <p class="meta">${meta}</p>
    </div>
  </li>`;
}
