// The functions at the end of a file of tests: source code that imports nothing. Its types are written as comments: a
// TypeScript file gets them as types, and any other file gets none.

/** The functions by name. One that calls another one names it in its text. */
const helpers: Readonly<Record<string, string>> = {
  send: `
/** Sends the bytes as they are, and follows no redirect. */
async function send(method/*: string*/, url/*: string*/, sent/*: any*/ = {}) {
  const { headers = {}, body } = sent;
  // A blob has no type of its own: no Content-Type goes out that the test does not name.
  const bytes = body === undefined ? undefined : new Blob([body]);
  const response = await fetch(url, { method, headers, body: bytes, redirect: 'manual' });
  // Also a byte order mark is part of it.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text, json: exact(text) };
}`,
  exact: `
/** Parses JSON with integers as bigint (an int64 does not fit a number); undefined if it is not JSON. */
function exact(text/*: string*/)/*: any*/ {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = /"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|-?\\d[\\d.eE+-]*/g;
  const marked = text.replace(tokens, (token) => (/^-?\\d+$/.test(token) ? \`"\\\\u0000\${token}"\` : token));
  return JSON.parse(marked, (_name, value) => {
    if (typeof value === 'string' && /^\\0-?\\d+$/.test(value)) return BigInt(value.slice(1));
    return Number.isInteger(value) ? BigInt(value) : value;
  });
}`,
  shown: `
/** The fields that a response must repeat. */
function shown(body/*: string*/) {
  const fields = ['name', 'categoryId', 'status'];
  return Object.fromEntries(Object.entries(exact(body)).filter(([name]) => fields.includes(name)));
}`,
  misfit: `
/** The first mismatch between a value and its schema, or ''. */
function misfit(value/*: any*/, schema/*: any*/, place = 'the body')/*: string*/ {
  const types/*: any*/ = {
    object: typeof value === 'object' && value !== null && !Array.isArray(value),
    array: Array.isArray(value),
    string: typeof value === 'string',
    integer: typeof value === 'bigint',
  };
  if (!types[schema.type]) return \`\${place} is not of the type \${schema.type}\`;
  if (schema.enum && !schema.enum.includes(value)) return \`\${place} is not one of \${schema.enum}\`;
  if (schema.format === 'int64' && BigInt.asIntN(64, value) !== value) return \`\${place} exceeds int64\`;
  const missing = (schema.required ?? []).find((name/*: string*/) => !Object.hasOwn(value, name));
  if (missing !== undefined) return \`\${place} has no \${missing}\`;
  const parts/*: [string, any][]*/ = schema.items
    ? value.map((item/*: any*/, index/*: number*/) => [\`entry \${index}\`, misfit(item, schema.items, \`entry \${index}\`)])
    : Object.entries(schema.properties ?? {})
        .filter(([name]) => Object.hasOwn(value, name))
        .map(([name, part]) => [name, misfit(value[name], part, \`\${place}, \${name}\`)]);
  return parts.find(([, problem]) => problem !== '')?.[1] ?? '';
}`,
  stock: `
/** Adds animals where the store lists fewer than the test needs. They stay, as the contract has no delete. */
async function stock(count/*: number*/, status/*: string | undefined*/ = undefined, most = count) {
  const headers = { Authorization: \`Bearer \${key}\`, 'Content-Type': 'application/json' };
  const filter = status === undefined ? '' : \`&status=\${status}\`;
  const { json } = await send('GET', \`\${base}/pets?limit=\${Math.min(count, most)}\${filter}\`, { headers });
  for (let there = Array.isArray(json) ? json.length : 0; there < count; there += 1) {
    const body = JSON.stringify({ name: \`Stock \${there}\`, categoryId: Number(category), ...(status && { status }) });
    await send('POST', \`\${base}/pets\`, { headers, body });
  }
}`,
  counted: `
/** Counts the animals of this name, and says whether the list is full and may hide more. */
async function counted(name/*: string*/, most/*: number*/, filter/*: string*/) {
  const headers = { Authorization: \`Bearer \${key}\` };
  const { json } = await send('GET', \`\${base}/pets?limit=\${most}\${filter}\`, { headers });
  let count = 0;
  for (const animal of json) if (animal.name === name) count += 1;
  return { count, isFull: json.length >= most };
}`,
  caseSwapped: `
/** Each letter in the other case. */
function caseSwapped(text/*: string*/) {
  return text.replace(/[a-z]|[A-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}`,
  unset: `
/** The server's address changes with every run. */
function unset(variable/*: string*/)/*: string*/ {
  throw new Error(\`Set \${variable} to the address of the server.\`);
}`,
  another: `
/** Another character in its place. */
function another(character/*: string*/) {
  return character === 'x' ? 'y' : 'x';
}`,
};

/** The helpers that the code calls, and the ones that those call. */
export function helpersFor(code: string, isTyped: boolean): string {
  const wanted = new Set<string>();
  const look = (text: string): void => {
    for (const [name, source] of Object.entries(helpers)) {
      if (wanted.has(name) || !new RegExp(`\\b${name}\\b[(),]`).test(text)) continue;
      wanted.add(name);
      look(source.replace(/\/\*\*.*?\*\//g, ''));
    }
  };
  look(code);
  return Object.entries(helpers)
    .filter(([name]) => wanted.has(name))
    .map(([, source]) => `${isTyped ? opened(source) : gone(source)}\n`)
    .join('');
}

const types = /\/\*(\??: [^*]*)\*\//g;
const opened = (source: string): string => source.replace(types, '$1');
const gone = (source: string): string => source.replace(types, '');
