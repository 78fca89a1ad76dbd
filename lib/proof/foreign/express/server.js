// Animal Store HTTP service: Express 5, in-memory Map storage, default body parser (./start.sh).
// Catalogue under /v1, quickstart message example under /quickstart; PORT and ANIMAL_STORE_API_KEY from the environment.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import express from 'express';

const { PORT, ANIMAL_STORE_API_KEY } = process.env;
if (!PORT || !ANIMAL_STORE_API_KEY) throw new Error('PORT and ANIMAL_STORE_API_KEY must be set');

const STATUSES = ['available', 'pending', 'sold'];
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// ---------------------------------------------------------------- storage

const pets = new Map();
let nextId = 1;

function addPet(newPet) {
  const pet = { id: nextId++, ...newPet };
  pets.set(pet.id, pet);
  return pet;
}

function listPets({ limit, status }) {
  const found = [...pets.values()].filter((pet) => status === undefined || pet.status === status);
  return found.slice(0, limit);
}

// ---------------------------------------------------------------- authentication

const digest = (text) => createHash('sha256').update(text).digest();
const keyDigest = digest(ANIMAL_STORE_API_KEY);

function requireKey(req, res, next) {
  const [, key] = /^Bearer +(\S+)$/i.exec(req.get('authorization') ?? '') ?? [];
  if (key === undefined || !timingSafeEqual(digest(key), keyDigest)) {
    res.set('WWW-Authenticate', 'Bearer');
    throw new ApiError(401, 'Missing or invalid API key.');
  }
  next();
}

// ---------------------------------------------------------------- validation

function jsonObject(req) {
  // express.json() leaves the body undefined when the content type is not application/json
  if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)) {
    throw new ApiError(400, 'The body must be a JSON object sent as application/json.');
  }
  return req.body;
}

function parseNewPet(body) {
  const { name, categoryId, status = 'available' } = body;
  if (typeof name !== 'string') throw new ApiError(400, 'name is required and must be a string.');
  // Beyond 2^53 a JavaScript number has already lost digits: refuse it rather than store another value.
  if (!Number.isSafeInteger(categoryId)) {
    throw new ApiError(
      400,
      'categoryId is required and must be an integer between -(2^53 - 1) and 2^53 - 1.',
    );
  }
  if (!STATUSES.includes(status))
    throw new ApiError(400, `status must be one of ${STATUSES.join(', ')}.`);
  return { name, categoryId, status };
}

function parseListQuery({ limit = String(DEFAULT_LIMIT), status }) {
  // a repeated parameter arrives as an array and is refused like any other invalid value
  if (
    typeof limit !== 'string' ||
    !/^\d+$/.test(limit) ||
    Number(limit) < 1 ||
    Number(limit) > MAX_LIMIT
  ) {
    throw new ApiError(400, `limit must be an integer from 1 to ${MAX_LIMIT}.`);
  }
  if (status !== undefined && !STATUSES.includes(status)) {
    throw new ApiError(400, `status must be one of ${STATUSES.join(', ')}.`);
  }
  return { limit: Number(limit), status };
}

// ---------------------------------------------------------------- catalogue

const catalogue = express.Router();
catalogue.use(requireKey, express.json()); // the key first: no body is read without one

catalogue.get('/pets', (req, res) => {
  res.json(listPets(parseListQuery(req.query)));
});

catalogue.post('/pets', (req, res) => {
  res.status(201).json(addPet(parseNewPet(jsonObject(req))));
});

// Deprecated, to be removed on 5 December 2030; use GET /pets with the status filter.
catalogue.get('/pets/:petId', (req, res) => {
  const { petId } = req.params;
  const pet = /^\d+$/.test(petId) ? pets.get(Number(petId)) : undefined;
  if (!pet) throw new ApiError(404, `There is no animal with the identifier ${petId}.`);
  res.json(pet);
});

catalogue.get('/store/orders', (req, res) => {
  res.json([]);
});

// ---------------------------------------------------------------- quickstart

const quickstart = express.Router();
quickstart.use(requireKey, express.json());

quickstart.post('/messages', (req, res) => {
  const { message } = jsonObject(req);
  if (typeof message !== 'string')
    throw new ApiError(400, 'message is required and must be a string.');
  res.json({ id: randomUUID(), message, status: 'queued', createdAt: new Date().toISOString() });
});

// ---------------------------------------------------------------- application and errors

const app = express();
app.disable('x-powered-by');
app.use('/v1', catalogue);
app.use('/quickstart', quickstart);

app.use((req) => {
  throw new ApiError(404, `There is no ${req.method} ${req.path}.`);
});

// Also gets what the body parser and the router throw: malformed JSON, 413, a bad percent-encoding in the path, ...
app.use((err, req, res, next) => {
  if (res.headersSent) return next(err);
  // an unsupported charset or content encoding is a body that is not JSON: 400, not 415
  const status = err.status === 415 ? 400 : (err.status ?? 500);
  if (status >= 500) console.error(err);
  const code = (STATUS_CODES[status] ?? 'error').toLowerCase().replaceAll(' ', '_');
  res
    .status(status)
    .json({ code, message: status < 500 ? err.message : 'Internal server error.', status });
});

app.listen(Number(PORT), '127.0.0.1', (err) => {
  if (err) throw err;
  console.log(`Animal Store on http://127.0.0.1:${PORT}`);
});
