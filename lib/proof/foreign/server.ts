// An independent server that was written from the contract alone, in another framework. Wherever the contract is
// silent, it makes other choices than the usual in-memory server.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import { Ajv } from 'ajv';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isInt64, parseJson } from './json.js';

export interface ForeignServerOptions {
  /** The only API key that this server accepts. */
  key: string;
  /** What happens to an integer `limit` outside 1 to 100: it is refused with 422, or moved to the nearest bound. */
  limitPolicy: 'refuse' | 'clamp';
  /** The number of catalogue requests per second above which it returns 429; null means no limit. */
  requestsPerSecond: number | null;
  /** The categories to which an animal may belong; null means any. */
  categories: readonly number[] | null;
}

interface ForeignServer {
  /** The base address of the catalogue, which ends in `/v1`. */
  baseUrl: string;
  /** The base address of the quickstart, which is followed by `/messages`. */
  quickstartUrl: string;
  close(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    authorized: boolean;
  }
}

const STATUSES = ['available', 'pending', 'sold'] as const;
type PetStatus = (typeof STATUSES)[number];

interface NewPet {
  name: string;
  categoryId: bigint;
  status?: PetStatus;
}

interface Pet extends NewPet {
  id: bigint;
}

const petSchema = {
  type: 'object',
  required: ['id', 'name', 'categoryId'],
  properties: {
    id: { type: 'integer' }, // Fastify's serializer writes a bigint digit by digit
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status: { type: 'string' },
  },
} as const;

const newPetSchema = {
  type: 'object',
  required: ['name', 'categoryId'],
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    categoryId: { int64: true },
    status: { type: 'string', enum: STATUSES },
  },
} as const;

const newMessageSchema = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' } },
} as const;

/** An error with a response of its own. Anything else that is thrown comes from Fastify, or is a bug. */
class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The codes of errors that Fastify raises by itself. */
const CODES: Readonly<Record<number, string>> = {
  400: 'request.malformed',
  408: 'request.timeout',
  413: 'request.too-large',
  415: 'request.media-type',
  422: 'request.parameter',
  431: 'request.headers-too-large',
};

interface Failure {
  status: number;
  code: string;
  message: string;
  details: { at: string; problem: string }[];
}

function toFailure(error: FastifyError | HttpError): Failure {
  if ('validation' in error && error.validation) {
    const status = error.validationContext === 'body' ? 400 : 422;
    return {
      status,
      code: status === 400 ? 'request.invalid' : 'request.parameter',
      message: error.message,
      details: error.validation.map(({ instancePath, message }) => ({
        at: instancePath,
        problem: message ?? 'is invalid',
      })),
    };
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) {
    return {
      status: 500,
      code: 'server.fault',
      message: 'Something went wrong on our side.',
      details: [],
    };
  }
  const code = error instanceof HttpError ? error.code : (CODES[status] ?? 'request.refused');
  return { status, code, message: error.message, details: [] };
}

function isBearer(key: string): (header: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(key);
  return (header) => {
    const token = /^Bearer +(.+)$/i.exec(header ?? '')?.[1];
    return token !== undefined && timingSafeEqual(digest(token), expected);
  };
}

/** Returns a function that returns true for at most `perSecond` calls in each window of one second. */
function rateLimiter(perSecond: number | null): () => boolean {
  let opened = -Infinity;
  let used = 0;
  return () => {
    if (perSecond === null) return true;
    const now = performance.now();
    if (now - opened >= 1000) {
      opened = now;
      used = 0;
    }
    used += 1;
    return used <= perSecond;
  };
}

/** After this time, an added animal appears in the list and under its id. */
const visibleAfterMs = 300;

/** Stores animals by their id in decimal. Readers see an animal only some time after it was added. */
class PetStore {
  readonly #entries = new Map<string, { pet: Pet; visibleAt: number }>();

