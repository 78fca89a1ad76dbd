// The sent requests in a form that another program can repeat: where a key stands, and which identifiers the target
// assigned before. Requests that only the kit can send are marked. Knows no format.
import type { RecordedExchange } from '../judge/result/report.js';

export type KeyVariable = 'ANIMAL_STORE_API_KEY' | 'ANIMAL_STORE_QUICKSTART_API_KEY';

/** A key, or what was made of it, in the words of the record: "last character changed". */
export interface KeyPiece {
  readonly key: KeyVariable;
  readonly made: string | null;
  /** The texts before and after the key, which are encoded together with it. */
  readonly around: readonly [before: string, after: string];
}

/** Literal text, or a key: a record names the variable that holds it. */
export type Piece = { readonly text: string } | KeyPiece;

const variable = 'ANIMAL_STORE(?:_QUICKSTART)?_API_KEY';
const keys = new RegExp(
  `base64\\(([^()$]*)\\$(${variable})([^()$]*)\\)|\\$(?:\\{(${variable})\\}|(${variable}))(?: \\(([^()]+)\\)$)?`,
  'g',
);
/** The marks for parts that were not recorded: a wrong key, a secret of the user, or the rest of a long text. */
const notKept = /\[a key made from \$|\[masked\]|… \(\d+ characters\)$/;

/** null where the record holds too little to send the text again. */
export function piecesOf(text: string): readonly Piece[] | null {
  if (notKept.test(text)) return null;
  const pieces: Piece[] = [];
  let done = 0;
  for (const found of text.matchAll(keys)) {
    const [whole, before = '', encoded, after = '', braced, plain, made = null] = found;
    if (found.index > done) pieces.push({ text: text.slice(done, found.index) });
    pieces.push({
      key: (encoded ?? braced ?? plain) as KeyVariable,
      made: encoded === undefined ? made : 'in base64',
      around: [before, after],
    });
    done = found.index + whole.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done) });
  return pieces;
}

/** The identifier that an add returned, as it was written; an int64 may not fit a number. */
export function idReturned({ request, response }: RecordedExchange): string | undefined {
  if (request.method !== 'POST' || response === null || response.status > 299) return undefined;
  const { text, truncated, encoding } = response.body;
  if (truncated || encoding === 'base64') return undefined;
  const { id } = (parsed(text) ?? {}) as { readonly id?: unknown };
  if (typeof id === 'string') return id;
  if (typeof id !== 'number') return undefined;
  return Number.isSafeInteger(id) ? String(id) : /"id"\s*:\s*(-?\d+)\b/.exec(text)?.[1];
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d[\d.eE+-]*/gs;

/** Integers beyond the precision of a number become strings of digits, so that an int64 is not altered. */
export const parsedToTheDigit = (text: string): unknown =>
  parsed(
    text.replace(stringsAndNumbers, (token) =>
      /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    ),
  );

/** The end of an address below a base; undefined where it is not below it. */
export function below(base: string | null, url: string): string | undefined {
  const start = base?.replace(/(?<!\/)\/+$/, '');
  const rest = start !== undefined && url.startsWith(start) ? url.slice(start.length) : undefined;
  return rest === '' || rest?.startsWith('/') || rest?.startsWith('?') ? rest : undefined;
}
