// Servers that always give one status to one class of requests, or never respond to it: 220 in all. The kit reports
// each of them in words that name the request, and passes over none. `npm test` runs some of them, PROOF=whole all.
import { describe, expect, test } from 'vitest';
import { runInMemory, type InMemory } from '../in-memory/in-memory.js';
import { TransportError, type HttpRequest, type HttpResponse } from '../http/types.js';
import { CannotTest } from '../judge/health/cannot-test.js';
import type { Report } from '../judge/result/report.js';
import { oneIn } from './sample.js';

type Between = NonNullable<InMemory['between']>;

/** A class of requests, the statuses that a legal server gives it, and what a reader must be told about it. */
interface Class {
  readonly is: (request: HttpRequest, sent: Record<string, unknown>) => boolean;
  readonly legal?: readonly number[];
  readonly names: RegExp;
}

const isAdd = ({ method, path }: HttpRequest): boolean =>
  method === 'POST' && path.endsWith('/pets');
const isList = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && /\/pets(\?|$)/.test(path);
const isGet = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && /\/pets\/\d/.test(path);
const isMessage = ({ method, path }: HttpRequest): boolean =>
  method === 'POST' && path.endsWith('/messages');
const query = ({ path }: HttpRequest): URLSearchParams => new URLSearchParams(path.split('?')[1]);
const header = ({ headers }: HttpRequest, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
const key = (request: HttpRequest): string | undefined => header(request, 'authorization');
const isValid = ({ name, categoryId }: Record<string, unknown>): boolean =>
  typeof name === 'string' && typeof categoryId === 'number';
const digits = ({ body = '' }: HttpRequest): number =>
  /"categoryId":-?(\d+)[,}]/.exec(String(body))?.[1]?.length ?? 0;

const ofLists = /GET \/pets|list/;
const ofAdds = /POST \/pets|\badds?\b|categor/;
const ofGets = /GET \/pets\/|animal/;
const ofMessages = /POST \/messages|message/;

const classes: Readonly<Record<string, Class>> = {
  'lists without a limit': { is: (one) => isList(one) && !query(one).has('limit'), names: ofLists },
  'lists of at most ten': {
    is: (one) => isList(one) && Number(query(one).get('limit') ?? 99) <= 10,
    names: ofLists,
  },
  'lists of more than 50': {
    is: (one) => isList(one) && Number(query(one).get('limit') ?? 0) > 50,
    names: ofLists,
  },
  'lists of one status': { is: (one) => isList(one) && query(one).has('status'), names: ofLists },
  'lists of sold animals': {
    is: (one) => isList(one) && query(one).get('status') === 'sold',
    names: ofLists,
  },
  'lists without a key': { is: (one) => isList(one) && key(one) === undefined, names: ofLists },
  'valid adds': { is: (one, sent) => isAdd(one) && isValid(sent), names: ofAdds },
  'adds without a status': {
    is: (one, sent) => isAdd(one) && isValid(sent) && !('status' in sent),
    names: ofAdds,
  },
  'adds of pending animals': {
    is: (one, sent) => isAdd(one) && isValid(sent) && sent['status'] === 'pending',
    names: ofAdds,
  },
  'adds in a category of ten digits and more': {
    is: (one, sent) => isAdd(one) && isValid(sent) && digits(one) >= 10,
    names: /categor/,
  },
  'adds in a negative category': {
    is: (one, sent) => isAdd(one) && isValid(sent) && Number(sent['categoryId']) < 0,
    names: /categor/,
  },
  'adds of names beyond ASCII': {
    is: (one, sent) => isAdd(one) && isValid(sent) && /[^\0-\x7f]/.test(String(sent['name'])),
    names: /POST \/pets|name/,
  },
  'adds without a name': {
    is: (one, sent) => isAdd(one) && !('name' in sent) && 'categoryId' in sent,
    legal: [400],
    names: ofAdds,
  },
  'adds without a key': { is: (one) => isAdd(one) && key(one) === undefined, names: ofAdds },
  'gets of animals that are there': {
    is: (one) => isGet(one) && /\/pets\/[1-9]\d{0,5}$/.test(one.path),
    names: ofGets,
  },
  'gets of animals that are not': {
    is: (one) => isGet(one) && /\/pets\/\d{7,}$/.test(one.path),
    legal: [404],
    names: ofGets,
  },
  'gets without a key': { is: (one) => isGet(one) && key(one) === undefined, names: ofGets },
  'valid messages': {
    is: (one, sent) => isMessage(one) && typeof sent['message'] === 'string',
    names: ofMessages,
  },
  'messages without a text': {
    is: (one, sent) => isMessage(one) && !('message' in sent),
    legal: [400],
    names: ofMessages,
  },
  'messages without a key': {
    is: (one) => isMessage(one) && key(one) === undefined,
    names: ofMessages,
  },
};

const statuses = [302, 400, 402, 404, 409, 413, 422, 500];
const answers: Readonly<Record<string, number | (() => never)>> = {
  ...Object.fromEntries(statuses.map((status) => [String(status), status])),
  reset: () => {
    throw new TransportError('reset', 'made up: the connection ended', true);
  },
  cut: () => {
    throw new TransportError('reset', 'made up: the response broke off');
  },
  never: () => {
    throw new TransportError('timeout', 'made up: no first byte');
  },
};

const refusal = (status: number): HttpResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: `{"code":"refused","message":"No.","status":${status}}`,
  truncated: false,
});

/** A request without a key gets no farther than its 401, unless the class consists of such requests. */
const always =
  ({ is }: Class, answer: number | (() => never)): Between =>
  (server) => ({
    ...server,
    send: async (request, signal) => {
      if (!is(request, sentIn(request))) return server.send(request, signal);
      return typeof answer === 'number' ? refusal(answer) : answer();
    },
  });

function sentIn({ body = '' }: HttpRequest): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(String(body));
    return typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A target about which nothing can be said is rejected and has no report. */
async function reported(between: Between): Promise<Report | undefined> {
  try {
    return await runInMemory({ between });
  } catch (thrown) {
    if (thrown instanceof CannotTest) return undefined;
    throw thrown;
  }
}

/** All that a reader is told apart from what passed. */
const textOf = ({ rules, run }: Report): string =>
  [
    ...(run.warnings ?? []),
    ...rules.flatMap(({ outcome, reason, failures }) =>
      outcome === 'failed' ? failures.map(({ cause }) => cause) : [reason ?? ''],
    ),
  ].join('\n');

const all = Object.entries(classes).flatMap(([name, one]) =>
  Object.entries(answers).map(([answer, act]) => ({ name, one, answer, act })),
);

describe('a class of requests that is always answered in one wrong way', () => {
  test('is one of 220', () => expect(all.length).toBe(220));

  const wrong = all.filter(({ one, act }) => !one.legal?.includes(act as number));
  test.each(oneIn(29, wrong))('$name: $answer', async ({ one, act }) => {
    const report = await reported(always(one, act));
    if (report === undefined) return;
    const warned = report.rules.flatMap(({ failures }) => failures.map(({ cause }) => cause));
    expect(report.verdict === 'conformant' ? warned.join('\n') : textOf(report)).toMatch(one.names);
  });
});
