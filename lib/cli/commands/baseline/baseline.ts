// `baseline`: shows the file of known failures, accepts those of a report into it, and removes what no longer fails. Sends
// nothing.
import { resolve } from 'node:path';
import type { Accepting } from '../../../certify/baseline/accept.js';
import type { ParsedBaseline } from '../../../certify/baseline/parse.js';
import type { Report } from '../../../judge/result/report.js';
import { command } from '../../arguments/command.js';
import { date, quoted, type Read, text, toggle, value } from '../../../api/options/flags.js';
import { tested } from '../../../api/options/run-flags.js';
import { today } from '../../../api/today.js';
import { maskOf } from '../../../api/configuration/mask.js';
import { mostBytes, readPlainFile, save, whyNot } from '../../../api/files.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { type Io } from '../../io.js';
import { UsageError } from '../../../api/errors.js';
import type { FoundReport } from './lines.js';

/** Long enough to fix something, and short enough not to be forgotten. */
const usualDays = 90;
const mostDays = 3650;

type Expiry = { readonly day: string } | { readonly days: number };

const expiry: Read<Expiry> = (given, flag) => {
  const days = /^(\d{1,5})d$/.exec(given)?.[1];
  if (days === undefined && /^\d+-/.test(given)) return { day: date(given, flag) };
  if (days === undefined || Number(days) < 1 || Number(days) > mostDays)
    throw new UsageError(
      `${flag} is ${quoted(given)}: specify from 1d to ${mostDays}d, or a date as YYYY-MM-DD.`,
    );
  return { days: Number(days) };
};

const line: Read<string> = (given, flag) => {
  const reported = text(given, flag).replace(/\s+/g, ' ').trim();
  if (reported.length > 500)
    throw new UsageError(`${flag} is longer than 500 characters: shorten it.`);
  return reported;
};

const address: Read<string> = (given, flag) => {
  if (!/^https?:\/\/[^\s/]/.test(given) || !URL.canParse(given))
    throw new UsageError(
      `${flag} is ${quoted(given)}: specify an address, such as https://tracker.example/42.`,
    );
  return line(given, flag);
};

export const baseline = command({
  name: 'baseline',
  summary: 'Show or accept known failures, so that they do not fail a run.',
  operand: {
    name: 'FILE',
    required: false,
    help: 'the file of known failures; by default, known-failures.yaml in the working directory',
  },
  flags: {
    Actions: {
      accept: toggle(
        'add what failed in the report, and the rules that are undecided because of it; renew what has expired and still fails',
      ),
      prune: toggle('remove known failures that the report shows as fixed'),
    },
    Source: {
      report: value(
        'FILE',
        text,
        'the report.json, or its folder; by default the newest one in reports/',
      ),
      only: tested.only,
    },
    'New entries': {
      reason: value('TEXT', line, 'why the failure is accepted; required for new entries'),
      expires: value(
        'DATE',
        expiry,
        `the last day on which it is known (UTC), as YYYY-MM-DD or in days, such as 30d; default ${usualDays}d`,
      ),
      link: value('URL', address, 'where to read more, such as an issue'),
      'by-case': toggle(
        'an entry for each failure, not one for each rule. The ids of failures with generated values depend on --seed',
      ),
    },
    Output: { json: toggle('print the entries and how each stands as JSON') },
  },
  notes: [
    'An entry has a rule, a reason, a day on which it expires, perhaps a link, and perhaps a case (the id of a failure, as `replay` takes it). Without a case it covers every failure of its rule. The case `undecided` covers a rule that cannot be judged because another one failed.',
    'A run uses the file only with --baseline FILE. Known failures do not fail it; new and expired ones do. The verdict stays "not conformant", and a server with known failures cannot be certified.',
    'Comments and the order of the file are kept.',
  ],
  examples: [
    'animal-store-conformance baseline',
    "animal-store-conformance baseline --accept --reason 'The form sends no name yet' --link https://tracker.example/42",
    'animal-store-conformance baseline --accept --only add-animal.* --expires 30d --reason Rewrite',
    'animal-store-conformance baseline --prune --report reports/staging',
  ],
  async run({ values, operand }, io) {
    const { accept = false, prune = false, json = false } = values;
    const [{ parsedBaseline }, { usualBaseline }, { ofReports }, print] = await Promise.all([
      import('../../../api/configuration/baseline.js'),
      import('../../../certify/baseline/baseline.js'),
      import('../../../api/reports/report-file.js'),
      import('./lines.js'),
    ]);
    const isChange = accept || prune;
    if (!accept) expectNothingToAdd(values);
    if (isChange && json)
      throw new UsageError('--json shows the file: omit --accept and --prune, or omit --json.');
    const path = operand ?? usualBaseline;
    const file = await parsedBaseline(textOf(path, isChange, io), path);
    const day = today();
    return ofReports(async () => {
      const found = await reportFor(values.report, isChange, io);
      if (!isChange || found === null) {
        const shown = { file, day, found };
        if (json) io.stdout.data(print.baselineJson(shown));
        else io.stdout.write(print.baselineLines(shown, io));
        return exitCodes.fine;
      }
      const mask = await maskOf(io);
      const how: Accepting = {
        reason: values.reason === undefined ? undefined : mask(values.reason),
        link: values.link === undefined ? undefined : mask(values.link),
        expires: await lastDay(values.expires, day),
        day,
        byCase: values['by-case'] === true,
        only: await idsOf(values.only),
        accept,
        prune,
      };
      const changed = await change(file, found.report, how);
      if (changed.added.length + changed.renewed.length + changed.dropped.length > 0)
        await saveReadable(path, changed.text, io.folder);
      io.stdout.write(print.changeLines(changed, { file: path, found, how }, io));
      return exitCodes.fine;
    });
  },
});

