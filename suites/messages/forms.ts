// The forms of identifiers and times of messages, in words that are the same for every run. Nothing is sent or judged.

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What all have in common; how long they are may be chance. */
export function identifiersInWords(ids: readonly string[]): string {
  if (ids.every((id) => uuid.test(id))) return 'UUIDs';
  if (ids.every((id) => /^\d+$/.test(id))) return 'numbers';
  const prefixes = new Set(ids.map((id) => /^[a-z]+[-_:.]/i.exec(id)?.[0] ?? ''));
  const [prefix = ''] = prefixes;
  const kind = ids.every((id) => /^[\w:.-]+$/.test(id)) ? 'letters and digits' : 'other text';
  return prefixes.size === 1 && prefix !== '' ? `${kind}, beginning with ${prefix}` : kind;
}

/** "YYYY-MM-DDThh:mm:ss.sssZ" */
export function timesInWords(times: readonly string[]): string {
  const fractions = times.map((time) => /[.,](\d+)/.exec(time)?.[1]?.length ?? 0);
  const most = Math.max(...fractions);
  // Some writers leave out zeros at the end: then it is the most that counts.
  const isSteady = fractions.every((length) => length === most);
  const forms = new Set(times.map((time) => formOf(time, isSteady ? most : 0)));
  const form = [...forms].sort().join(' or ');
  return isSteady ? form : `${form}, with up to ${most} digits of a fraction`;
}

const written =
  /^\d{4}(?<dash>-?)\d\d-?\d\d(?<between>\D)\d\d(?<colon>:?)\d\d(?<seconds>:?\d\d)?(?<mark>[.,]\d+)?(?<zone>.*)$/;

function formOf(time: string, digits: number): string {
  const parts = written.exec(time)?.groups;
  if (!parts) return 'another form';
  const { dash = '', between = '', colon = '', seconds, mark = '', zone = '' } = parts;
  const day = ['YYYY', 'MM', 'DD'].join(dash);
  const clock = ['hh', 'mm', ...(seconds === undefined ? [] : ['ss'])].join(colon);
  return `${day}${between}${clock}${digits > 0 ? `${mark.slice(0, 1)}${'s'.repeat(digits)}` : ''}${zone}`;
}
