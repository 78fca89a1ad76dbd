// What nests for ever takes sixty times its size to read: it is told before anything is read of it.

/** No file of a run or a certificate nests so deep. */
const deepest = 100;

/** The value of a file of others; undefined where it is no JSON, or none that a run writes. */
export function parsed(text: string): unknown {
  try {
    return nestsDeeper(text, deepest) ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Are there more brackets within one another than this? Those in texts are none. */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

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
