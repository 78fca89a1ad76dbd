// Puts texts that try to be markup in the place of every text of a value, and sees in a page whether one got through.
// Test support only.
import fc from 'fast-check';
import { type ReadPage, readHtml } from '../pages/read-html.js';

/** Texts that break out of wherever they are not escaped: each brings an element or an attribute named evil. */
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

/** The same value with one of these in the place of each of its texts; the fields that are spared keep theirs. */
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

/** The page, and what is evil in it: elements, attributes, and addresses that run. */
export function readPoisoned(source: string): ReadPage & { readonly evil: readonly string[] } {
  const page = readHtml(source);
  const evil = page.tags.flatMap(({ name, attributes }) => [
    ...[name, ...Object.keys(attributes)].filter((one) => one === 'evil'),
    ...[attributes['href'] ?? ''].filter((address) => /^\s*javascript:/i.test(address)),
  ]);
  return { ...page, evil };
}
