// All reports of a run: Report in, text out. Nothing here reads or writes a file, asks the clock, or knows a target.
import type { Report } from '../judge/result/report.js';
import { badgeJson, badgeSvg } from './files/badge.js';
import { ctrfJson } from './files/ctrf.js';
import { earlJsonLd } from './files/earl.js';
import { exchangesHar } from './files/har.js';
import { failuresHttp } from './files/http.js';
import { reportHtml } from './page/page.js';
import { reportJson } from './files/json.js';
import { junitXml } from './files/junit.js';
import { summaryMarkdown } from './files/markdown.js';
import { resultsSarif } from './files/sarif.js';
import { type ReportFileName, reportFileNames } from './names.js';
import { steady } from './steady.js';
import type { ReportContext } from './words.js';

export { githubAnnotations } from './files/annotations.js';
export { reportHtml } from './page/page.js';
export { reportJson } from './files/json.js';
export { summaryMarkdown } from './files/markdown.js';
export { renderResults } from './terminal/terminal.js';
export type { ReportContext } from './words.js';

interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Every file that a run leaves behind, each made when its text is asked for: some have megabytes. */
export function reportFiles(report: Report, context: ReportContext): readonly ReportFile[] {
  const same = steady(report);
  return reportFileNames.map((name) => ({
    name,
    get text() {
      return writers[name](same, context);
    },
  }));
}

const writers: Record<ReportFileName, (report: Report, context: ReportContext) => string> = {
  'report.json': reportJson,
  'report.html': reportHtml,
  'junit.xml': junitXml,
  'ctrf.json': ctrfJson,
  'summary.md': summaryMarkdown,
  'badge.json': badgeJson,
  'badge.svg': badgeSvg,
  'exchanges.har': exchangesHar,
  'failures.http': failuresHttp,
  'earl.jsonld': earlJsonLd,
  'results.sarif': resultsSarif,
};
