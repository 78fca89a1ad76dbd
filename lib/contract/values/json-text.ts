// Writes JSON with every digit of a bigint, which JSON.stringify refuses.

/** A value as JSON: members keep their order, a bigint is written as an integer, and undefined members are omitted. */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined)
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${jsonText(member)}`;
  }
  return `{${text}}`;
}

/** An object made of members that are JSON text already. */
export function objectText(members: readonly (readonly [key: string, text: string])[]): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

/** Shortens a long text for use in a sentence. */
export function shown(text: string): string {
  const characters = Array.from(text);
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : text;
}
