// The loop with which the kit is compared: the same requests over as many connections, sent by undici alone, and read,
// parsed and validated as a plain test would.
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Pool } from 'undici';
import { loadDescription } from '../contract/description.js';
import type { HttpRequest } from '../http/types.js';

const headersOf = new WeakMap<HttpRequest['headers'], string[]>();

function flat(headers: HttpRequest['headers']): string[] {
  let list = headersOf.get(headers);
  if (list === undefined) headersOf.set(headers, (list = headers.flat()));
  return list;
}

/** The kit frames some bodies by itself, in ways that undici refuses: there are few of these requests. */
export const canBeSentByUndici = ({ headers }: HttpRequest): boolean =>
  !headers.some(([name]) => ['transfer-encoding', 'expect'].includes(name.toLowerCase()));

/** Uses undici's `request`, JSON.parse, and ajv with its defaults. */
export async function bare(
  requests: readonly HttpRequest[],
  origin: string,
  connections: number,
): Promise<void> {
  const pool = new Pool(origin, { connections });
  let next = 0;
  const oneAfterAnother = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++])
      await sendBare(pool, request);
  };
  await Promise.all(Array.from({ length: connections }, oneAfterAnother));
  await pool.close();
}

async function sendBare(pool: Pool, { method, path, headers, body }: HttpRequest): Promise<void> {
  const answer = await pool.request({
    method: method as 'GET',
    path,
    headers: flat(headers),
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.body.text();
  const validate = validatorFor(method, path, answer.statusCode);
  if (text !== '' && validate !== undefined) validate(JSON.parse(text));
}

type Name = 'Pet' | 'Pets' | 'Error' | 'Message';
let validators: Readonly<Record<Name, ValidateFunction>> | undefined;

function validatorFor(method: string, path: string, status: number): ValidateFunction | undefined {
  validators ??= compiled();
  if (path.includes('/store/')) return status >= 400 ? validators.Error : undefined;
  if (status >= 400) return validators.Error;
  if (path.includes('/messages')) return validators.Message;
  return method === 'GET' && !path.includes('/pets/') ? validators.Pets : validators.Pet;
}

function compiled(): Readonly<Record<Name, ValidateFunction>> {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(loadDescription(), 'contract');
  const of = (name: Name): ValidateFunction =>
    ajv.compile({ $ref: `contract#/components/schemas/${name}` });
  return { Pet: of('Pet'), Pets: of('Pets'), Error: of('Error'), Message: of('Message') };
}
