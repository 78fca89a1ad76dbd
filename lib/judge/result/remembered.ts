// Shortens a text of the target to what a run remembers of it: there are hundreds, of any length.
import { createHash } from 'node:crypto';

const longest = 10_000;
const shown = 100;

/** The text itself or, of a very long one, its beginning and its digest: equal texts stay equal, others different. */
export function rememberedText(text: string): string {
  if (text.length <= longest) return ofItsOwn(text);
  const digest = createHash('sha256').update(text).digest('hex');
  return `${ofItsOwn(text.slice(0, shown))}… (${text.length} characters, ${digest})`;
}

/** Copies a text, because a part of a response would keep all of it in memory. */
const ofItsOwn = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
