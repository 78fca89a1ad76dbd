// What `baseline` prints: how each known failure stands, or what it has changed in the file. Returns text.
import type { Accepted, Accepting } from '../../../certify/baseline/accept.js';
import { nameOf, usualBaseline } from '../../../certify/baseline/baseline.js';
import type { ParsedBaseline } from '../../../certify/baseline/parse.js';
import { daysBetween, type Standing, standingsOf } from '../../../certify/baseline/standing.js';
import type { KnownFailure, Report } from '../../../judge/result/report.js';
import { wasWhole } from '../../../judge/result/scope.js';
import { scopeText } from '../../../judge/result/verdict.js';
import { jsonText } from '../../../report/text/inert.js';
import { type Style, span } from '../../../report/terminal/lines.js';
import {
  type Block,
  bold,
  dim,
  labelled,
  line,
  paragraph,
  textOf,
} from '../../../report/terminal/pieces.js';
import { count } from '../../../report/words.js';
import { ofReference } from '../../../api/reports/report-file.js';
import { inShell } from '../../../api/options/replay-flags.js';
import { program } from '../../../api/package.js';
import type { Io } from '../../io.js';
import { appearanceOf } from '../../output/appearance.js';

export interface FoundReport {
  readonly path: string;
  readonly report: Report;
}

interface ShownBaseline {
  readonly file: ParsedBaseline;
  readonly day: string;
  /** The report with which the entries are compared; null where there is none. */
  readonly found: FoundReport | null;
}

/** The most urgent action. Glyph and word stand together, as everywhere. */
const styles: Readonly<Record<Standing, { readonly glyph: string; readonly style: Style }>> = {
  expired: { glyph: '✗', style: 'red' },
  'no longer fails': { glyph: '!', style: 'yellow' },
  'other case': { glyph: '?', style: 'yellow' },
  'expires soon': { glyph: '!', style: 'yellow' },
  known: { glyph: '◇', style: 'magenta' },
};
const ofSeveral: Partial<Record<Standing, string>> = {
  'no longer fails': 'no longer fail',
  'expires soon': 'expire soon',
};
const order = Object.keys(styles) as readonly Standing[];

export function baselineLines({ file, day, found }: ShownBaseline, io: Io): string {
  const standings = standingsOf({ entries: file.entries, day }, found?.report ?? null);
  const beside =
    found === null
      ? 'no report to compare with'
      : `compared with ${found.path}${ofReference(found.report)}`;
  const counts = order.flatMap((standing) => {
    const total = standings.filter((one) => one.standing === standing).length;
    return total === 0
      ? []
      : [`${total} ${total === 1 ? standing : (ofSeveral[standing] ?? standing)}`];
  });
  const reported = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  const again = inShell([
    ...(file.file === usualBaseline ? [] : [file.file]),
    '--prune',
    ...(found === null ? [] : ['--report', found.path]),
  ]);
  const isFixed = standings.some(({ standing }) => standing === 'no longer fails');
  return textOf(
    [
      paragraph(0, bold(file.file), ` (${beside})`),
      order.map((standing) => {
        const entries = standings
          .filter((one) => one.standing === standing)
          .map(({ entry }) => entry);
        return alike(entries).map((group) => ['', groupBlock(group, standing, day)]);
      }),
      '',
      line(`${file.entries.length} ${file.entries.length === 1 ? 'entry' : 'entries'}${reported}.`),
      isFixed && line(`Remove what is fixed: npx ${program} baseline${again}`),
    ],
    appearanceOf(io),
  );
}

/** Entries that were accepted together share all but their names. */
function alike(entries: readonly KnownFailure[]): readonly (readonly KnownFailure[])[] {
  const groups = new Map<string, KnownFailure[]>();
  for (const entry of entries) {
    const { reason, expires, link = null } = entry;
    const shared = JSON.stringify([reason, expires, link]);
    groups.set(shared, [...(groups.get(shared) ?? []), entry]);
  }
  return [...groups.values()];
}

function groupBlock(group: readonly KnownFailure[], standing: Standing, day: string): Block {
  const { glyph, style } = styles[standing];
  const names = group.map((entry) =>
    paragraph(0, span(`${glyph} ${standing}`, style), bold(`  ${nameOf(entry)}`)),
  );
  const [first] = group;
  if (first === undefined) return names;
  const left = daysBetween(day, first.expires);
  const days = left < 0 ? `${count(-left, 'day')} ago` : `${count(left, 'day')} left`;
  return [
    names,
    labelled('reason', first.reason),
    labelled('expires', `${first.expires} (${days})`),
    first.link !== undefined && labelled('link', first.link),
  ];
}

export function baselineJson({ file, day, found }: ShownBaseline): string {
  const standings = standingsOf({ entries: file.entries, day }, found?.report ?? null);
  const entries = standings.map(({ entry, standing }) => ({ ...entry, standing }));
  const reported = {
    file: file.file,
    digest: file.digest,
    day,
    report: found?.path ?? null,
    entries,
  };
  return `${jsonText(reported, 2)}\n`;
}

interface Changed {
  readonly file: string;
  readonly found: FoundReport;
  readonly how: Accepting;
}

export function changeLines(
  { added, renewed, dropped }: Accepted,
  { file, found, how }: Changed,
  io: Io,
): string {
  const group = (sign: string, entries: readonly KnownFailure[], style: Style): Block =>
    entries.map((entry) => paragraph(0, span(`${sign} `, style), nameOf(entry)));
  const parts = [
    added.length === 0 ? '' : `${added.length} added`,
    renewed.length === 0 ? '' : `${renewed.length} renewed`,
    dropped.length === 0 ? '' : `${dropped.length} removed`,
  ].filter((part) => part !== '');
  const until = added.length + renewed.length > 0 ? `, known until ${how.expires}` : '';
  const reported = parts.length === 0 ? 'nothing to change' : `${parts.join(', ')}${until}`;
  const { scope } = found.report.run;
  return textOf(
    [
      group('+', added, 'green'),
      group('~', renewed, 'yellow'),
      group('-', dropped, 'red'),
      `${file}: ${reported} (from ${found.path}${ofReference(found.report)}).`,
      how.accept &&
        !wasWhole(found.report.run) &&
        `The run of this report was not full${scope.full ? '' : ` (scope: ${scopeText(scope)})`}: what it left untested may fail as well.`,
      added.length > 0 &&
        paragraph(0, dim(`To use it, add --baseline${inShell([file])} to the run.`)),
    ],
    appearanceOf(io),
  );
}
