// A request that the server refuses, thrown by any step. It is no Error, because nobody needs its stack.

export class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly message: string,
    readonly headers: readonly (readonly [string, string])[] = [],
  ) {}
}

export const invalid = (message: string): Refusal => new Refusal(400, 'invalid_request', message);
export const notFound = (message: string): Refusal => new Refusal(404, 'not_found', message);
