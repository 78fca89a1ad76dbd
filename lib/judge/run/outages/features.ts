// Lists what requests have in common from a candidate's point of view. If two crashing requests share something that
// was never answered, others that have it would crash the candidate as well. Judges nothing.
import type { Ask } from '../../../http/types.js';

/** Reading more would take longer than it is worth. */
const mostRead = 20_000;
const mostOfAValue = 60;

export interface Feature {
  /** The name of the feature: equal if two requests have it in common. */
  readonly name: string;
  /** The part that has the feature: a member of the body, a parameter, the key, ... */
  readonly of: string;
  /** The feature as a reader sees it after the request, if the path does not show it: '`"name": null`'. */
  readonly said?: string;
}

export function featuresOf(ask: Ask): readonly Feature[] {
  const { operation, validity, key = 'valid', contentType, path } = ask;
  const [, query = ''] = path.split('?', 2);
  const features: readonly Feature[] = [
    { of: 'validity', name: validity },
    { of: 'key', name: `key ${typeof key === 'string' ? key : Object.keys(key).join()}` },
    { of: 'content type', name: `content type ${contentType}` },
    ...query
      .split('&')
      .map((parameter) => ({ of: `?${parameter.split('=')[0]}`, name: `?${parameter}` })),
    ...bodyFeatures(ask.body),
  ];
  return features.map((feature) => ({ ...feature, name: `${operation} ${feature.name}` }));
}

/** These features go along with others of the same request, and rarely crash anything alone. */
export const isIncidental = ({ of }: Feature): boolean =>
  of === 'validity' || of === 'size' || of === 'members';

function bodyFeatures(body: Ask['body']): readonly Feature[] {
  if (body === undefined) return [{ of: 'body', name: 'no body' }];
  const size = {
    of: 'size',
    name: `body with ${String(body.length).length} digits of size`,
  };
  if (body.length > mostRead) return [size];
  const value = parsed(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
  if (value === undefined)
    return [size, { of: 'body', name: 'body that is not JSON', said: 'a body that is not JSON' }];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [
      size,
      { of: 'body', name: `body ${typeOf(value)}`, said: `the body \`${inShort(value)}\`` },
    ];
  const members = Object.entries(value);
  return [
    size,
    {
      of: 'members',
      name: `members ${members
        .map(([name]) => name)
        .sort()
        .join()}`,
    },
    ...members.flatMap(([name, member]) => {
      const of = `member ${name}`;
      const said = `\`${inShort(name)}: ${inShort(member)}\``;
      return [
        { of, said, name: `${name} ${typeOf(member)}` },
        { of, said, name: `${name} = ${JSON.stringify(member).slice(0, mostOfAValue)}` },
      ];
    }),
  ];
}

function inShort(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > mostOfAValue ? `${text.slice(0, mostOfAValue - 1)}…` : text;
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
