// What `baseline` prints: how each known failure stands, or what it has changed in the file. Returns text.
import type { Accepted, Accepting } from '../../certify/baseline/accept.js';
import { nameOf } from '../../certify/baseline/baseline.js';
import type { ParsedBaseline } from '../../certify/baseline/parse.js';
import { daysBetween, type Standing, standingsOf } from '../../certify/baseline/standing.js';
import type { KnownFailure, Report } from '../../judge/result/report.js';
import { inLog, jsonText, terminal } from '../../report/text/inert.js';
import { type Style, span } from '../../report/terminal/lines.js';
import { labelled, paragraph } from '../../report/terminal/pieces.js';
import { count } from '../../report/words.js';
import type { Io } from '../io.js';
import { appearanceOf } from './appearance.js';

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
  const beside = found === null ? 'no report to compare with' : `compared with ${found.path}`;
  const counts = order.flatMap((standing) => {
    const total = standings.filter((one) => one.standing === standing).length;
    return total === 0
      ? []
      : [`${total} ${total === 1 ? standing : (ofSeveral[standing] ?? standing)}`];
  });
  const reported = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  const options = appearanceOf(io);
  const hint = standings.some(({ standing }) => standing === 'no longer fails')
    ? [
        '',
        ...paragraph(
          [span('`baseline --prune` removes the entries of what has been fixed.', 'dim')],
          0,
          options,
        ),
      ]
    : [];
  const lines = [
    ...paragraph([span(terminal(file.file), 'bold'), span(terminal(` (${beside})`))], 0, options),
    ...order.flatMap((standing) =>
      standings
        .filter((one) => one.standing === standing)
        .flatMap(({ entry }) => ['', ...entryLines(entry, standing, day, io)]),
    ),
    ...hint,
    '',
    `${file.entries.length} ${file.entries.length === 1 ? 'entry' : 'entries'}${reported}.`,
  ];
  return inLog(`${lines.join('\n')}\n`);
}

function entryLines(
  entry: KnownFailure,
  standing: Standing,
  day: string,
  io: Io,
): readonly string[] {
  const options = appearanceOf(io);
  const { glyph, style } = styles[standing];
  const left = daysBetween(day, entry.expires);
  const days = left < 0 ? `${count(-left, 'day')} ago` : `${count(left, 'day')} left`;
  const row = (label: string, text: string): readonly string[] =>
    labelled(label, [span(terminal(text))], options);
  return [
    ...paragraph(
      [span(`${glyph} ${standing}`, style), span(`  ${terminal(nameOf(entry))}`, 'bold')],
      0,
      options,
    ),
    ...row('reason', entry.reason),
    ...row('expires', `${entry.expires} (${days})`),
    ...(entry.link === undefined ? [] : row('link', entry.link)),
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
  const options = appearanceOf(io);
  const group = (sign: string, entries: readonly KnownFailure[], style: Style): readonly string[] =>
    entries.flatMap((entry) =>
      paragraph([span(`${sign} `, style), span(terminal(nameOf(entry)))], 0, options),
    );
  const parts = [
    added.length === 0 ? '' : `${added.length} added`,
    renewed.length === 0 ? '' : `${renewed.length} renewed`,
    dropped.length === 0 ? '' : `${dropped.length} removed`,
  ].filter((part) => part !== '');
  const until = added.length + renewed.length > 0 ? `, known until ${how.expires}` : '';
  const reported = parts.length === 0 ? 'nothing to change' : `${parts.join(', ')}${until}`;
  const lines = [
    ...group('+', added, 'green'),
    ...group('~', renewed, 'yellow'),
    ...group('-', dropped, 'red'),
    ...paragraph([span(terminal(`${file}: ${reported} (from ${found.path}).`))], 0, options),
    ...(added.length > 0
      ? paragraph(
          [span(terminal(`To use it, add --baseline ${file} to the run.`), 'dim')],
          0,
          options,
        )
      : []),
  ];
  return inLog(`${lines.join('\n')}\n`);
}
