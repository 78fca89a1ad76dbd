// Reads a file of known failures. It loosens a gate, so it counts only where it is named: one that merely lies in the working
// directory, of another branch or of somebody else, lets nothing through.
import type { KnownToday } from '../../certify/baseline/baseline.js';
import type { ParsedBaseline } from '../../certify/baseline/parse.js';
import { loadLedger } from '../../contract/ledger.js';
import type { KnownFailure } from '../../judge/result/report.js';
import { nearest } from '../options/nearest.js';
import { mostBytes, readText } from '../files.js';
import { UsageError } from '../errors.js';
import { today } from '../today.js';

type Mask = (text: string) => string;

export interface ReadBaseline extends KnownToday {
  /** Reads the file in its current form, and applies it as of today. */
  readAgain(): Promise<ReadBaseline>;
}

/** `mask` masks keys, because the text of the file goes into reports. */
export async function readBaseline(
  path: string,
  context: { readonly folder: string; readonly mask: Mask },
): Promise<ReadBaseline> {
  const { folder, mask } = context;
  const { text } = readText(path, '--baseline', folder, mostBytes.ofBaseline);
  const { digest, entries } = await parsedBaseline(text, path);
  return {
    file: mask(path),
    digest,
    entries: entries.map((entry) => masked(entry, mask)),
    day: today(),
    readAgain: () => readBaseline(path, context),
  };
}

/** Parses a baseline, and keeps everything that is needed to change its text. */
export async function parsedBaseline(text: string, file: string): Promise<ParsedBaseline> {
  const { BadBaseline, parseBaseline } = await import('../../certify/baseline/parse.js');
  try {
    return parseBaseline(text, { file, rules: loadLedger().rules, nearest });
  } catch (thrown) {
    if (thrown instanceof BadBaseline) throw new UsageError(thrown.message);
    throw thrown;
  }
}

const masked = (entry: KnownFailure, mask: Mask): KnownFailure => ({
  ...entry,
  reason: mask(entry.reason),
  ...(entry.link !== undefined && { link: mask(entry.link) }),
});
