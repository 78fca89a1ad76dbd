// Two ways to change a name that a reader does not notice: trimming it, and using another Unicode form. This tells how
// two names differ; rules decide what that means.

/**
 * Everything that programs trim from the ends of a text: JavaScript and Python trim other characters than Java does.
 */
const white = String.raw`[\s\u0000-\u0020\u0085\ufeff]`;
const atStart = new RegExp(`^${white}+`, 'u');
const atEnd = new RegExp(`(?<!${white})${white}+$`, 'u');

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

const withoutStart = (name: string): string => name.replace(atStart, '');
const withoutEnd = (name: string): string => name.replace(atEnd, '');
const isCore = (sent: string, kept: string): boolean =>
  sent.includes(kept) && withoutEnd(withoutStart(sent)) === withoutEnd(withoutStart(kept));

/** Whether only white space at the ends was removed. */
export function isTrimmed(sent: string, kept: string): boolean {
  return kept !== sent && kept.length < sent.length && isCore(sent, kept);
}

/** Whether it is another of the Unicode normal forms, trimmed or not. */
export function isOtherForm(sent: string, kept: string): boolean {
  if (kept === sent || isTrimmed(sent, kept)) return false;
  return forms.some((form) => {
    const normal = sent.normalize(form);
    return normal === kept || isTrimmed(normal, kept);
  });
}
