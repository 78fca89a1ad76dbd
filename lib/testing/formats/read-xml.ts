// A small strict XML parser for the tests: it refuses what is not well-formed, and what XML 1.0 forbids. Test support
// only.

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function decode(text: string): string {
  return text.replace(/&([^;\s]*;?)/g, (whole, entity: string) => {
    const name = entity.slice(0, -1);
    if (/^#\d+;$/.test(entity)) return String.fromCodePoint(Number(name.slice(1)));
    if (!entity.endsWith(';') || names[name] === undefined)
      throw new Error(`unknown entity ${whole}`);
    return names[name];
  });
}

export function readXml(source: string): Element {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(source))
    throw new Error('a character that XML forbids');
  const tokens = source.replace(/^<\?xml[^>]*\?>\s*/, '').match(/<[^>]*>|[^<]+/g) ?? [];
  const stack: {
    name: string;
    attributes: Record<string, string>;
    children: Element[];
    text: string;
  }[] = [{ name: '', attributes: {}, children: [], text: '' }];
  for (const token of tokens) {
    const open = /^<([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w:-]*="[^"<]*")*)\s*(\/?)>$/.exec(token);
    const parent = stack.at(-1);
    if (parent === undefined) throw new Error('more is closed than was opened');
    if (open !== null) {
      const attributes = Object.fromEntries(
        [...(open[2] ?? '').matchAll(/\s([\w:-]+)="([^"]*)"/g)].map((match) => [
          match[1] ?? '',
          decode(match[2] ?? ''),
        ]),
      );
      const element = { name: open[1] ?? '', attributes, children: [], text: '' };
      parent.children.push(element);
      if (open[3] === '') stack.push(element);
    } else if (/^<\/[\w-]+>$/.test(token)) {
      if (token !== `</${parent.name}>`) throw new Error(`${token} closes ${parent.name}`);
      stack.pop();
    } else if (token.startsWith('<')) throw new Error(`no XML: ${token.slice(0, 80)}`);
    else {
      if (token.includes(']]>')) throw new Error(']]> in text');
      parent.text += decode(token);
    }
  }
  const [root, ...more] = stack[0]?.children ?? [];
  if (stack.length !== 1 || root === undefined || more.length > 0)
    throw new Error('not one whole element');
  return root;
}
