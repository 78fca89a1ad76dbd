// Lays out JSON text for reading without ever parsing a number: digits, escapes and doubled keys stay as they were sent.
// Text that is not JSON is returned unchanged.

type Items = readonly (readonly [key: string | null, value: Node])[];
type Node = string | { readonly open: '[' | '{'; readonly items: Items };

const deepest = 60;

/**
 * What is to be seen: the item of a list, by its index or by its identifier; or, of a text that is not JSON, the character
 * at which it ceases to be.
 */
export type Sought =
  | { readonly index: number }
  | { readonly id: string }
  | { readonly character: number };

/** A value that fits on a line stays on one; any does where the width is infinite. Of a long list that holds what is sought, its neighbourhood is shown. */
export function prettyJson(text: string, width = 80, sought?: Sought): string {
  if (sought !== undefined && 'character' in sought) return aroundCharacter(text, sought.character);
  const tokens = tokensOf(text);
  if (tokens === null || !isJson(text)) return text;
  const reader = { tokens, at: 0 };
  const node = read(reader, 0);
  if (node === null || reader.at !== tokens.length) return text;
  return print(sought === undefined ? node : aroundOf(node, sought, width), 0, width);
}

/** Where the character stands near the beginning, the text is shown as it is. */
function aroundCharacter(text: string, character: number): string {
  const [least, before] = [240, 120];
  return character <= least || character > text.length + 1
    ? text
    : `… ${text.slice(character - 1 - before).replace(/^[\udc00-\udfff]/, '')}`;
}

/** Up to this many items are shown whole. */
const fewItems = 8;

type Item = Exclude<Sought, { readonly character: number }>;

function aroundOf(node: Node, sought: Item, width: number): Node {
  // On a single line, the item is shown alone.
  const [neighbours, few] = width === Number.POSITIVE_INFINITY ? [0, 1] : [1, fewItems];
  if (typeof node === 'string' || node.open !== '[' || node.items.length <= few) return node;
  const index =
    'index' in sought
      ? sought.index
      : node.items.findIndex(([, item]) => memberOf(item, '"id"') === sought.id);
  if (index < 0 || index >= node.items.length) return node;
  const [from, to] = [index - neighbours, index + neighbours + 1];
  const left = Math.max(0, from);
  const right = node.items.length - Math.min(to, node.items.length);
  const gap = (count: number, where: string): Items =>
    count === 0 ? [] : [[null, `… ${count} more ${where} …`]];
  return {
    open: '[',
    items: [
      ...gap(left, 'before'),
      ...node.items.slice(Math.max(0, from), to),
      ...gap(right, 'after'),
    ],
  };
}

const memberOf = (node: Node, name: string): Node | undefined =>
  typeof node === 'string' ? undefined : node.items.find(([key]) => key === name)?.[1];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function tokensOf(text: string): readonly string[] | null {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs) ?? [];
  return tokens.length === 0 || tokens.length > 20_000 ? null : tokens;
}

function read(
  reader: { readonly tokens: readonly string[]; at: number },
  depth: number,
): Node | null {
  const token = reader.tokens[reader.at];
  reader.at += 1;
  if (token === undefined || depth > deepest) return null;
  if (token !== '[' && token !== '{') return token;
  const close = token === '[' ? ']' : '}';
  const items: [string | null, Node][] = [];
  while (reader.tokens[reader.at] !== close) {
    if (items.length > 0) reader.at += 1; // the comma
    const key = token === '{' ? (reader.tokens[reader.at] ?? null) : null;
    if (token === '{') reader.at += 2; // the key and its colon
    const value = read(reader, depth + 1);
    if (value === null) return null;
    items.push([key, value]);
  }
  reader.at += 1;
  return { open: token, items };
}

function print(node: Node, indent: number, width: number): string {
  const line = oneLine(node, width - indent);
  if (line !== null || typeof node === 'string') return line ?? String(node);
  const inside = ' '.repeat(indent + 2);
  const rows = node.items.map(
    ([key, value]) =>
      `${inside}${key === null ? '' : `${key}: `}${print(value, indent + 2, width)}`,
  );
  return `${node.open}\n${rows.join(',\n')}\n${' '.repeat(indent)}${node.open === '[' ? ']' : '}'}`;
}

/** The node on one line, or null when it does not fit. */
function oneLine(node: Node, room: number): string | null {
  if (typeof node === 'string') return node;
  const parts: string[] = [];
  let used = 2;
  for (const [key, value] of node.items) {
    const text = oneLine(value, room - used);
    if (text === null) return null;
    const part = key === null ? text : `${key}: ${text}`;
    used += part.length + 2;
    if (used > room) return null;
    parts.push(part);
  }
  if (node.open === '[') return `[${parts.join(', ')}]`;
  return `{${parts.join(', ')}}`;
}
