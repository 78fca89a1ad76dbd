// Reads a baseline strictly: anything that is not exactly as required is refused with its line, because an entry that
// is misread would let a failure through. Anybody may have written the file, so aliases are not followed and tags are
// ignored.
import { createHash } from 'node:crypto';
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
  YAMLSeq,
} from 'yaml';
import { nestsTooDeeply } from '../../contract/values/depth.js';
import type { KnownFailure } from '../../judge/result/report.js';
import { type Baseline, nameOf } from './baseline.js';

/** The message begins with the file and the line. */
export class BadBaseline extends Error {
  override readonly name = 'BadBaseline';
}

interface ParseOptions {
  readonly file: string;
  /** All rules of the contract, both those that can fail and those that cannot. */
  readonly rules: readonly { readonly id: string; readonly kind: string }[];
  /** The known word that was most likely meant, if one is close enough. */
  readonly nearest: (written: string, known: readonly string[]) => string | undefined;
}

export interface ParsedBaseline extends Baseline {
  /** The document with its comments, for callers that change it. */
  readonly document: Document;
  /** The list in the document whose items are the entries, in the same order. */
  readonly list: YAMLSeq;
  /** Whether the file contained nothing, not even a comment. */
  readonly isEmpty: boolean;
}

const longest = { reason: 500, link: 500 } as const;
const mostEntries = 1000;
const fields = ['rule', 'case', 'reason', 'expires', 'link'] as const;
const needs = ['rule', 'reason', 'expires'] as const;
type Field = (typeof fields)[number];
type Texts = Readonly<Partial<Record<Field, string>>>;

export function parseBaseline(text: string, options: ParseOptions): ParsedBaseline {
  return new Reading(text, options).read();
}

class Reading {
  readonly #text: string;
  readonly #options: ParseOptions;
  readonly #lines = new LineCounter();
  readonly #wrong: { readonly line: number; readonly what: string }[] = [];

  constructor(text: string, options: ParseOptions) {
    this.#text = text;
    this.#options = options;
  }

  read(): ParsedBaseline {
    const document = this.#document();
    const list = this.#list(document);
    const entries = list.items.map((item) => this.#entry(item as Node));
    this.#expectNoneTwice(list, entries);
    this.#refuse();
    const digest = createHash('sha256').update(this.#text).digest('hex');
    const { file } = this.#options;
    const isEmpty = this.#text.trim() === '';
    return {
      file,
      digest,
      entries: entries.flatMap((entry) => entry ?? []),
      document,
      list,
      isEmpty,
    };
  }

  #document(): Document {
    // The parser takes a thousand times the size of a text for deep nesting. A reason may hold a bracket, so each entry
    // is looked at by itself.
    if (this.#text.split(/^(?=-)/m).some(nestsTooDeeply)) throw this.#tooDeep();
    let document: Document;
    try {
      // Every value is read as text, because neither of the cases 12345678 and 1e234567 is a number.
      document = parseDocument(this.#text, {
        schema: 'failsafe',
        lineCounter: this.#lines,
        prettyErrors: false,
        // With 'silent', the parser would drop whatever follows a second '---' without a message.
        logLevel: 'error',
      });
    } catch {
      throw this.#tooDeep();
    }
    if (document.errors.some(({ message }) => /call stack/.test(message))) throw this.#tooDeep();
    for (const problem of [...document.errors, ...document.warnings])
      this.#note(problem.pos[0], notYaml(problem));
    // Only the first error is reported, because it causes others.
    this.#wrong.splice(1);
    this.#refuse();
    visit(document, {
      Alias: (_, { range }) => {
        this.#note(range?.[0], 'an alias (*) is not allowed here: write out the entry');
        return visit.BREAK;
      },
    });
    this.#refuse();
    return document;
  }

  #tooDeep(): BadBaseline {
    return new BadBaseline(`${this.#options.file} is nested too deeply.`);
  }

