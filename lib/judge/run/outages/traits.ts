// In what requests are alike, as a candidate may see them: where two that crashed it have in common what it has never
// answered, others like them would crash it as well. Judges nothing.
import type { Ask } from '../../../http/types.js';

/** Reading more would take longer than it is worth. */
const mostRead = 20_000;
const mostOfAValue = 60;

export function traitsOf(ask: Ask): readonly string[] {
  const { operation, validity, key = 'valid', contentType, path } = ask;
  const [, query = ''] = path.split('?', 2);
  return [
    validity,
    `key ${typeof key === 'string' ? key : Object.keys(key).join()}`,
    `content type ${contentType}`,
    ...query.split('&').map((parameter) => `?${parameter}`),
    ...bodyTraits(ask.body),
  ].map((trait) => `${operation} ${trait}`);
}

function bodyTraits(body: Ask['body']): readonly string[] {
  if (body === undefined) return ['no body'];
  const size = `body with ${String(body.length).length} digits of size`;
  if (body.length > mostRead) return [size];
  const value = parsed(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  if (value === undefined) return [size, 'body that is not JSON'];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [size, `body ${typeOf(value)}`];
  const members = Object.entries(value);
  return [
    size,
    `members ${members
      .map(([name]) => name)
      .sort()
      .join()}`,
    ...members.flatMap(([name, member]) => [
      `${name} ${typeOf(member)}`,
      `${name} = ${JSON.stringify(member).slice(0, mostOfAValue)}`,
    ]),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