function expectNothingToAdd(values: Readonly<Record<string, unknown>>): void {
  for (const flag of ['reason', 'expires', 'link', 'by-case'])
    if (values[flag] !== undefined)
      throw new UsageError(`--${flag} is for what is added: add --accept, or omit it.`);
}

/** A file that is to be written need not be there yet. */
function textOf(path: string, isChange: boolean, io: Io): string {
  try {
    return readPlainFile(resolve(io.folder, path), mostBytes.ofBaseline).bytes.toString('utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && isChange) return '';
    const remedy = isMissing ? '`baseline --accept` writes it from a report' : 'check the path';
    throw new UsageError(`${quoted(path)} cannot be read (${whyNot(error)}): ${remedy}.`);
  }
}

/** Returns null if no report is needed, as when the baseline is only shown. */
async function reportFor(
  named: string | undefined,
  isNeeded: boolean,
  { folder }: Io,
): Promise<FoundReport | null> {
  const [{ readReport, reportIn }, { expectedReport, newestReport }] = await Promise.all([
    import('../../../api/reports/report-file.js'),
    import('../../runs/earlier-reports.js'),
  ]);
  const newest = (): string | undefined =>
    isNeeded ? expectedReport(folder, 'to compare with') : newestReport(folder);
  const path = named === undefined ? newest() : reportIn(named, folder);
  return path === undefined ? null : { path, report: readReport(path, folder) };
}

async function lastDay(given: Expiry | undefined, day: string): Promise<string> {
  const { dayAfter } = await import('../../../certify/baseline/standing.js');
  const wanted = given ?? { days: usualDays };
  if ('days' in wanted) return dayAfter(day, wanted.days);
  if (wanted.day < day)
    throw new UsageError(`--expires is ${wanted.day}, which has passed: specify a later day.`);
  return wanted.day;
}

async function idsOf(only: readonly string[] | undefined): Promise<readonly string[] | null> {
  return only === undefined
    ? null
    : (await import('../../../api/configuration/only.js')).chosenIds(only);
}

async function change(file: ParsedBaseline, report: Report, how: Accepting) {
  const { accepted, NeedsReason } = await import('../../../certify/baseline/accept.js');
  try {
    return accepted(file, report, how);
  } catch (thrown) {
    if (!(thrown instanceof NeedsReason)) throw thrown;
    const { rules } = thrown;
    const more = rules.length > 5 ? ` and ${rules.length - 5} more` : '';
    throw new UsageError(
      `New failures need a reason (${rules.slice(0, 5).join(', ')}${more}): add --reason 'WHY', or choose rules with --only.`,
    );
  }
}

/** A report from elsewhere may name rules that this kit does not have: then the file stays as it was. */
async function saveReadable(path: string, content: string, folder: string): Promise<void> {
  const { parsedBaseline } = await import('../../../api/configuration/baseline.js');
  await parsedBaseline(content, path);
  save(folder, path, content);
}
