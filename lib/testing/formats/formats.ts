// Reads each file of a run as a parser of its format would, and reports what is wrong with it. Test support only: no
// reporter imports it.
import { inflateRawSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { validateStrict } from 'ctrf';
import { readPastRun } from '../../certify/history/past-run.js';
import { problemsOfJunit } from './junit.js';
import { problemsBySchema } from '../published-schemas.js';
import { type Element, readXml } from './read-xml.js';

interface FormatContext {
  /** The contents of spec/report.schema.json. */
  readonly reportSchema: object;
  /** All files of the run. */
  readonly files: ReadonlyMap<string, string>;
}

type Reader = (text: string, context: FormatContext) => readonly string[];

const readers: Readonly<Record<string, Reader>> = {
  'report.json': (text, { reportSchema }) => bySchema(reportSchema, text),
  'report.html': page,
  'junit.xml': (text) => problemsOfJunit('testsuites', readXml(text)),
  'ctrf.json': (text) => (validateStrict(JSON.parse(text)), []),
  'summary.md': markdown,
  'badge.json': (text) => problemsBySchema('shields-endpoint', JSON.parse(text)),
  'badge.svg': (text) => picture(readXml(text)),
  'exchanges.har': (text) => problemsBySchema('har-1.2', JSON.parse(text)),
  'failures.http': requestsOfEditor,
  'earl.jsonld': (text) => linkedData(JSON.parse(text) as LinkedData),
  'results.sarif': (text) => problemsBySchema('sarif-2.1.0', JSON.parse(text)),
  'created.json': (text, { files }) => sameAnimals(text, files.get('report.json') ?? ''),
  'history.jsonl': (text) =>
    text
      .trimEnd()
      .split('\n')
      .every((line) => readPastRun(line) !== undefined)
      ? []
      : ['holds what no run writes'],
  'animal-store.md': (text) => (text.startsWith('# ') ? [] : ['no Markdown page']),
};

/** What is wrong with each file, as "file: what". Missing files and unknown files are problems too. */
export function problemsOf(context: FormatContext): readonly string[] {
  const { files } = context;
  const missing = Object.keys(readers).filter((name) => !files.has(name));
  return [
    ...missing.map((name) => `${name}: is not there`),
    ...[...files].flatMap(([name, text]) => {
      const read = readers[name] ?? (() => ['is of no known format']);
      try {
        return [...general(text), ...read(text, context)].map((problem) => `${name}: ${problem}`);
      } catch (thrown) {
        return [`${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
      }
    }),
  ];
}

function general(text: string): readonly string[] {
  return [
    ...(text.endsWith('\n') ? [] : ['does not end with a line break']),
    ...(Buffer.from(text).toString('utf8') === text ? [] : ['is no UTF-8']),
  ];
}

const compiled = new Map<object, ReturnType<Ajv2020['compile']>>();

function bySchema(schema: object, text: string): readonly string[] {
  let valid = compiled.get(schema);
  if (!valid) {
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);
    compiled.set(schema, (valid = ajv.compile(schema)));
  }
  return valid(JSON.parse(text))
    ? []
    : (valid.errors ?? [])
        .slice(0, 5)
        .map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

function picture(root: Element): readonly string[] {
  return root.name === 'svg' && root.attributes['xmlns'] === 'http://www.w3.org/2000/svg'
    ? []
    : ['no SVG'];
}

/** Outside comments, a block is empty, or it is a request to one of the variables, with headers and a body. */
function requestsOfEditor(text: string): readonly string[] {
  const [top = '', ...blocks] = text.split(/^###.*\n/m);
  const known = new Set(Array.from(top.matchAll(/^@(\w+) = \S/gm), ([, name]) => name));
  return blocks.flatMap((block) => {
    const request = block.replace(/^#.*\n?/gm, '').trim();
    const used = Array.from(request.matchAll(/\{\{(.*?)\}\}/g), ([, name = '']) => name);
    const unknown = used.filter((name) => !known.has(name));
    const isRequest = /^[A-Z]+ \{\{\w+\}\}\S*(?:\n[\w-]+: .*)*(?:\n\n[^]+)?$/.test(request);
    return [
      ...(request === '' || isRequest ? [] : [`no request: ${request.slice(0, 80)}`]),
      ...unknown.map((name) => `nothing is called ${name}`),
    ];
  });
}

const jsonLdKeywords: ReadonlySet<string> = new Set([
  '@id',
  '@type',
  '@value',
  '@language',
  '@list',
  '@set',
  '@graph',
  '@context',
]);

interface LinkedData {
  readonly '@context': Readonly<Record<string, string>>;
  readonly '@graph': readonly unknown[];
}

/** Checks that names lead to absolute IRIs, that JSON-LD has a value's type, and that everything referred to exists. */
function linkedData({ '@context': prefixes, '@graph': graph }: LinkedData): readonly string[] {
  const problems: string[] = [];
  const defined = new Set<string>();
  const referred = new Set<string>();
  const expanded = (name: string): void => {
    const [prefix = '', rest = ''] = name.split(/:(.*)/s);
    if (name.startsWith('_:') || /^urn:uuid:[0-9a-f-]{36}$/.test(name)) return;
    if (prefixes[prefix] === undefined || !/^[A-Za-z]\w*$/.test(rest))
      problems.push(`${JSON.stringify(name)} leads to no IRI`);
  };
  const node = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(node);
    if (typeof value !== 'object' || value === null) {
      if (value === null || typeof value === 'undefined') problems.push('a value is missing');
      return;
    }
    const entries = Object.entries(value);
    for (const [name, entry] of entries) {
      if (name === '@id') {
        expanded(String(entry));
        if (String(entry).startsWith('_:'))
          (entries.length > 1 ? defined : referred).add(String(entry));
      } else if (name === '@type') for (const type of [entry].flat()) expanded(String(type));
      else if (name.startsWith('@')) {
        if (!jsonLdKeywords.has(name)) problems.push(`${name} is no keyword`);
      } else {
        expanded(name);
        node(entry);
      }
    }
  };
  for (const iri of Object.values(prefixes))
    if (!/^http:\/\/[\w./-]+[/#]$/.test(iri)) problems.push(`${iri} is no prefix`);
  node(graph);
  for (const name of referred)
    if (!defined.has(name)) problems.push(`${name} is referred to and not there`);
  return problems;
}

/** Checks that the page contains two scripts, its own and the report, and nothing that acts or requests anything. */
function page(text: string, { files }: FormatContext): readonly string[] {
  const [, packed] = /data-packed="deflate">([^<]*)</.exec(text) ?? [];
  const [, plain] =
    /<script type="application\/json" id="report-json">([^]*?)<\/script>/.exec(text) ?? [];
  const embedded =
    packed === undefined ? plain : inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
  const body = text
    .replace(/<script[^>]*>[^]*?<\/script>/g, '')
    .replace(/<style>[^]*?<\/style>/, '');
  const tags = body.match(/<[^>]+>/g) ?? [];
  const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '');
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const broken = [...body.matchAll(/ href="#([^"]*)"/g)]
    .map(([, id]) => id ?? '')
    .filter((id) => !ids.includes(id));
  return [
    ...(text.startsWith('<!doctype html>\n') && text.endsWith('</html>\n')
      ? []
      : ['is no whole page']),
    ...(Buffer.byteLength(text) < 1_000_000 ? [] : ['is larger than 1 MB']),
    ...((text.match(/<script\b/g) ?? []).length <= 2 ? [] : ['holds a script that is not its own']),
    ...(embedded === undefined || embedded === files.get('report.json')
      ? []
      : ['holds another report than report.json']),
    ...tags
      .filter(
        (tag) =>
          /^<(?:img|iframe|object|embed|form|link(?! rel="icon")|base)\b/i.test(tag) ||
          /\son\w+=/i.test(tag.replace(/"[^"]*"/g, '""')),
      )
      .map((tag) => `holds ${tag}`),
    ...tags
      .flatMap(
        (tag) =>
          tag.match(/\b(?:src|srcset|action|href)="(?!#|data:|animal-store\.md#)[^"]*"/g) ?? [],
      )
      .map((found) => `leads to ${found}`),
    ...[...new Set(twice)].map((id) => `has the id ${id} twice`),
    ...[...new Set(broken)].map((id) => `has a link to #${id}, which is not there`),
  ];
}

function markdown(text: string): readonly string[] {
  // A line that begins with a code span opens no block: behind the backticks that open one, there are no others.
  const outside = text
    .replace(/^(`{3,})[^\n`]*\n[^]*?\n\1$/gm, '')
    .replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '');
  const tags = outside.match(/<[^>\n]*>?/g) ?? [];
  const count = (tag: RegExp): number => tags.filter((one) => tag.test(one)).length;
  return [
    ...(Buffer.byteLength(text) <= 1_048_576 ? [] : ['is larger than a job summary may be']),
    ...tags
      .filter((tag) => !/^<\/?(?:details|details open|summary|b)>$/.test(tag))
      .map((tag) => `holds ${tag}`),
    ...(count(/^<details/) === count(/^<\/details>/) ? [] : ['opens more details than it closes']),
    ...[...outside.matchAll(/\]\(([^)]*)\)/g)]
      .map(([, to]) => to ?? '')
      .filter((to) => !/^(?:spec\/)?animal-store\.md#[\w-]+$/.test(to))
      .map((to) => `leads to ${to}`),
    ...(outside.match(/https?:\/\/|www\.|@|javascript:/g) ?? []).map((found) => `holds ${found}`),
  ];
}

function sameAnimals(text: string, report: string): readonly string[] {
  type Animals = readonly { readonly id: string; readonly name: string; readonly rule: string }[];
  const { created } = JSON.parse(text) as { created: Animals };
  const { run } = JSON.parse(report) as { run: { created: Animals } };
  const listed = (animals: Animals): string =>
    animals.map(({ id, name, rule }) => `${id} ${name} ${rule}`).join('\n');
  return listed(created) === listed(run.created) ? [] : ['lists other animals than report.json'];
}