  #list(document: Document): YAMLSeq {
    const { contents } = document;
    if (contents === null || (isScalar(contents) && contents.value === '')) {
      const list = new YAMLSeq(document.schema);
      document.contents = list;
      return list;
    }
    if (!isSeq(contents)) {
      this.#note(contents.range?.[0], 'this is not a list: write an entry as "- rule: ID"');
      this.#refuse();
    }
    const list = contents as YAMLSeq;
    if (list.items.length > mostEntries) {
      this.#note(list.range?.[0], `there are more than ${mostEntries} entries`);
      this.#refuse();
    }
    return list;
  }

  #entry(item: Node): KnownFailure | undefined {
    if (!isMap(item)) {
      this.#note(
        item?.range?.[0],
        `this is not an entry: write ${fields.join(', ')} below one another`,
      );
      return undefined;
    }
    const before = this.#wrong.length;
    const texts = this.#texts(item);
    const { rule, reason, expires, link } = texts;
    this.#checkRule(item, texts);
    this.#checkCase(item, texts);
    this.#checkReason(item, texts);
    this.#checkExpires(item, texts);
    this.#checkLink(item, texts);
    if (this.#wrong.length > before || rule === undefined) return undefined;
    return {
      rule,
      ...(texts.case !== undefined && { case: texts.case.toLowerCase() }),
      reason: oneSpace(reason ?? ''),
      expires: expires ?? '',
      ...(link !== undefined && { link }),
    };
  }

  #texts(item: YAMLMap): Texts {
    const texts: Partial<Record<Field, string>> = {};
    for (const { key, value } of item.items) {
      const name = isScalar(key) ? String(key.value) : '';
      const place = (key as Node | null)?.range?.[0] ?? item.range?.[0];
      const field = fields.find((one) => one === name);
      if (field === undefined) {
        const meant = this.#options.nearest(name, fields);
        this.#note(place, noField(name, meant));
        // The field is then reported as misspelled, and not as missing too.
        const needed = needs.find((one) => one === meant);
        if (needed !== undefined) texts[needed] ??= '';
      } else if (!isScalar(value) || typeof value.value !== 'string') {
        this.#note(place, `${field} is not a text`);
        texts[field] = '';
      } else texts[field] = value.value.trim();
    }
    return texts;
  }

  #checkRule(item: YAMLMap, { rule }: Texts): void {
    if (rule === undefined || rule === '') {
      this.#missing(item, 'rule', rule, 'name the rule that fails');
      return;
    }
    const { rules, nearest } = this.#options;
    const found = rules.find(({ id }) => id === rule);
    if (found === undefined) {
      const near = nearest(
        rule,
        rules.map(({ id }) => id),
      );
      const hint = near === undefined ? '' : `. Did you mean ${near}?`;
      this.#about(item, 'rule', `there is no rule ${shown(rule)}${hint}`);
    }
    if (found?.kind === 'open')
      this.#about(item, 'rule', `${rule} is an observation, which never fails: remove the entry`);
  }

  #checkCase(item: YAMLMap, given: Texts): void {
    if (given.case === undefined || /^[\w-]{1,40}$/.test(given.case)) return;
    const example = 'the id of a failure as `replay` takes it, such as 7c17f7c9';
    this.#about(item, 'case', `case is ${shown(given.case)}: specify ${example}, or omit it`);
  }

  #checkReason(item: YAMLMap, { reason }: Texts): void {
    if (reason === undefined || reason === '')
      this.#missing(item, 'reason', reason, 'say why the failure is known');
    else if (reason.length > longest.reason)
      this.#about(item, 'reason', `reason is longer than ${longest.reason} characters`);
  }

  #checkExpires(item: YAMLMap, { expires }: Texts): void {
    if (expires === undefined || expires === '')
      this.#missing(item, 'expires', expires, 'specify the last day as YYYY-MM-DD');
    else if (!isDay(expires))
      this.#about(item, 'expires', `expires is ${shown(expires)}: specify a date as YYYY-MM-DD`);
  }

  #checkLink(item: YAMLMap, { link }: Texts): void {
    if (link !== undefined && !isLink(link))
      this.#about(item, 'link', `link is ${shown(link)}: specify an http:// or https:// address`);
  }

  #expectNoneTwice(list: YAMLSeq, entries: readonly (KnownFailure | undefined)[]): void {
    const lines = new Map<string, number>();
    for (const [at, entry] of entries.entries()) {
      if (entry === undefined) continue;
      const place = (list.items[at] as Node).range?.[0] ?? 0;
      const first = lines.get(nameOf(entry));
      if (first === undefined) lines.set(nameOf(entry), this.#lines.linePos(place).line);
      else this.#note(place, `${nameOf(entry)} is already in line ${first}: keep one of them`);
    }
  }

  #missing(item: YAMLMap, field: Field, given: string | undefined, what: string): void {
    // A value that is not a text has been reported already.
    if (given === '' && !this.#isEmpty(item, field)) return;
    this.#about(item, field, `${field} is ${given === undefined ? 'missing' : 'empty'}: ${what}`);
  }

  #isEmpty(item: YAMLMap, field: Field): boolean {
    const value = item.get(field, true);
    return isScalar(value) && typeof value.value === 'string';
  }

  /** Reports a problem at the field if it is there, or else at the entry. */
  #about(item: YAMLMap, field: Field, what: string): void {
    const pair = item.items.find(({ key }) => isScalar(key) && key.value === field);
    this.#note((pair?.key as Node | undefined)?.range?.[0] ?? item.range?.[0], what);
  }

  #note(offset: number | undefined, what: string): void {
    this.#wrong.push({ line: this.#lines.linePos(offset ?? 0).line, what });
  }

  /** Puts all problems on one line, because they form one message. */
  #refuse(): void {
    const wrong = [...this.#wrong].sort((one, other) => one.line - other.line);
    if (wrong.length === 0) return;
    const mistakes = wrong.slice(0, mostShown).map(({ line, what }, at) => {
      const place = at === 0 ? `${this.#options.file}:${line}` : `Line ${line}`;
      return `${place}: ${what.replace(/([^.?])$/, '$1.')}`;
    });
    const further = wrong.length - mistakes.length;
    if (further > 0)
      mistakes.push(`(and ${further} more ${further === 1 ? 'mistake' : 'mistakes'})`);
    throw new BadBaseline(mistakes.join(' '));
  }
}

/** At most this many mistakes are reported at once. */
const mostShown = 5;

/** The YAML parser's message, in our own words where they help. */
function notYaml({ code, message }: YAMLError): string {
  if (code === 'DUPLICATE_KEY') return 'an entry has this field twice: keep one of them';
  if (code === 'MULTIPLE_DOCS')
    return 'a second document begins here: keep all entries in one list';
  const says = message.trimEnd().replace(/[.:]$/, '');
  return code === 'TAG_RESOLVE_FAILED' ? says : `this is not YAML: ${says}`;
}

const noField = (name: string, meant: string | undefined): string =>
  meant === undefined
    ? `there is no field ${shown(name)}. An entry has ${fields.join(', ')}`
    : `${shown(name)}: did you mean ${meant}?`;

const oneSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isLink(text: string): boolean {
  return text.length <= longest.link && /^https?:\/\/[^\s/]/.test(text) && URL.canParse(text);
}

const shown = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 57)}...` : text}"`;
