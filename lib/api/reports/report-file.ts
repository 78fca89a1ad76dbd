// Reads a report.json that an earlier run has written, and holds it to its schema.
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import type { FormatsPlugin } from 'ajv-formats';
import { readSpec } from '../../contract/files.js';
import { compareVersions, isVersion } from '../../contract/versions.js';
import { parsed } from '../../contract/values/depth.js';
import type { Report } from '../../judge/result/report.js';
import { latestFormat } from '../../judge/result/verdict.js';
import { strangeLine } from '../../judge/failures/lines-to-run.js';
import { mostBytes, readText } from '../files.js';
import { quoted } from '../options/flags.js';
import { CannotTest, CannotWrite, UsageError } from '../errors.js';
import { kitVersion } from '../package.js';

/**
 * Does something with a report of unknown origin. The report fits its schema, yet it may hold values that no run writes, such
 * as an invalid address. An error is then the mistake of the file, and not of the kit.
 */
export async function ofReports<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (isReportedAlready(thrown)) throw thrown;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new UsageError(
      `The report contains something that no run writes (${why}): specify an unmodified report.json.`,
    );
  }
}

/** Whether the error has a sentence of its own, or the disk is to blame. */
const isReportedAlready = (thrown: unknown): boolean =>
  [UsageError, CannotTest, CannotWrite].some((each) => thrown instanceof each) ||
  (thrown instanceof Error && 'errno' in thrown);

/** A folder stands for the report.json in it. A file that cannot be read is reported by the caller that reads it. */
export function reportIn(path: string, folder: string): string {
  try {
    return statSync(resolve(folder, path)).isDirectory() ? join(path, 'report.json') : path;
  } catch {
    return path;
  }
}

/** A report that fits its schema; anything else is refused with what is wrong with it. */
export function readReport(path: string, folder: string): Report {
  const { text } = readText(path, 'The report', folder, mostBytes.ofReport);
  const value = parsed(text);
  if (value === undefined)
    throw new UsageError(
      `The report ${quoted(path)} is not JSON: specify a report.json written by a run.`,
    );
  const why = notAReport(value) ?? doubledIn(value as Report);
  if (why === undefined) return value as Report;
  throw new UsageError(
    `The report ${quoted(path)} is not a report of this kit: ${newer(value) ?? why}.`,
  );
}

/** A later version may write what this one cannot read. To name the version says more than to name the field. */
function newer(value: unknown): string | undefined {
  const { kit, format } = (value ?? {}) as {
    readonly kit?: { readonly version?: unknown };
    readonly format?: unknown;
  };
  const version = kit?.version;
  if (typeof format === 'number' && format > latestFormat)
    return `its format ${format} is newer than ${latestFormat}, the last one that version ${kitVersion()} reads; use the version that wrote it${typeof version === 'string' && isVersion(version) ? ` (${version})` : ''}`;
  return typeof version === 'string' &&
    isVersion(version) &&
    compareVersions(version, kitVersion()) > 0
    ? `version ${version} wrote it, and this is ${kitVersion()}; use ${version} or later`
    : undefined;
}

/** For messages, as people rarely mean that report. */
export const ofReference = ({ target }: Report): string =>
  target.name === 'reference' ? ', of the embedded reference server' : '';

let check: ValidateFunction | undefined;

/** The first error by spec/report.schema.json: "/run/seed must be integer". */
export function notAReport(value: unknown): string | undefined {
  check ??= compiled();
  if (check(value))
    return longBody(value as Report) ?? tooMany(value as Report) ?? foreignLine(value as Report);
  const [error] = check.errors ?? [];
  const missing = (error?.params as { readonly missingProperty?: string })?.missingProperty;
  if (missing !== undefined)
    return `${error?.instancePath ? `in ${error.instancePath}, ` : ''}the member ${missing} is missing`;
  return `${error?.instancePath || 'it'} ${error?.message ?? 'does not fit its schema'}`;
}

/** A run never writes more entries of one kind into a report, all lists of it together. To read more would cost memory. */
const mostEntries: Readonly<Record<string, number>> = {
  '/run/warnings': 1_000,
  '/rules': 1_000,
  '/observations': 1_000,
  '/run/created': 50_000,
  '/latency': 100,
  // Twice as many as a run of the slowest legal server keeps.
  '/samples': 2_500,
  '/witnesses/experiments': 1_000,
  '/witnesses/commitment/*/cases': 20_000,
  // These are numbers, and a recorded run has as many as requests.
  '/witnesses/experiments/*/cases/*/exchanges': 200_000,
};
const mostOfOthers = 5_000;
const mostHeaders = 100_000;

function tooMany(report: Report): string | undefined {
  const counts = new Map<string, number>();
  countEntries(report, '', counts);
  for (const [place, count] of counts) {
    const isOfHeaders = /\/headers(\/\*)?$/.test(place);
    const most = mostEntries[place] ?? (isOfHeaders ? mostHeaders : mostOfOthers);
    if (count > most) return `${place} must not have more than ${most} entries`;
  }
  return undefined;
}

/** Counts the entries of lists by their place, in which * stands for each entry of a list. */
function countEntries(value: unknown, place: string, counts: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    counts.set(place, (counts.get(place) ?? 0) + value.length);
    for (const entry of value) countEntries(entry, `${place}/*`, counts);
  } else
    for (const [name, member] of Object.entries(value))
      countEntries(member, `${place}/${name}`, counts);
}

/** Everything that reads a report finds rules by their ids, so an id may occur once. `verify` has its own message for this. */
function doubledIn({ rules, observations }: Report): string | undefined {
  const lists = { rules, observations };
  for (const [list, entries] of Object.entries(lists)) {
    const seen = new Set<string>();
    for (const [at, { id }] of entries.entries())
      if (seen.has(id)) return `/${list}/${at} has the id of an earlier entry (${quoted(id)})`;
      else seen.add(id);
  }
  return undefined;
}

/** Lines to paste into a shell must be as the kit writes them, or nothing of the report is shown. */
function foreignLine(report: Report): string | undefined {
  const place = strangeLine(report);
  return place && `${place} is not a line that a run writes`;
}

/** A run keeps a quarter of this of a body that it shows with a failure. To show megabytes would take all memory. */
const mostOfABody = 64 * 1024;

function longBody({ rules }: Report): string | undefined {
  for (const [rule, { failures }] of rules.entries())
    for (const [failure, { exchanges }] of failures.entries())
      for (const [exchange, { request, response }] of exchanges.entries())
        for (const [of, body] of Object.entries({
          request: request.body,
          response: response?.body,
        }))
          if (body && body.text.length > mostOfABody)
            return `/rules/${rule}/failures/${failure}/exchanges/${exchange}/${of}/body/text must not have more than ${mostOfABody} characters`;
  return undefined;
}

function compiled(): ValidateFunction {
  const load = createRequire(import.meta.url);
  const { Ajv2020 } = load('ajv/dist/2020.js') as { readonly Ajv2020: typeof Ajv };
  const { default: addFormats } = load('ajv-formats') as { readonly default: FormatsPlugin };
  const ajv = addFormats(new Ajv2020({ validateSchema: false, strict: false }), [
    'date',
    'date-time',
  ]);
  return ajv.compile(JSON.parse(readSpec('report.schema.json').toString('utf8')) as object);
}
