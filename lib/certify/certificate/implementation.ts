// The description of a certified product: reads, checks and writes implementation.yaml. The fields are those of the
// conformance reports of the Gateway API.
import { LineCounter, parseDocument, stringify } from 'yaml';
import { nestsTooDeeply } from '../../contract/values/depth.js';

export interface Implementation {
  readonly organisation: string;
  readonly product: string;
  readonly version: string;
  readonly url: string;
  /** The contact of whoever is responsible for the implementation. */
  readonly contact: readonly string[];
  /** The digest of the tested image: sha256:… */
  readonly image?: string;
  /** The commit that was tested. */
  readonly commit?: string;
}

/** The file does not describe who offers which product. */
export class BadImplementation extends Error {
  override readonly name = 'BadImplementation';
}

export interface Field {
  readonly name: keyof Implementation;
  readonly question: string;
  readonly optional?: true;
  /** Returns what is wrong with a value, or undefined. */
  readonly wrong: (text: string) => string | undefined;
}

const longest = 200;

function notPlain(text: string): string | undefined {
  if (text.length > longest) return `is longer than ${longest} characters`;
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)
    ? 'contains a control character'
    : undefined;
}

/** Sentences of the kit show a name in quotation marks, so it must not end them or contain an address. */
function notAName(text: string): string | undefined {
  if (/["“”„«»]/.test(text)) return 'contains a quotation mark';
  return (
    notPlain(text) ?? (text.includes('://') ? 'contains an address: that is the `url`' : undefined)
  );
}

const notContacts = (text: string): string | undefined =>
  notPlain(text) ?? (/[^\s,]/.test(text) ? undefined : 'contains only commas');

function notAnAddress(text: string): string | undefined {
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return (
    notPlain(text) ?? (isWeb ? undefined : 'is not an address such as https://animals.example')
  );
}

const shaped =
  (shape: RegExp, example: string) =>
  (text: string): string | undefined =>
    shape.test(text) ? undefined : `is not ${example}`;

export const fields: readonly Field[] = [
  { name: 'organisation', question: 'Organisation that offers the product', wrong: notAName },
  { name: 'product', question: 'Name of the product', wrong: notAName },
  { name: 'version', question: 'Version that is tested', wrong: notAName },
  { name: 'url', question: 'Web page of the product, https://…', wrong: notAnAddress },
  {
    name: 'contact',
    question: 'Contacts, such as e-mail addresses, separated by commas',
    wrong: notContacts,
  },
  {
    name: 'image',
    question: 'Digest of the image, sha256:…',
    optional: true,
    wrong: shaped(/^sha256:[0-9a-f]{64}$/, 'sha256: and 64 hexadecimal digits'),
  },
  {
    name: 'commit',
    question: 'Git commit',
    optional: true,
    wrong: shaped(
      /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
      'a whole commit of 40 or 64 hexadecimal digits',
    ),
  },
];

/** Reads implementation.yaml. `shown` is the name of the file in messages. */
export function readImplementation(text: string, shown: string): Implementation {
  const tooDeep = 'is nested too deeply: write each field as `name: text`.';
  if (nestsTooDeeply(text)) throw new BadImplementation(`${shown} ${tooDeep}`);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    schema: 'failsafe',
  });
  const [error] = document.errors;
  const fail = (problem: string, at?: number): never => {
    const place = at === undefined ? shown : `${shown}:${lines.linePos(at).line}`;
    throw new BadImplementation(`${place} ${problem}`);
  };
  if (error && /call stack/.test(error.message)) return fail(tooDeep);
  if (error) return fail(`is not YAML: ${error.message}.`, error.pos[0]);
  try {
    return checkedImplementation(document.toJS({ maxAliasCount: 0 }), shown);
  } catch (thrown) {
    if (thrown instanceof ReferenceError) return fail('has an alias: write its text out.');
    throw thrown;
  }
}

/** Takes the fields from any value. `shown` is the name of its source in messages. */
export function checkedImplementation(value: unknown, shown: string): Implementation {
  const fail = (problem: string): never => {
    throw new BadImplementation(`${shown} ${problem}`);
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail('holds no fields: write them with certify --init.');
  return checked(value as Record<string, unknown>, fail);
}

function checked(
  value: Readonly<Record<string, unknown>>,
  fail: (problem: string) => never,
): Implementation {
  const known = fields.map(({ name }) => name as string);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    fail(`has a field \`${unknown.slice(0, 40)}\`: the fields are ${known.join(', ')}.`);
  const missing = fields.filter(({ name, optional }) => !optional && isBlank(value[name]));
  if (missing.length > 0)
    fail(`does not say ${missing.map(({ name }) => `\`${name}\``).join(', ')}.`);
  const read: Record<string, string | readonly string[]> = {};
  for (const { name, optional, wrong } of fields) {
    const given = value[name];
    const texts = Array.isArray(given) ? given : given === undefined ? [] : [given];
    if (texts.some((one) => typeof one !== 'string') || (name !== 'contact' && texts.length > 1))
      fail(`\`${name}\` is not a text.`);
    const values = (texts as string[]).map((one) => one.trim()).filter((one) => one !== '');
    if (values.length === 0 && optional) continue;
    for (const one of values) {
      const problem = wrong(one);
      if (problem !== undefined) fail(`\`${name}\` ${problem}.`);
    }
    read[name] = name === 'contact' ? values : (values[0] as string);
  }
  return read as unknown as Implementation;
}

const isBlank = (given: unknown): boolean =>
  given === undefined ||
  (Array.isArray(given) ? given.every(isBlank) : typeof given === 'string' && given.trim() === '');

/** Writes the file from these answers, one for each field. */
export function implementationYaml(answers: Readonly<Record<string, string>>): string {
  const given = fields.flatMap(({ name }): [string, unknown][] => {
    const text = answers[name]?.trim() ?? '';
    if (text === '') return [];
    return [[name, name === 'contact' ? text.split(',').flatMap((one) => one.trim() || []) : text]];
  });
  return `# Who offers the Animal Store that \`certify\` tests, and which version of it.\n${stringify(
    Object.fromEntries(given),
    { defaultStringType: 'PLAIN', lineWidth: 0 },
  )}`;
}

/**
 * Names the product: `"Acme Animal Store 2.1" by "Acme"`. It is quoted, because a vendor may call it anything, even a
 * verdict.
 */
export const productOf = ({ product, version, organisation }: Implementation): string =>
  `"${product} ${version}" by "${organisation}"`;
