// Parsing extremely deep nesting, or millions of empty values, takes sixty times the size of the text, so both are counted
// first.

/** No file of a run or a certificate is nested this deeply. */
const deepest = 100;
/** A report as large as one may be has a quarter of them. */
const mostValues = 2_000_000;

/**
 * Parses a file that somebody else may have written; undefined if it is not JSON, or is nested too deeply for a file of
 * a run, or has too many values.
 */
export function parsed(text: string): unknown {
  try {
    return exceeds(text, deepest, mostValues) ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/**
 * Whether brackets are nested more deeply than this, or there are more values: each stands behind a bracket or a comma.
 * Those inside strings do not count.
 */
export function exceeds(text: string, depthAllowed: number, valuesAllowed = Infinity): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === ',') values += 1;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      values += 1;
    } else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > depthAllowed || values > valuesAllowed) return true;
  }
  return false;
}

/**
 * Whether foreign YAML nests more deeply than any file that the kit reads. Its parser would exhaust the stack, which
 * may end Node as a whole. Quotation marks are ignored, as their rules differ from those of JSON: no honest text has so
 * many open brackets.
 */
export function nestsTooDeeply(yaml: string): boolean {
  let depth = 0;
  for (const sign of yaml) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return inOneLine.test(yaml);
}

/** Lists in lists, as in "- - - a", and keys that are mappings themselves. */
const inOneLine = new RegExp(`(?:[-?][ \\t]+){${deepest}}`);

function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