  add(newPet: NewPet): Pet {
    const pet: Pet = { ...newPet, id: this.#freeId() };
    this.#entries.set(String(pet.id), { pet, visibleAt: performance.now() + visibleAfterMs });
    return pet;
  }

  find(id: string): Pet | undefined {
    const entry = this.#entries.get(id);
    return entry && entry.visibleAt <= performance.now() ? entry.pet : undefined;
  }

  newestFirst(limit: number, status?: PetStatus): Pet[] {
    const now = performance.now();
    return [...this.#entries.values()]
      .filter(
        ({ pet, visibleAt }) => visibleAt <= now && (status === undefined || pet.status === status),
      )
      .reverse()
      .slice(0, limit)
      .map(({ pet }) => pet);
  }

  /** A random id from 2^62 to 2^63 - 1: a positive int64 that no double can hold exactly. */
  #freeId(): bigint {
    let id: bigint;
    do id = (1n << 62n) | BigInt.asUintN(62, randomBytes(8).readBigUInt64BE()) | 1n;
    while (this.#entries.has(String(id)));
    return id;
  }
}

async function requireKey(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.authorized) return;
  reply.header('www-authenticate', 'Bearer realm="animal-store"');
  throw new HttpError(401, 'auth.key', 'The API key is missing or invalid.');
}

/** Returns 404 for unknown routes of a scope, after the hooks added so far and before a body is read. */
function refuseUnknownRoutes(app: FastifyInstance): void {
  const refuse = async ({ url }: FastifyRequest): Promise<never> => {
    throw new HttpError(404, 'route.unknown', `There is nothing at ${url}.`);
  };
  app.addHook('onRequest', async (request) => {
    if (request.is404) await refuse(request);
  });
  app.setNotFoundHandler(refuse); // never called, but without it the hooks of this scope would not see unknown routes
}

/** Returns 405 for every other method on a path, before a body is read. */
function allowOnly(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    onRequest: async (request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new HttpError(405, 'route.method', `${request.method} is not possible here.`);
    },
    handler: async () => undefined,
  });
}

type CatalogueOptions = Omit<ForeignServerOptions, 'key'>;

const catalogue: FastifyPluginAsync<CatalogueOptions> = async (app, options) => {
  const store = new PetStore();
  const categories = options.categories && new Set(options.categories.map(BigInt));
  const withinRate = rateLimiter(options.requestsPerSecond);

  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    const { status, code, message, details } = toFailure(error);
    return reply.code(status).send({
      status,
      code,
      message,
      details,
      requestId: request.id,
      occurredAt: new Date().toISOString(),
    });
  });

  app.addHook('onRequest', requireKey);
  app.addHook('onRequest', async (_request, reply) => {
    if (withinRate()) return;
    reply.header('retry-after', '1');
    throw new HttpError(
      429,
      'rate.exceeded',
      `No more than ${options.requestsPerSecond} requests a second.`,
    );
  });
  refuseUnknownRoutes(app);

  const bounds = options.limitPolicy === 'refuse' ? { minimum: 1, maximum: 100 } : {};
  app.get<{ Querystring: { limit: number; status?: PetStatus } }>(
    '/pets',
    {
      schema: {
        querystring: {
          type: 'object',
          properties: {
            limit: { type: 'integer', default: 20, ...bounds },
            status: { type: 'string', enum: STATUSES },
          },
        },
        response: { 200: { type: 'array', items: petSchema } },
      },
    },
    async ({ query }) => store.newestFirst(Math.min(Math.max(query.limit, 1), 100), query.status),
  );

  app.post<{ Body: NewPet }>(
    '/pets',
    { schema: { body: newPetSchema, response: { 201: petSchema } } },
    async ({ body }, reply) => {
      if (categories && !categories.has(body.categoryId)) {
        throw new HttpError(400, 'category.unknown', `There is no category ${body.categoryId}.`);
      }
      const pet = store.add(body);
      return reply.code(201).header('location', `${app.prefix}/pets/${pet.id}`).send(pet);
    },
  );

  app.get<{ Params: { petId: string } }>(
    '/pets/:petId',
    { schema: { response: { 200: petSchema } } },
    async ({ params }, reply) => {
      reply.header('sunset', new Date('2030-12-05').toUTCString());
      const pet = store.find(params.petId);
      if (!pet) throw new HttpError(404, 'animal.unknown', 'The animal could not be found.');
      return pet;
    },
  );

  app.get('/store/orders', async () => ({ orders: [] }));

  allowOnly(app, '/pets', ['GET', 'HEAD', 'POST']);
  allowOnly(app, '/pets/:petId', ['GET', 'HEAD']);
  allowOnly(app, '/store/orders', ['GET', 'HEAD']);
};

