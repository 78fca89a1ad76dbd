// For tests of the command: a reference server as wrong as its names say, and commands beside it in a folder, with its key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../judge/result/report.js';
import {
  createReference,
  fakeKey,
  faultNamed,
  serve,
  variantNamed,
  type ReferenceRequest,
  type ReferenceResponse,
  type Serving,
} from '../reference/index.js';
import type { Changing } from '../reference/reference.js';
import { command, inFolder, type Ran } from './io.js';

export interface Place extends Serving {
  readonly key: string;
  /** What the command finds in the environment: the key of the server. */
  readonly environment: { readonly ANIMAL_STORE_API_KEY: string };
  readonly folder: string;
  /** What the server was asked, in order. */
  readonly asked: readonly ReferenceRequest[];
  /** Carries out a command in the folder. */
  run(...words: readonly string[]): Promise<Ran>;
}

/** A fault or a legal variant, or its name. */
type Change = string | Changing;

interface Server {
  readonly changes?: readonly Change[];
  readonly animals?: number;
  readonly key?: string;
  /** A folder that several servers share; otherwise each has its own. */
  readonly folder?: string;
  /** What it returns to some requests in place of the right response. */
  readonly instead?: (
    request: ReferenceRequest,
    asked: readonly ReferenceRequest[],
  ) => ReferenceResponse | undefined;
}

/** Starts a server, of which at least the changes are named, and ends it after the work. */
export async function atServer<T>(
  server: Server | readonly Change[],
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const {
    changes = [],
    animals = 0,
    key = fakeKey,
    folder: shared,
    instead = () => undefined,
  }: Server = Array.isArray(server) ? { changes: server } : (server as Server);
  const changing = changes.map((one) =>
    typeof one === 'string'
      ? (faultNamed(one) ?? variantNamed(one) ?? expect.fail(`nothing is called ${one}`))
      : one,
  );
  const reference = createReference({ animals, key, variants: changing });
  const environment = { ANIMAL_STORE_API_KEY: key };
  const asked: ReferenceRequest[] = [];
  const serving = await serve({
    ...reference,
    handle: async (request) => {
      asked.push(request);
      return instead(request, asked) ?? reference.handle(request);
    },
  });
  const workIn = (folder: string): Promise<T> =>
    work({
      ...serving,
      key,
      environment,
      folder,
      asked,
      run: (...words) => command(words, { folder, environment }),
    });
  try {
    return await (shared === undefined ? inFolder(workIn) : workIn(shared));
  } finally {
    await serving.close();
  }
}

/** The report in a folder of a test. */
export const reportIn = (folder: string, name: string): Report =>
  JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8')) as Report;
