// Do two pages of reports show the same? How they pack the report that they hold is left aside.
import { inflateRawSync } from 'node:zlib';

interface Embedded {
  readonly around: string;
  readonly packed: string | undefined;
}

/** How a text is packed is a matter of the machine: a page is compared without it, and what it packs by itself. */
function embeddedIn(page: string): Embedded {
  const mark = page.indexOf(' data-packed="deflate">');
  const from = mark < 0 ? -1 : page.indexOf('>', mark) + 1;
  const to = from < 0 ? -1 : page.indexOf('<', from);
  if (to < 0) return { around: page, packed: undefined };
  return { around: page.slice(0, from) + page.slice(to), packed: page.slice(from, to) };
}

/** Two pages show the same, and hold the same report. */
export function areOneByWhatTheySay(page: string, own: string, report: string): boolean {
  const [theirs, ours] = [embeddedIn(page), embeddedIn(own)];
  if (theirs.around !== ours.around) return false;
  if (theirs.packed === ours.packed) return true;
  try {
    const bytes = inflateRawSync(Buffer.from(theirs.packed ?? '', 'base64'), {
      maxOutputLength: 2 * report.length + 1024,
    });
    return bytes.toString('utf8') === report;
  } catch {
    return false;
  }
}
