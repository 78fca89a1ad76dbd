// Describes the identifiers and times of messages, in words that are the same in every run. Nothing is sent or judged.

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Names what all identifiers have in common. Their length is left out, because it may be chance. */
export function identifiersInWords(ids: readonly string[]): string {
  if (ids.every((id) => uuid.test(id))) return 'UUIDs';
  if (ids.every((id) => /^\d+$/.test(id))) return 'strings of digits';
  const prefixes = new Set(ids.map((id) => /^[a-z]+[-_:.]/i.exec(id)?.[0] ?? ''));
  const [prefix = ''] = prefixes;
  const kind = ids.every((id) => /^[\w:.-]+$/.test(id)) ? 'letters and digits' : 'other text';
  return prefixes.size === 1 && prefix !== '' ? `${kind}, beginning with ${prefix}` : kind;
}

/** The form in words: "YYYY-MM-DDThh:mm:ss.sssZ". Some writers omit trailing zeros, so the longest fraction counts. */
export function timesInWords(times: readonly string[]): string {
  const fractions = times.flatMap((time) => /[.,]\d+/.exec(time)?.[0] ?? []);
  const longest = fractions.reduce((one, other) => (other.length > one.length ? other : one), '');
  const forms = new Set(times.map((time) => formOf(time, longest.replace(/\d/g, 's'))));
  return [...forms].sort().join(' or ');
}

const written =
  /^\d{4}(?<dash>-?)\d\d-?\d\d(?<between>\D)\d\d(?<colon>:?)\d\d(?<seconds>:?\d\d)?(?:[.,]\d+(?!\d))?(?<zone>.*)$/s;

function formOf(time: string, fraction: string): string {
  const parts = written.exec(time)?.groups;
  if (!parts) return 'another form';
  const { dash = '', between = '', colon = '', seconds, zone = '' } = parts;
  const day = ['YYYY', 'MM', 'DD'].join(dash);
  const clock = ['hh', 'mm', ...(seconds === undefined ? [] : ['ss'])].join(colon);
  return `${day}${between}${clock}${fraction}${zone}`;
}