const quickstart: FastifyPluginAsync = async (app) => {
  // Messages use problem details instead of the catalogue's Error object, and a wrong content type is a 400.
  app.setErrorHandler<FastifyError | HttpError>((error, _request, reply) => {
    const failure = toFailure(error);
    const status = failure.status === 415 ? 400 : failure.status;
    return reply
      .code(status)
      .type('application/problem+json')
      .send(
        JSON.stringify({
          type: `urn:animal-store:problem:${failure.code}`,
          title: failure.message,
          status,
        }),
      );
  });

  app.addHook('onRequest', requireKey);
  refuseUnknownRoutes(app);

  app.post<{ Body: { message: string } }>(
    '/messages',
    { schema: { body: newMessageSchema } },
    async ({ body }, reply) =>
      reply.code(202).send({
        id: `msg_${randomUUID()}`,
        message: body.message,
        status: 'queued',
        createdAt: new Date().toISOString().replace('Z', '000+00:00'),
      }),
  );

  allowOnly(app, '/messages', ['POST']);
};

function buildApp(options: ForeignServerOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 16 * 1024 }, // an id too long for the router is an unknown id, not a 414
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    // An escape that decodes to nothing ("%zz") is an id that nobody has, instead of an error that precedes every hook.
    rewriteUrl: ({ url = '/' }) => {
      const path = url.split('?', 1)[0] ?? '';
      try {
        decodeURIComponent(path);
        return url;
      } catch {
        return path.replaceAll(/%(?![0-7][0-9a-f])/gi, '%25') + url.slice(path.length);
      }
    },
    clientErrorHandler,
  });

  const strict = new Ajv({ allErrors: true });
  strict.addKeyword({
    keyword: 'int64',
    schemaType: 'boolean',
    error: { message: 'must be a 64-bit integer' },
    validate: (_: boolean, data: unknown) => isInt64(data),
  });
  const coercing = new Ajv({ coerceTypes: true, useDefaults: true });
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    (httpPart === 'body' ? strict : coercing).compile(schema),
  );

  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => {
      try {
        return parseJson(body);
      } catch {
        throw new HttpError(400, 'request.not-json', 'The body is not JSON.');
      }
    },
  );

  const authorizes = isBearer(options.key);
  app.decorateRequest('authorized', false);
  app.addHook('onRequest', async (request) => {
    request.authorized = authorizes(request.headers.authorization);
  });

  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .send({ status: 404, code: 'route.unknown', message: 'The catalogue lies below /v1.' }),
  );

  const { limitPolicy, requestsPerSecond, categories } = options;
  app.register(catalogue, { prefix: '/v1', limitPolicy, requestsPerSecond, categories });
  app.register(quickstart, { prefix: '/quickstart' });
  return app;
}

/** Even a request that is not HTTP gets an Error object. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, reason] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'Request Header Fields Too Large'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'Request Timeout'] as const)
        : ([400, 'Bad Request'] as const);
  const body = JSON.stringify({ status, code: CODES[status], message: `${reason}.` });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

export async function startForeignServer(options: ForeignServerOptions): Promise<ForeignServer> {
  const app = buildApp(options);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    baseUrl: `${origin}/v1`,
    quickstartUrl: `${origin}/quickstart`,
    close: () => app.close(),
  };
}
