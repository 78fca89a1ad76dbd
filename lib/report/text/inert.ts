// Everything that came from a target is data. This is the one place where it is made harmless for a format:
// what would steer a terminal, end a script, forge a table or hide itself is shown, never obeyed. No other
// file of the reporters escapes by hand.

import { jsonPieces } from './json-pieces.js';

const lineBreak = 0x0a;
const tab = 0x09;

/**
 * Controls, directional and invisible characters, line separators, lone surrogates and noncharacters: whatever changes
 * a text without being seen in it. Joiners and the choice between emoji and text stay: scripts need them.
 */
const hidden =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu;

/** Most texts are plain ASCII, which spares the slow search for all other characters. */
const plain = /^[\x20-\x7e]*$/;
const plainLines = /^[\x20-\x7e\n\t]*$/;

/** A text may hold millions of hidden characters, and few different ones: each is worked out once. */
function each(make: (character: string) => string): (character: string) => string {
  const known = new Map<string, string>();
  return (character) => {
    let made = known.get(character);
    if (made === undefined) known.set(character, (made = make(character)));
    return made;
  };
}

/** A visible stand-in: ␛ for ESC, ⟦U+202E⟧ for what has no picture of its own. */
const standIn = each((character) => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
});

/** The kit writes no longer texts, and nobody reads more of a foreign report. */
const mostShown = 100_000;

/** One line of inert text: line breaks and tabs are shown as pictures too. */
export function visible(long: string): string {
  const text = cut(long, mostShown);
  return plain.test(text) ? text : text.replace(hidden, standIn);
}

/** Inert text of several lines: line breaks and tabs stay what they are. */
export function visibleLines(long: string): string {
  const text = cut(long, mostShown);
  if (plainLines.test(text)) return text;
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0);
    return code === lineBreak || code === tab ? character : standIn(character);
  });
}

/** Replaces lone surrogates, which no strict reader of JSON accepts, however they are escaped. */
export function wellFormed(text: string): string {
  return plain.test(text) ? text : text.replace(/\p{Surrogate}/gu, standIn);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Escapes a text for HTML, in text and in quoted attributes. */
export function htmlText(text: string): string {
  return escapeMarkup(visible(text));
}

/** Escapes a text of several lines for HTML inside `pre`. */
export function htmlLines(text: string): string {
  return escapeMarkup(visibleLines(text));
}

/**
 * Escapes a text for XML. `]]>` cannot occur, as `>` is escaped; characters that XML forbids are removed. If the file
 * is printed into the log of a job, no line of it is a command.
 */
export function xmlText(text: string): string {
  return escapeMarkup(visibleLines(text))
    .replace(/:(?=:)/g, '&#58;')
    .replace(/#(?=#)/g, '&#35;');
}

/** Escapes a text for a quoted XML attribute, in which a reader would turn bare line breaks into spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;');
}

/** What GitHub turns into a link or a mention although every sign of Markdown is escaped. */
const linkedByItself = /@|:\/\/|\bwww\.|#\d|\bGH-\d|\b[0-9a-f]{7,40}\b/i;

/** A sentence for Markdown: only `words between backticks` are code, and nothing becomes a link or a mention. */
export function markdown(text: string): string {
  const line = visible(text);
  if (linkedByItself.test(line)) return markdownCode(line);
  return line
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 1 ? markdownCode(part) : escapeMarkdown(part)))
    .join('')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*)(?=[#+=-])/, '$1\\');
}

/** Parentheses belong to a link only behind a bracket, and the other signs that are left out here to the start of a line. */
const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]|<>~&$^]/g, (sign) => entities[sign] ?? `\\${sign}`);

