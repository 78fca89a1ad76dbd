// Replaces every text of a value by one that tries to be markup, and finds out whether it got through in a page. Test
// support only.
import fc from 'fast-check';
import { type ReadPage, readHtml } from '../pages/read-html.js';

/** Texts that break out of any place where they are not escaped. Each adds an element or an attribute named evil. */
export const poison = fc
  .array(
    fc.constantFrom(
      '<evil>',
      '</p><evil>',
      '" evil="',
      "' evil='",
      ' evil=1 ',
      '`<evil>`',
      '</script><evil>',
      '</style><evil>',
      '</title><evil>',
      '--><evil>',
      '&lt;evil&gt;',
      '\u202e<evil>',
      'javascript:evil()',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(''));

/** The value with every text replaced, except in the fields to spare. */
export function poisoned<Value>(
  value: Value,
  texts: readonly string[],
  spared: ReadonlySet<string> = new Set(),
): Value {
  let next = 0;
  const within = (one: unknown): unknown => {
    if (typeof one === 'string') return texts[next++ % texts.length] ?? '';
    if (Array.isArray(one)) return one.map(within);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, entry]) => [name, spared.has(name) ? entry : within(entry)]),
    );
  };
  return within(value) as Value;
}

/** Reads a page, and finds everything evil in it: elements, attributes, and addresses that run scripts. */
export function readPoisoned(source: string): ReadPage & { readonly evil: readonly string[] } {
  const page = readHtml(source);
  const evil = page.tags.flatMap(({ name, attributes }) => [
    ...[name, ...Object.keys(attributes)].filter((one) => one === 'evil'),
    ...[attributes['href'] ?? ''].filter((address) => /^\s*javascript:/i.test(address)),
  ]);
  return { ...page, evil };
}
