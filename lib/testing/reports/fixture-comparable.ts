// What two runs with the same seed have in common: the text of each file without times and addresses, and otherwise
// unchanged. reports/README.md describes the same in words. Test support only: no reporter imports it.
import { inflateRawSync } from 'node:zlib';

/** Fields with a time, in any of the JSON files. */
const timeFields = new Set([
  'startedAt',
  'startedMs',
  'durationMs',
  'firstByteMs',
  'visibleAfterMs',
  'min',
  'p50',
  'p90',
  'p99',
  'max',
  'histogram', // report.json, created.json
  'reportId',
  'timestamp',
  'start',
  'stop',
  'duration', // ctrf.json: its id names the run
  'startedDateTime',
  'time',
  'wait',
  'receive', // exchanges.har
  'dct:date', // earl.jsonld
  'startTimeUtc',
  'endTimeUtc', // results.sarif
  'p95', // history.jsonl
]);

export function comparable(name: string, text: string): string {
  if (/\.(?:json|har|jsonld|sarif)$/.test(name)) return json(text);
  if (name === 'history.jsonl') return text.trimEnd().split('\n').map(json).join('\n');
  if (name === 'report.html') return page(text);
  if (name === 'junit.xml') return plain(text.replace(/ (time|timestamp)="[^"]*"/g, ' $1="TIME"'));
  return plain(text);
}

function json(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (field, value: unknown) =>
      timeFields.has(field) ? 'TIME' : typeof value === 'string' ? plain(value) : value,
    ),
    null,
    1,
  );
}

/** Removes pictures of times, which show them as lengths. The figures are next to the pictures. */
function page(text: string): string {
  return plain(
    text
      .replace(
        /(<script type="application\/json"[^>]*>)([^]*?)<\/script>/,
        (_whole, tag: string, report: string) => `${tag}${json(report)}</script>`,
      )
      .replace(
        /(data-packed="deflate">)([^<]*)/,
        (_whole, tag: string, packed: string) =>
          `${tag}${json(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'))}`,
      )
      .replace(/(<figure class="latency">[^]*?<\/figcaption>)[^]*?<\/figure>/g, '$1</figure>')
      .replace(/<figure class="timeline">[^]*?<\/figure>/, (figure) =>
        figure.replace(/ (?:c?[xy][12]?|d)="[^"]*"/g, ''),
      ),
  );
}

function plain(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/g, 'ADDRESS')
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| UTC)/g, 'TIME')
    .replace(/\b\d+ min \d+ s\b|\b[\d.]+ (?:µs|ms|s)\b/g, 'TIME');
}
