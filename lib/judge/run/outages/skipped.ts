// A request that has crashed the candidate is not sent again, nor is its case, nor are requests like it. Requests that were
// answered show which one feature of the crashing one is unusual: a request that shares it is like it.
import { plain } from '../../health/asks.js';
import { parseExact } from '../../../http/json/exact.js';
import type { Ask } from '../../../http/types.js';
import type { AnyExperiment } from '../../rules/rule.js';
import type { ReasonKey } from '../../result/reasons.js';
import { NotApplicable } from '../../result/signals.js';
import type { At } from '../../evidence/sort-key.js';
import { requestOf, type LostRequest } from './in-flight.js';

/** If this many cases of one experiment crash the candidate that are not alike, no further case of it is sent. */
const enough = 2;
/**
 * If this many invalid requests of one operation crash the candidate, no further one is sent. A server that checks nothing would crash
 * at one after the other, and the run could begin anew for none of what else it has to show.
 */
const enoughInvalid = 3;

export class SkippedRequests {
  readonly #crashing = new Map<string, Ask>();
  readonly #cases = new Map<AnyExperiment, Map<string, Ask>>();
  readonly #unlike = new Map<AnyExperiment, Ask[]>();
  readonly #invalid: Ask[] = [];
  /** How each crashing request was named when it crashed the candidate: it keeps this name for the rest of the run. */
  readonly #names = new Map<Ask, string>();
  /** Features of requests that were answered. */
  readonly #harmless = new Set<string>();

  /** `shown` is the request as an ordinary client sends it, if that is enough. Returns how it is named. */
  add({ exchange: { ask }, occasion: { experiment, at } }: LostRequest, shown = ask): string {
    const named = this.#inWords(shown);
    this.#names.set(ask, named);
    const isLikeAnother = this.#like(ask) !== undefined;
    if (ask.validity === 'invalid' && !isLikeAnother) this.#invalid.push(ask);
    this.#crashing.set(requestOf(ask), ask);
    if (!experiment) return named;
    const cases = this.#cases.get(experiment) ?? new Map<string, Ask>();
    this.#cases.set(experiment, cases.set(caseAt(at), ask));
    if (!isLikeAnother)
      this.#unlike.set(experiment, [...(this.#unlike.get(experiment) ?? []), ask]);
    return named;
  }

  /** Must be called with every request that was answered. */
  noteAnswered(ask: Ask): void {
    for (const { name, kind } of featuresOf(ask))
      // A request that is refused for something else shows nothing of what it lacks.
      if (kind !== 'missing' || ask.validity !== 'invalid') this.#harmless.add(name);
  }

