// report.json: the whole Report in one fixed order of fields, so that equal reports are equal bytes.
import type { Report } from '../../judge/result/report.js';
import { jsonText } from '../text/inert.js';

/** Every field of a Report where it stands in the file. What is not named here follows in alphabetical order. */
const order = `
  format kit contract target profiles run verdict summary counts rules observations samples latency
  id number rule name title version digest baseUrl quickstartBaseUrl catalogue quickstart
  seed scope effort strict asOf startedAt durationMs exchanges writes throttled visibleAfterMs
  interrupted warnings baseline outages created
  full readOnly only shard index of
  passed failed cantTell inapplicable untested observed
  clause kind profile statement outcome evidence cases reason because failures question answer
  cause expected actual input inputs difference confirmed held curl output replay case path
  file day entries gate noLongerFailing known wasKnown expires link
  suspects failure restarted
  operation startedMs firstByteMs resent request response noAnswer method url status headers body
  message text encoding size truncated
  count min p50 p90 p99 max histogram upToMs
`
  .trim()
  .split(/\s+/);
const places = new Map(order.map((name, at) => [name, at]));
const place = (name: string): number => places.get(name) ?? order.length;

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, ordered(entry)]));
}

/** The canonical text of a report. Its digest is the digest of the report. */
export function reportJson(report: Report): string {
  return `${jsonText(ordered(report), 1)}\n`;
}
