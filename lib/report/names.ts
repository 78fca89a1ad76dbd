// The names of the files of a report. They are apart from the writers, so that asking for a name loads no writer.

export const reportFileNames = [
  'report.json',
  'report.html',
  'junit.xml',
  'ctrf.json',
  'summary.md',
  'badge.json',
  'badge.svg',
  'exchanges.har',
  'failures.http',
  'earl.jsonld',
  'results.sarif',
] as const;

export type ReportFileName = (typeof reportFileNames)[number];
