// Flags that name where something is written: a file, or the standard output.
import { type Flag, text, value } from '../../api/options/flags.js';

export const out = (what: string): Flag<string> =>
  value('FILE', text, `write ${what} to this file, or to standard output with -`);