  /** The reason why a request is not sent. */
  ofRequest(ask: Ask): NotApplicable | undefined {
    if (this.#crashing.size === 0) return undefined;
    const same = this.#crashing.get(requestOf(ask));
    if (same) return leftOut('left out, crashed', this.#nameOf(same));
    const alike = this.#like(ask);
    if (alike) return leftOut('left out, one like it crashed', this.#nameOf(alike));
    const invalid = ask.validity === 'invalid' ? this.#invalid.filter(isSentAs(ask)) : [];
    return invalid.length < enoughInvalid ? undefined : this.#othersCrashed(invalid);
  }

  /** The reason why a case is not carried out. */
  ofCase(experiment: AnyExperiment, at: At): NotApplicable | undefined {
    const same = this.#cases.get(experiment)?.get(caseAt(at));
    if (same) return leftOut('left out, crashed', this.#nameOf(same));
    const unlike = this.#unlike.get(experiment) ?? [];
    return unlike.length < enough ? undefined : this.#othersCrashed(unlike);
  }

  readonly #nameOf = (crashing: Ask): string => this.#names.get(crashing) ?? '';

  #othersCrashed(crashing: readonly Ask[]): NotApplicable {
    const named = [...new Set(crashing.map((one) => this.#nameOf(one)))].join(', ');
    return leftOut('left out, others crashed', named);
  }

  /**
   * "`POST /pets` with `"name": null`": with what no request has that was answered, where that is one thing; else with the
   * body, if it is short.
   */
  #inWords(ask: Ask): string {
    const revealing = this.#revealing(ask).find((feature) => feature.said !== undefined);
    const said = revealing?.said ?? shortBodyOf(ask);
    return `\`${ask.method} ${ask.path}\`${said === undefined ? '' : ` with ${said}`}`;
  }

  /** The crashing request that a request is like. */
  #like(ask: Ask): Ask | undefined {
    const names = new Set(featuresOf(ask).map(({ name }) => name));
    return [...this.#crashing.values()]
      .filter(isSentAs(ask))
      .find((crashing) => this.#revealing(crashing).some(({ name }) => names.has(name)));
  }

  /** The features that no answered request had, if they are all about one thing; none if it may be any of several. */
  #revealing(ask: Ask): readonly Feature[] {
    const all = featuresOf(ask).filter(({ name }) => !this.#harmless.has(name));
    // A member of another type, or that is missing, says more than a value that no other request had.
    const never = all.every(({ of }) => of.startsWith('member ')) ? kindsAmong(all) : all;
    // Keys of one kind differ too much: they are all wrong in their own way.
    const isOneThing = new Set(never.map(({ of }) => of)).size === 1 && never[0]?.of !== 'key';
    return isOneThing ? never : [];
  }
}

function shortBodyOf({ body }: Ask): string | undefined {
  if (body === '') return 'an empty body';
  if (typeof body !== 'string' || !/^[^`\p{C}]+$/u.test(body)) return undefined;
  return `the body \`${body.length > mostOfABody ? `${body.slice(0, mostOfABody - 1)}…` : body}\``;
}

/**
 * Compares the kind of key and the content type: if these differ, the candidate may refuse the request before it looks
 * further.
 */
function isSentAs(ask: Ask): (crashing: Ask) => boolean {
  const names = new Set(featuresOf(ask).map(({ name }) => name));
  return (crashing) =>
    featuresOf(crashing)
      .filter(({ of }) => of === 'key' || of === 'content type')
      .every(({ name }) => names.has(name));
}

const leftOut = (what: ReasonKey, request: string): NotApplicable =>
  new NotApplicable({ what, values: { request } }, 'cantTell');

const caseAt = ({ stream, path }: At): string => `${stream} ${path}`;

/** Something that requests may have in common from a candidate's point of view. */
interface Feature {
  /** Equal if two requests have it in common. */
  readonly name: string;
  /** The part that has the feature: a member of the body, a parameter, the key, ... */
  readonly of: string;
  /** The feature as a reader sees it after the request, if the path does not show it: '`"name": null`'. */
  readonly said?: string;
  /** Set if it is the type of a member, or that it is missing, and not its value. */
  readonly kind?: 'type' | 'missing';
}

/** Those that are kinds; all if none is. */
function kindsAmong(features: readonly Feature[]): readonly Feature[] {
  const kinds = features.filter(({ kind }) => kind !== undefined);
  return kinds.length > 0 ? kinds : features;
}

/** The members that a body of the contract has. */
const members: Readonly<Record<string, readonly string[]>> = {
  createPet: ['name', 'categoryId', 'status'],
  sendMessage: ['message'],
};

/** Reading more would take longer than it is worth. */
const mostRead = 20_000;
const mostOfAValue = 60;
const mostOfABody = 100;

function featuresOf(ask: Ask): readonly Feature[] {
  // What a client adds by the way is no feature of the request.
  const { operation, key = 'valid', contentType, path, body } = plain(ask);
  const [, query = ''] = path.split('?', 2);
  const features: readonly Feature[] = [
    { of: 'key', name: `key ${typeof key === 'string' ? key : Object.keys(key).join()}` },
    { of: 'content type', name: `content type ${contentType}` },
    ...query
      .split('&')
      .map((parameter) => ({ of: `?${parameter.split('=')[0]}`, name: `?${parameter}` })),
    ...bodyFeatures(body, members[operation] ?? []),
  ];
  return features.map((feature) => ({ ...feature, name: `${operation} ${feature.name}` }));
}

function bodyFeatures(body: Ask['body'], expected: readonly string[]): readonly Feature[] {
  if (body === undefined) return [{ of: 'body', name: 'no body' }];
  if (body.length > mostRead) return [];
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const value = parsed(text);
  if (value === undefined)
    return [{ of: 'body', name: 'body that is not JSON', said: 'a body that is not JSON' }];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ of: 'body', name: `body ${typeOf(value)}`, said: `the body \`${inShort(value)}\`` }];
  const exact = parseExact(text);
  const missing = expected
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({
      of: `member ${name}`,
      name: `${name} missing`,
      said: `no \`${name}\``,
      kind: 'missing' as const,
    }));
  const there = Object.entries(value).flatMap(([name, member]) => {
    const of = `member ${name}`;
    const written = exact.ok ? exact.numbers.get(`/${name}`) : undefined;
    const said = `\`${inShort(name)}: ${written === undefined ? inShort(member) : cut(written)}\``;
    return [
      { of, said, name: `${name} ${typeOf(member)}`, kind: 'type' as const },
      { of, said, name: `${name} = ${JSON.stringify(member).slice(0, mostOfAValue)}` },
    ];
  });
  return [...missing, ...there];
}

const inShort = (value: unknown): string => cut(JSON.stringify(value));
const cut = (text: string): string =>
  text.length > mostOfAValue ? `${text.slice(0, mostOfAValue - 1)}…` : text;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
