// Reads a report.json, holds it to its schema, and renders it. Sends nothing.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { readSpec } from '../../contract/files.js';
import { loadLedger } from '../../contract/ledger.js';
import type { Report } from '../../judge/result/report.js';
import { reportFiles } from '../../report/index.js';
import { renderResults } from '../../report/terminal/terminal.js';
import { wantsColour, widthOf } from '../telling/appearance.js';
import { formats } from '../commands/report.js';
import { readText, whyNot } from '../files.js';
import { quoted } from '../arguments/flags.js';
import { type Io, UsageError } from '../io.js';
import { openReportFolder, writeReports } from './report-folder.js';

type Wanted = { readonly [Format in keyof typeof formats]?: string } & {
  readonly 'report-dir'?: string;
  readonly quiet?: true;
};

export async function renderAgain(path: string, wanted: Wanted, io: Io): Promise<void> {
  const report = readReport(path, io.folder);
  const context = { clauses: loadLedger().clauses };
  const outs = Object.entries(formats).flatMap(([format, name]) => {
    const out = wanted[format as keyof typeof formats];
    return out === undefined ? [] : [{ out, name }];
  });
  if (wanted['report-dir'] !== undefined) {
    const folder = openReportFolder(wanted['report-dir'], '', io.folder);
    await writeReports(report, context, folder);
  }
  const files = outs.length === 0 ? [] : reportFiles(report, context);
  for (const { out, name } of outs) {
    const { text = '' } = files.find((file) => file.name === name) ?? {};
    if (out === '-') io.stdout.write(text);
    else save(out, text, io.folder);
  }
  if (outs.length > 0 || wanted['report-dir'] !== undefined) return;
  io.stdout.write(
    renderResults(report, context, {
      colour: wantsColour(io.stdout, io.environment),
      width: widthOf(io.stdout),
      quiet: wanted.quiet === true,
    }),
  );
}

/** A report that fits its schema; anything else is refused with what is wrong with it. */
export function readReport(path: string, folder: string): Report {
  const { text } = readText(path, 'The report', folder);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(
      `The report ${quoted(path)} is not JSON: give a report.json that a run has written.`,
    );
  }
  const AjvOf2020 = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof Ajv };
  const ajv = new AjvOf2020.Ajv2020({
    validateSchema: false,
    strict: false,
    validateFormats: false,
  });
  const check = ajv.compile(JSON.parse(readSpec('report.schema.json').toString('utf8')) as object);
  if (check(value)) return value as Report;
  const [error] = check.errors ?? [];
  throw new UsageError(
    `The report ${quoted(path)} is not one of this kit: ${error?.instancePath || 'it'} ${error?.message ?? 'does not fit its schema'}.`,
  );
}

function save(out: string, text: string, folder: string): void {
  try {
    writeFileSync(resolve(folder, out), text);
  } catch (error) {
    throw new UsageError(`${quoted(out)} cannot be written (${whyNot(error)}): name another file.`);
  }
}
