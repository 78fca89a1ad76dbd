// Formats the matrix as a single Markdown table.
import type { Ledger } from '../../contract/ledger.js';
import { markdown } from '../../report/text/inert.js';
import { count, marks } from '../../report/words.js';
import { type Entry, fewestProblemsFirst, legend, markOfLetter, shownName } from './entry.js';
import { letterOf, rowsOf } from './rows.js';

/** With links in each cell, a table of many columns becomes too long for the sites that display it. */
const mostWithLinks = 25;

export function matrixMarkdown(entries: readonly Entry[], ledger: Ledger): string {
  const inOrder = fewestProblemsFirst(entries);
  const linked = inOrder.length <= mostWithLinks;
  const cell = (entry: Entry, letter: string, place: string): string => {
    const glyph = glyphOf(letter);
    const page = `${encodeURI(entry.folder)}/report.html#${place}`;
    return linked && entry.standing !== 'refused' ? `[${glyph}](${page})` : glyph;
  };
  const line = (name: string, cells: readonly string[]): string =>
    `| ${[name, ...cells].join(' | ')} |`;
  const lines = [
    line('', inOrder.map(headOf)),
    line(
      '---',
      inOrder.map(() => '---'),
    ),
    line(
      'Signed with',
      inOrder.map(({ signedWith }) => (signedWith === null ? '' : markdown(signedWith))),
    ),
    ...(inOrder.every(({ repeatedBy }) => repeatedBy === null)
      ? []
      : [
          line(
            'Repeated by',
            inOrder.map(({ repeatedBy }) => (repeatedBy === null ? '' : markdown(repeatedBy))),
          ),
        ]),
    ...rowsOf(ledger).flatMap((clause) => [
      line(
        `**${markdown(`${clause.id} ${clause.title}`)}**`,
        inOrder.map((entry) => cell(entry, letterOf(clause, entry), `clause-${clause.id}`)),
      ),
      ...clause.rules.map(({ id, at }) =>
        line(
          markdown(id),
          inOrder.map((entry) => cell(entry, entry.outcomes.charAt(at), id)),
        ),
      ),
    ]),
  ];
  return `# Animal Store implementations

${summaryOf(inOrder)} ${legend}.

${lines.join('\n')}
${unverifiedOf(inOrder)}`;
}

const headOf = (entry: Entry): string => {
  const linked = `[${markdown(shownName(entry))}](${encodeURI(entry.folder)}/index.html)`;
  return entry.standing === 'verified' ? linked : `${linked} (${entry.standing})`;
};

const glyphOf = (letter: string): string => {
  const mark = markOfLetter(letter);
  return mark === undefined ? ' ' : marks[mark].glyph;
};

export function summaryOf(entries: readonly Entry[]): string {
  const of = (standing: Entry['standing']): number =>
    entries.filter((entry) => entry.standing === standing).length;
  const others = [
    ...(of('unverified') === 0 ? [] : [`${of('unverified')} unverified`]),
    ...(of('refused') === 0 ? [] : [`${of('refused')} refused`]),
  ];
  return `${count(entries.length, 'implementation')}: ${[`${of('verified')} verified`, ...others].join(', ')}.`;
}

function unverifiedOf(entries: readonly Entry[]): string {
  const others = entries.filter(({ standing }) => standing !== 'verified');
  if (others.length === 0) return '';
  const lines = others.map(
    ({ name, standing, why }) => `- ${markdown(name)}: ${standing}. ${markdown(why ?? '')}`,
  );
  return `\n## Not verified\n\n${lines.join('\n')}\n`;
}
