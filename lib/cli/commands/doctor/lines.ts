// What `doctor` has found, on one screen for people and as JSON for programs. Returns text.
import { jsonText } from '../../../report/text/inert.js';
import { pad, paint, type Span, span, type Style, wrap } from '../../../report/terminal/lines.js';
import { program } from '../../../api/package.js';
import type { Source } from '../../../api/configuration/settings.js';
import type { Examination, Quickstart, Target } from './examination.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { type Io } from '../../io.js';
import { targetNames } from '../../../api/configuration/target-choice.js';
import { oneLine } from '../../../api/errors.js';
import { wantsColour, widthOf } from '../../output/appearance.js';

export function exitOf({ targets, quickstart, missing }: Examination): number {
  const problems = [...targets, ...(quickstart === null ? [] : [quickstart])].flatMap(
    ({ problem }) => problem?.kind ?? [],
  );
  if (problems.includes('target')) return exitCodes.cannotTest;
  const isIncomplete = problems.length > 0 || missing.some(({ isOptional }) => !isOptional);
  return isIncomplete ? exitCodes.usage : exitCodes.fine;
}

export const examinationJson = (found: Examination): string =>
  `${jsonText({ ...found, exitStatus: exitOf(found) }, 2)}\n`;

type Mark = '✓' | '✗' | '–' | '!' | ' ';

const styles: Readonly<Record<Mark, Style | undefined>> = {
  '✓': 'green',
  '✗': 'red',
  '–': 'dim',
  '!': 'yellow',
  ' ': undefined,
};

interface Row {
  readonly mark: Mark;
  readonly label: string;
  readonly texts: readonly string[];
  /** A line to be copied, which is never broken. */
  readonly line?: string;
}

export function examinationLines(
  found: Examination,
  { stdout, environment }: Pick<Io, 'stdout' | 'environment'>,
): string {
  const width = Math.min(widthOf(stdout, environment, 80), 110);
  const colour = wantsColour(stdout, environment);
  const row = (one: Row): readonly string[] => rowLines(one, width, colour);
  const lines = [
    `${program} ${found.kit}`,
    '',
    ...[...environmentRows(found), ...targetRows(found)].flatMap(row),
    ...missingRows(found).flatMap(row),
    '',
    `Next:  ${found.next}`,
  ];
  return `${lines.join('\n')}\n`;
}

const labelWidth = 12;

function rowLines(
  { mark, label, texts, line }: Row,
  width: number,
  colour: boolean,
): readonly string[] {
  const left = 2 + labelWidth;
  const lines = [
    // The lines of a candidate's output stay lines.
    ...texts
      .flatMap((text) => text.split('\n'))
      .flatMap((text) => wrap([span(oneLine(text))], Math.max(20, width - left))),
    ...(line === undefined ? [] : [[span(oneLine(line))]]),
  ];
  return lines.map((spans, at) => {
    const head: readonly Span[] =
      at === 0
        ? [span(`${mark} `, styles[mark]), span(pad(label, labelWidth))]
        : [span(' '.repeat(left))];
    return paint([...head, ...spans], colour).trimEnd();
  });
}

function environmentRows({
  node,
  settings,
  project,
  network,
  reports,
  warnings,
}: Examination): Row[] {
  const namesFrom = (source: Source | null): string =>
    settings.flatMap(({ variable, from }) => (from === source ? [variable] : [])).join(', ');
  const proxy =
    network.proxies.length === 0
      ? 'no proxy'
      : `proxy from ${network.proxies.join(' and ')} (not for this machine)`;
  return [
    {
      mark: node.isSupported ? '✓' : '✗',
      label: 'Node',
      texts: [
        node.isSupported
          ? `${node.version} is supported`
          : `${node.version} is not supported: ${node.needs} or later is`,
      ],
    },
    ...rowOf('✓', 'environment', namesFrom('the environment')),
    ...rowOf('✓', '.env', namesFrom('.env')),
    ...rowOf(
      '✓',
      'settings',
      project === null ? '' : `${project.options.join(', ')} from ${project.file}`,
    ),
    ...rowOf('–', 'not set', namesFrom(null)),
    { mark: '✓', label: 'network', texts: [`${proxy}; ${network.trust}`] },
    {
      mark: reports.problem === null ? '✓' : '✗',
      label: 'reports',
      texts: [reports.problem ?? `can be written to ${reports.folder}`],
    },
    ...warnings.map((warning): Row => ({ mark: '!', label: 'warning', texts: [warning] })),
  ];
}

const rowOf = (mark: Mark, label: string, text: string): readonly Row[] =>
  text === '' ? [] : [{ mark, label, texts: [text] }];

function targetRows({ targets, quickstart }: Examination): Row[] {
  return [
    ...targets.map((target) => targetRow(target, quickstart)),
    ...(quickstart === null ? [] : [quickstartRow(quickstart)]),
  ];
}

function targetRow(target: Target, quickstart: Quickstart | null): Row {
  const { name, address, problem, look, remarks } = target;
  // Any other word could be a secret, or longer than the column.
  const label = [...targetNames, 'candidate'].includes(name) ? name : 'target';
  const place = address === null ? [] : [address];
  if (problem !== null || look === null)
    return { mark: '✗', label, texts: [...place, problem?.says ?? ''] };
  const says = [
    howFast(look, address),
    keyOf(look),
    ...(look.looksRight && look.withKey !== null ? ['lists animals'] : []),
  ];
  return {
    mark: remarks.length > 0 ? '!' : look.withKey === null ? '–' : '✓',
    label,
    texts: [...place, says.join('; '), ...remarks, reachOf(target, quickstart)],
  };
}

const howFast = ({ fastestMs }: { readonly fastestMs: number }, address: string | null): string =>
  `responds in ${fastestMs} ms${address?.startsWith('https:') === true ? ', TLS' : ''}`;

function keyOf({
  withKey,
  withoutKey,
}: {
  readonly withKey: unknown;
  readonly withoutKey: unknown;
}): string {
  const is401 = withoutKey === 401;
  if (withKey === null) return `checked only without a key${is401 ? ' (401)' : ''}`;
  return `key accepted${is401 ? '; 401 without a key' : ''}`;
}

/** How much a run can decide there. */
function reachOf({ scope, look }: Target, quickstart: Quickstart | null): string {
  if (scope === 'read-only' && look?.isEmpty === true)
    return 'read-only, and the store has no animals: most rules stay untested';
  if (scope === 'read-only')
    return 'read-only: a run can find violations, but cannot declare it conformant';
  return quickstart === null || quickstart.problem !== null
    ? 'run the tests to see whether the catalogue conforms'
    : 'run the tests to see whether catalogue and quickstart conform';
}

function quickstartRow({ address, problem, look, remarks }: Quickstart): Row {
  const label = 'quickstart';
  if (problem !== null) return { mark: '✗', label, texts: [address, problem.says] };
  if (look === null)
    return {
      mark: '–',
      label,
      texts: [address, 'not asked: it takes only POST, and the target is only read'],
    };
  const sent = 'sent: POST /messages with broken JSON, which stores nothing';
  return {
    mark: remarks.length > 0 ? '!' : '✓',
    label,
    texts: [address, `${howFast(look, address)}; ${keyOf(look)}`, sent, ...remarks],
  };
}

function missingRows({ missing }: Examination): Row[] {
  return missing.map(({ says, line, isOptional }) => ({
    mark: isOptional ? '–' : '✗',
    label: 'missing',
    texts: [says],
    line,
  }));
}
