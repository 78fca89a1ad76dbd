// Formats the matrix as a single Markdown table.
import type { Ledger } from '../../contract/ledger.js';
import { glyphOf, markdownText, tableRow } from '../../report/markdown.js';
import { type Content, html, md, mdCode, mdLink } from '../../report/markup.js';
import { count } from '../../report/words.js';
import { type Entry, fewestProblemsFirst, legend, markOfLetter, shownName } from './entry.js';
import { type Row, rowsOf } from './rows.js';

/** With links in each cell, a table of many columns becomes too long for the sites that display it. */
const mostWithLinks = 25;

export function matrixMarkdown(entries: readonly Entry[], ledger: Ledger): string {
  const inOrder = fewestProblemsFirst(entries);
  const linked = inOrder.length <= mostWithLinks;
  const cell = (entry: Entry, { place, letterOf }: Row): Content => {
    const mark = markOfLetter(letterOf(entry));
    const glyph = mark === undefined ? ' ' : glyphOf(mark);
    return linked && entry.standing !== 'refused'
      ? mdLink(glyph, `${encodeURI(entry.folder)}/report.html#${place}`)
      : glyph;
  };
  const row = (name: Content, cellOf: (entry: Entry) => Content): Content =>
    tableRow([name, ...inOrder.map(cellOf)]);
  const others = inOrder.filter(({ standing }) => standing !== 'verified');
  return markdownText([
    md`# Animal Store implementations`,
    '',
    html`${summaryOf(inOrder)} ${legend}.`,
    '',
    row('', headOf),
    row(md`---`, () => md`---`),
    row('Signed with', ({ signedWith }) => signedWith),
    inOrder.some(({ repeatedBy }) => repeatedBy !== null) &&
      row('Repeated by', ({ repeatedBy }) => repeatedBy),
    rowsOf(ledger).map(([clause, ...rules]) => [
      row(md`**${clause.name}**`, (entry) => cell(entry, clause)),
      rules.map((rule) => row(rule.name, (entry) => cell(entry, rule))),
    ]),
    others.length > 0 && [
      '',
      md`## Not verified`,
      '',
      others.map(
        ({ name, folder, standing, why }) => md`- ${name} (${mdCode(folder)}): ${standing}: ${why}`,
      ),
    ],
    '',
  ]);
}

function headOf(entry: Entry): Content {
  const { standing, folder } = entry;
  if (standing === 'refused') return md`${shownName(entry)} (refused)`;
  const link = mdLink(shownName(entry), `${encodeURI(folder)}/index.html`);
  return standing === 'verified' ? link : md`${link} (${standing})`;
}

export function summaryOf(entries: readonly Entry[]): string {
  const of = (standing: Entry['standing']): number =>
    entries.filter((entry) => entry.standing === standing).length;
  const others = [
    ...(of('unverified') === 0 ? [] : [`${of('unverified')} unverified`]),
    ...(of('refused') === 0 ? [] : [`${of('refused')} refused`]),
  ];
  return `${count(entries.length, 'implementation')}: ${[`${of('verified')} verified`, ...others].join(', ')}.`;
}
