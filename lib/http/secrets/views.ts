// All the ways in which a text may be read: as it is, with letters of other alphabets as plain ones, as a terminal shows it,
// as the bytes that a dump shows, and with layers of escapes undone. They serve only to find secrets, so what they make of
// other texts does not matter.
import { dumped } from './dump.js';
import { inPlainLetters } from './letters.js';
import { asShown } from './shown.js';
import { unescaped } from './unescape.js';
import type { View } from './view.js';

/** How many layers of escapes may be undone: a JSON text in a JSON text in a URL, and one more. */
const deepest = 4;

export function* views(original: string): Generator<View> {
  let view: View = { text: original, at: (index) => index };
  for (let depth = 0; depth <= deepest; depth += 1) {
    yield view;
    const plain = inPlainLetters(view);
    if (plain !== null) yield (view = plain);
    const shown = asShown(view);
    yield* dumped(view);
    if (shown !== null) {
      yield shown;
      yield* dumped(shown);
    }
    const next = unescaped(view);
    if (next === null) return;
    view = next;
  }
}
