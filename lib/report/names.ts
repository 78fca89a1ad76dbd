// What the files of a report are called. Apart from what writes them: who only asks for a name loads no writer.

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
