// Compares two pages of reports, except for how they compress the report inside them.
import { inflateRawSync } from 'node:zlib';

interface Embedded {
  readonly around: string;
  readonly packed: string | undefined;
}

/** Separates the compressed text from the rest of a page, because compression differs between machines. */
function embeddedIn(page: string): Embedded {
  const mark = page.indexOf(' data-packed="deflate">');
  const from = mark < 0 ? -1 : page.indexOf('>', mark) + 1;
  const to = from < 0 ? -1 : page.indexOf('<', from);
  if (to < 0) return { around: page, packed: undefined };
  return { around: page.slice(0, from) + page.slice(to), packed: page.slice(from, to) };
}

/** Whether two pages show the same and contain the same report. */
export function areOneByWhatTheySay(page: string, own: string, report: string): boolean {
  const [theirs, ours] = [embeddedIn(page), embeddedIn(own)];
  if (theirs.around !== ours.around) return false;
  if (theirs.packed === ours.packed) return true;
  const packed = Buffer.from(theirs.packed ?? '', 'base64');
  // A browser reads no other spelling, and nothing behind the end.
  if (packed.toString('base64') !== theirs.packed) return false;
  try {
    const { buffer, engine } = inflateRawSync(packed, {
      maxOutputLength: 2 * report.length + 1024,
      info: true,
    }) as unknown as Inflated;
    return engine.bytesWritten === packed.length && buffer.toString('utf8') === report;
  } catch {
    return false;
  }
}

/** What zlib returns with `info`. */
interface Inflated {
  readonly buffer: Buffer;
  /** How many bytes were read. */
  readonly engine: { readonly bytesWritten: number };
}
