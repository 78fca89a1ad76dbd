// What careless servers do to a text, be it a name or a message.

export const escapedForHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
export const composed = (text: string): string => text.normalize('NFC');
export const trimmed = (text: string): string => text.trim();
export const inCapitals = (text: string): string => text.toUpperCase();
export const inSmallLetters = (text: string): string => text.toLowerCase();
export const withSingleSpaces = (text: string): string => text.replace(/ {2,}/g, ' ');

/** Replaces each letter that an encoding lacks by a question mark. */
export const inAscii = (text: string): string => text.replace(/[\u0080-\u{10ffff}]/gu, '?');
export const inLatin1 = (text: string): string => text.replace(/[\u0100-\u{10ffff}]/gu, '?');
export const readAsLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** What remains of the last character of several bytes when the bytes before and after a split are decoded separately. */
export const withoutLastSplit = (text: string): string =>
  text.replace(/[\u0080-\u{10ffff}](?=[\0-\u007f]*$)/u, '\ufffd\ufffd');