/** A code span for Markdown, also inside a table: nothing in it is markup. */
export function markdownCode(text: string): string {
  const line = unforged(visible(text)).replace(/\|/g, '\\|');
  if (line.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(line) + 1);
  const space =
    line.startsWith('`') || line.endsWith('`') || line.startsWith(' ') || line.endsWith(' ')
      ? ' '
      : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** A fenced block for Markdown, with a fence that the text cannot close. */
export function markdownBlock(text: string, language = ''): string {
  const lines = inLog(visibleLines(text));
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Makes a text harmless in one line of a terminal. */
export function terminal(text: string): string {
  return unforged(visible(text));
}

/** What makes a build server act: `##[command]` and its kin anywhere in a line, GitHub's `::command` at its beginning. */
const hashes = /##(?=\[|vso\[|teamcity\[)/gi;
const colons = /(?<![\w:[])::(?=[a-z])/gi;

const unforged = (text: string): string => text.replace(hashes, '#⟦#⟧').replace(colons, '⟦:⟧:');

/** Makes lines harmless for a log. */
export function inLog(text: string): string {
  return unforged(text).replace(/^([^\S\r\n\u2028\u2029]*)::/gm, '$1⟦:⟧:');
}

/** A comment of one line in a file of requests. The text follows a label, so that it never becomes a directive. */
export function requestComment(label: string, text: string): string {
  return `# ${label.padEnd(9)} ${unforged(visible(text))}`.trimEnd();
}

/** The line that separates a request from the one before, with its name. */
export function requestTitle(text: string): string {
  return `### ${unforged(visible(text))}`;
}

/** Whether an editor takes each line of the text for part of a body, and sends it unchanged. */
export function isRequestBody(text: string): boolean {
  return (
    text === text.trim() &&
    text === visibleLines(text) &&
    !/\t|\{\{|^\s*(?:#|\/\/|@|>|<>|<@?\w*\s|$)/m.test(text)
  );
}

/** Whether an editor takes the text for the rest of the current line, and sends it unchanged. */
export function isRequestLine(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.includes('{{');
}

/** The message of a GitHub workflow command. */
export function annotation(text: string): string {
  return unforged(visibleLines(text))
    .replace(/%/g, '%25')
    .replace(/\r/g, '%0D')
    .replace(/\n/g, '%0A');
}

/** A property of a GitHub workflow command. */
export function annotationProperty(text: string): string {
  return annotation(visible(text)).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

/**
 * JSON text in which every hidden character, and the `<` that could end a script element, is written as an escape. It
 * is built of small pieces, because searching and replacing in the whole would copy megabytes several times.
 */
export const jsonText = (value: unknown, indent: number): string =>
  jsonPieces(value, indent, wellFormed).map(escapedJson).join('');

const escapedJson = (text: string): string =>
  text
    .replace(/</g, '\\u003c')
    .replace(hashes, '\\u0023#')
    .replace(colons, '\\u003a:')
    .replace(beyondPlain, (part) => part.replace(hidden, unicodeEscape));

/** Most texts have only plain characters, so that no character needs a closer look. */
const beyondPlain = /[^\n\x20-\x7e]+/g;

const unicodeEscape = each((character) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join(''),
);

/** At most `limit` characters, never half of one; says how many more there were. */
export function cut(text: string, limit: number): string {
  const start = startOf(text, limit);
  return start === text
    ? text
    : `${start}… (${String(text.length - start.length).replace(/\B(?=(\d{3})+$)/g, ',')} more characters)`;
}

/** The same with an ellipsis alone, for a text that only names something. */
export function brief(text: string, limit: number): string {
  const start = startOf(text, limit);
  return start === text ? text : `${start}…`;
}

/** At most `limit` characters, never half of one. */
export function startOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/** The inside of a quoted text in source code, for each kind of quote: nothing in it ends the text or hides. */
export function sourceText(text: string, quote: "'" | '`'): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\n', '\\n');
  const inert = escaped.replace(hidden, unicodeEscape);
  return quote === '`' ? inert.replaceAll('${', '\\${') : inert;
}

/** A comment in source code, one line. */
export function sourceComment(text: string): string {
  return `// ${unforged(visible(text))}`;
}

/** Longer numbers than this are cut in the middle, because their ends distinguish them best. */
const mostDigits = 60;

/** "123456789012345678901234…456789012345 (400 digits)" */
export function cutNumbers(text: string): string {
  return text.replace(
    longNumber,
    (digits) => `${digits.slice(0, 24)}…${digits.slice(-12)} (${digits.length} digits)`,
  );
}

const longNumber = new RegExp(`\\d{${mostDigits + 1},}`, 'g');
