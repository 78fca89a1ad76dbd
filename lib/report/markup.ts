// Makes HTML, XML and Markdown with templates: a value that is put into one comes out as text, unless a template made it.
// So nobody has to remember to escape, and text of a target or a file never passes for markup.
import {
  cut,
  htmlLines,
  htmlText,
  markdown,
  markdownBlock,
  markdownCode,
  xmlAttribute,
  xmlText,
} from './text/inert.js';

/** The result of a template. Only this file can make one, and an object that only looks like one is not accepted. */
class Markup {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  static is(value: unknown): value is Markup {
    return typeof value === 'object' && value !== null && #source in value;
  }

  toString(): string {
    return this.#source;
  }
}
export type { Markup };

/** What may be put into a template. An empty value adds nothing, and the items of a list are joined. */
export type Content = string | number | Markup | false | null | undefined | readonly Content[];

type Place = 'text' | 'attribute';
type Escapes = Readonly<Record<Place, (text: string) => string>>;
type Template = (strings: TemplateStringsArray, ...values: readonly Content[]) => Markup;

export const html: Template = template({ text: htmlText, attribute: htmlText });
export const xml: Template = template({ text: xmlText, attribute: xmlAttribute });
/** A value comes out as a sentence in which only `words between backticks` are code. */
export const md: Template = template({ text: markdown, attribute: htmlText });

function template(escapes: Escapes): Template {
  return (strings, ...values) => {
    const { pieces, places } = readingOf(strings);
    const filled = values.map(
      (value, at) => written(value, places[at] ?? 'text', escapes) + (pieces[at + 1] ?? ''),
    );
    return new Markup((pieces[0] ?? '') + filled.join(''));
  };
}

function written(value: Content, place: Place, escapes: Escapes): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapes[place](String(value));
  if (Array.isArray(value)) return value.map((one) => written(one, place, escapes)).join('');
  if (Markup.is(value) && place === 'text') return value.toString();
  throw new TypeError(
    `A ${typeof value} cannot stand in ${place === 'text' ? 'markup' : 'an attribute'}.`,
  );
}

interface Reading {
  readonly pieces: readonly string[];
  /** The place of the value that follows each piece. */
  readonly places: readonly Place[];
}

/** Each template is read once, however often it is filled. */
const readings = new WeakMap<TemplateStringsArray, Reading>();

function readingOf(strings: TemplateStringsArray): Reading {
  const known = readings.get(strings);
  if (known !== undefined) return known;
  const pieces = strings.raw.map(withoutLayout);
  const places = pieces.slice(1).map((_, at) => placeBehind(pieces.slice(0, at + 1).join('')));
  const reading = { pieces, places };
  readings.set(strings, reading);
  return reading;
}

/**
 * Removes line breaks of the source, as JSX does: they are only there for its reader. Only `\n` becomes a line break of
 * the page.
 */
function withoutLayout(piece: string): string {
  if (/\\[^n]/.test(piece)) throw new Error(`Only \\n is an escape in a template: ${piece}`);
  return piece
    .replace(/(^|>)\n *|\n *(?=[<>]|$)/g, '$1')
    .replace(/\n */g, ' ')
    .replaceAll('\\n', '\n');
}

/** Escaping makes a text harmless between tags and in a quoted attribute, and nowhere else: not where it would run. */
function placeBehind(before: string): Place {
  const [tag] = /<[^<>]*$/.exec(before) ?? [];
  const runs = /<(?:script|style)\b|\s(?:on\w+|style)="[^"]*$/.test(before);
  if (tag === undefined && !runs) return 'text';
  if (tag !== undefined && !runs && /="[^"]*$/.test(tag)) return 'attribute';
  throw new Error(`A value may stand in text or in a quoted attribute, not behind ${before}`);
}

/** Text of several lines, for what is shown as it was sent: line breaks and tabs stay what they are. */
export function lines(text: string): Markup {
  return new Markup(htmlLines(text));
}

/** A code span of Markdown. */
export const mdCode = (text: string, limit = text.length): Markup =>
  new Markup(markdownCode(cut(text, limit)));

/** A link of Markdown, to an address that holds nothing that could end it. */
export const mdLink = (name: Content, address: string): Content =>
  /^[\w./#:%-]+$/.test(address) ? new Markup(md`[${name}]`.toString() + `(${address})`) : name;

/** A fenced block of Markdown. */
export const mdBlock = (text: string, language = ''): Markup =>
  new Markup(markdownBlock(text, language));

/** Joins the parts with something between each two. */
export function joined(parts: readonly Content[], between: Content): Content {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]));
}

/**
 * A script or style element, the one place where text is not escaped: HTML reads what stands there as it is. For the page's
 * own constants, and for JSON text without `<`. What could end the element, or hide its end, is refused.
 */
export function verbatim(
  name: 'script' | 'style',
  content: string,
  attributes: Readonly<Record<string, string>> = {},
): Markup {
  if (/<[!/]/.test(content)) throw new Error(`This cannot stand in a ${name} element.`);
  const written = Object.entries(attributes).map(([key, value]) => html` ${key}="${value}"`);
  return new Markup(`<${name}${written.join('')}>${content}</${name}>`);
}
