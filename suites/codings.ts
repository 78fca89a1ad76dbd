// Clients ask for compressed responses, each in its own way. What a response decodes to is judged by the rules of what was
// asked for: some of their requests ask in one of these ways, so that none is sent for that alone.
import type { How } from '../lib/judge/rules/index.js';

const ways = ['identity', 'gzip', 'deflate', 'br', 'gzip, deflate, br'].map(
  (codings): Pick<How, 'headers'> => ({ headers: [['Accept-Encoding', codings]] }),
);

/** `turn` chooses: the same for the same case. */
export const askingForCoding = (turn: number): Pick<How, 'headers'> =>
  ways[turn % ways.length] ?? {};
