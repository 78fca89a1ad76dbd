// A small strict parser for our own pages: it refuses what a browser would have to guess, so that anything which broke
// out of its place is noticed. Test support only.

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ReadPage {
  readonly tags: readonly Tag[];
  /** The visible text, without scripts and styles. */
  readonly text: string;
}

const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};
const empty = new Set(['meta', 'link', 'br', 'input']);
const verbatim = /^<(script|style)((?: [a-z-]+="[^"<>]*")*)>([^]*?)<\/\1>/;
const opening = /^<([a-z][a-z0-9]*)((?: [A-Za-z][A-Za-z0-9-]*(?:="[^"<>]*")?)*)(\/?)>/;

export function readHtml(page: string): ReadPage {
  const tags: Tag[] = [];
  const open: string[] = [];
  let text = '';
  let rest = page.replace(/^<!doctype html>\n/, '');
  while (rest !== '') {
    const whole = verbatim.exec(rest);
    const [tag, name = '', attributes = '', closed] = whole ?? opening.exec(rest) ?? [];
    const [words] = /^[^<>]+/.exec(rest) ?? [];
    const [end] = /^<\/[a-z][a-z0-9]*>/.exec(rest) ?? [];
    if (tag !== undefined) {
      tags.push({ name, attributes: readAttributes(attributes) });
      if (whole === null && closed === '' && !empty.has(name)) open.push(name);
    } else if (words !== undefined) text += decoded(words);
    else if (end === undefined || end !== `</${open.pop()}>`)
      throw new Error(`no markup of ours: ${rest.slice(0, 80)}`);
    rest = rest.slice((tag ?? words ?? end ?? '').length);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(', ')}`);
  return { tags, text };
}

function readAttributes(source: string): Readonly<Record<string, string>> {
  const all = [...source.matchAll(/ ([A-Za-z][A-Za-z0-9-]*)(?:="([^"]*)")?/g)];
  if (new Set(all.map(([, name]) => name)).size !== all.length)
    throw new Error(`twice in${source}`);
  return Object.fromEntries(all.map(([, name = '', value = '']) => [name, decoded(value)]));
}

function decoded(text: string): string {
  return text.replace(/&([^;\s]*;?)/g, (whole, entity: string) => {
    const character = entity.endsWith(';') ? names[entity.slice(0, -1)] : undefined;
    if (character === undefined) throw new Error(`no entity of ours: ${whole}`);
    return character;
  });
}
