// Two ways of changing a name that leave it the same to a reader: trimming it, and another form of its Unicode.
// Says how two names differ; what that means is the rules' matter.

/** What programs take for white space at the ends of a text; JavaScript and Python trim other characters than Java does. */
const white = String.raw`[\s\u0000-\u0020\u0085\ufeff]`;
const atStart = new RegExp(`^${white}+`, 'u');
const atEnd = new RegExp(`${white}+$`, 'u');

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

const withoutStart = (name: string): string => name.replace(atStart, '');
const withoutEnd = (name: string): string => name.replace(atEnd, '');
const isCore = (sent: string, kept: string): boolean =>
  sent.includes(kept) && withoutEnd(withoutStart(sent)) === withoutEnd(withoutStart(kept));

/** Only white space at the ends is gone. */
export function isTrimmed(sent: string, kept: string): boolean {
  return kept !== sent && kept.length < sent.length && isCore(sent, kept);
}

/** It is another of the normal forms of Unicode, trimmed or not. */
export function isOtherForm(sent: string, kept: string): boolean {
  if (kept === sent || isTrimmed(sent, kept)) return false;
  return forms.some((form) => {
    const normal = sent.normalize(form);
    return normal === kept || isTrimmed(normal, kept);
  });
}
