// All reports of a run: Report in, text out. Nothing here reads or writes a file, asks the clock, or knows a target.
import type { Report } from '../judge/report.js';
import { badgeJson, badgeSvg } from './badge.js';
import { ctrfJson } from './ctrf.js';
import { earlJsonLd } from './earl.js';
import { exchangesHar } from './har.js';
import { reportHtml } from './html.js';
import { reportJson } from './json.js';
import { junitXml } from './junit.js';
import { summaryMarkdown } from './markdown.js';
import { steady } from './steady.js';
import type { ReportContext } from './words.js';

export { githubAnnotations } from './annotations.js';
export { badgeJson, badgeSvg } from './badge.js';
export { ctrfJson } from './ctrf.js';
export { earlJsonLd } from './earl.js';
export { exchangesHar } from './har.js';
export { reportHtml } from './html.js';
export { reportJson } from './json.js';
export { junitXml } from './junit.js';
export { summaryMarkdown } from './markdown.js';
export { type TerminalOptions, renderProgress, renderResults, renderRuleLine } from './terminal.js';
export type { ReportContext } from './words.js';

export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Every file that a run leaves behind, each as its whole text. */
export function reportFiles(report: Report, context: ReportContext): readonly ReportFile[] {
  const same = steady(report);
  return [
    { name: 'report.json', text: reportJson(same) },
    { name: 'report.html', text: reportHtml(same, context) },
    { name: 'junit.xml', text: junitXml(same, context) },
    { name: 'ctrf.json', text: ctrfJson(same, context) },
    { name: 'summary.md', text: summaryMarkdown(same, context) },
    { name: 'badge.json', text: badgeJson(same) },
    { name: 'badge.svg', text: badgeSvg(same) },
    { name: 'exchanges.har', text: exchangesHar(same) },
    { name: 'earl.jsonld', text: earlJsonLd(same, context) },
  ];
}
