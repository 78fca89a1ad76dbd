// Draws a case of each rule by the digest of all cases of the run. A forger who leaves out, adds or changes a single
// case gets other cases drawn, and would need to have them. The digests of the cases are the commitment in the report.
import { createHash } from 'node:crypto';
import type { Outcome, RecordedExchange, ReportedCases } from '../result/report.js';
import type { At } from '../evidence/sort-key.js';

/** The outcomes of rules that no case breaks: a case is drawn for each such rule, so that none can be left out unnoticed. */
export const unbroken: ReadonlySet<Outcome> = new Set(['passed', 'inapplicable', 'untested']);

export type Committed = NonNullable<ReportedCases['commitment']>;

/**
 * Marks a case that is too large to be recorded, or contains what no report can show. It is listed, but never drawn.
 */
export const undrawable = '-';
const digits = 12;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The digest of a case as a report would show it, without the numbers of its exchanges, which are assigned later. */
export const digestOfCase = (exchanges: readonly RecordedExchange[]): string =>
  sha256(JSON.stringify(exchanges.map(contentOf))).slice(0, digits);

const contentOf = ({ operation, startedMs, request, response }: RecordedExchange) => [
  operation,
  startedMs,
  [request.method, request.url, request.headers, request.body?.text],
  [response?.status, response?.headers, response?.body.text],
];

/** Masked text can be neither sent nor judged again. */
export const isMasked = ({ request, response }: RecordedExchange): boolean =>
  [request.body?.text, response?.body.text].some((text) => maskPattern.test(text ?? ''));
const maskPattern = /ANIMAL_STORE|\[masked\]/;

export const lineOf = ({ stream, path }: At, digest: string): string =>
  `${stream} ${path} ${digest}`;

export interface Line extends At {
  readonly experiment: string;
  readonly digest: string;
}

type Lines = ReadonlyMap<string, readonly Line[]>;

/** The cases that can be drawn, by experiment. */
function linesOf(committed: Committed): Lines {
  return new Map(
    committed.map(({ name, cases }) => [
      name,
      cases.filter(isDrawable).map((line) => {
        const [stream = '', path = '', digest = ''] = line.split(' ');
        return { experiment: name, stream: Number(stream), path, digest };
      }),
    ]),
  );
}

const isDrawable = (line: string): boolean => !line.endsWith(` ${undrawable}`);

/** Whether the case is listed with another digest. One that is too large to be drawn is listed with none. */
export function isListedOtherwise(
  committed: Committed,
  experiment: string,
  { stream, path }: At,
  exchanges: readonly RecordedExchange[],
): boolean {
  const { cases = [] } = committed.find(({ name }) => name === experiment) ?? {};
  const lines = cases.filter((line) => line.startsWith(`${stream} ${path} `));
  const digest = digestOfCase(exchanges);
  return (
    lines.length > 0 && lines.every((line) => isDrawable(line) && !line.endsWith(` ${digest}`))
  );
}

/** At most this many cases with exchanges of their own are listed. */
export const drawableIn = (committed: Committed): number =>
  committed.reduce((sum, { cases }) => sum + cases.filter(isDrawable).length, 0);

/** The case that is drawn for each of these rules; none for a rule none of whose cases can be drawn. */
export function drawn(
  committed: Committed,
  rules: readonly {
    readonly id: string;
    readonly experiments: readonly { readonly name: string }[];
  }[],
): ReadonlyMap<string, Line> {
  const seed = sha256(JSON.stringify(committed));
  const lines = linesOf(committed);
  return new Map(
    rules.flatMap(({ id, experiments }) => {
      const names = new Set(experiments.map(({ name }) => name));
      const own = [...lines].flatMap(([name, all]) => (names.has(name) ? all : []));
      const at = Number(BigInt(`0x${sha256(`${seed} ${id}`)}`) % BigInt(Math.max(1, own.length)));
      const line = own[at];
      return line === undefined ? [] : [[id, line] as const];
    }),
  );
}
