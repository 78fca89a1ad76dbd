// Clients ask for compressed responses in various ways. The rules about a request judge what its response decodes to:
// some of their requests ask in one of these ways, so that none is sent only for that.
import type { How } from '../lib/judge/rules/index.js';

const ways = ['identity', 'gzip', 'deflate', 'br', 'gzip, deflate, br'].map(
  (codings): Pick<How, 'headers'> => ({ headers: [['Accept-Encoding', codings]] }),
);

/** `turn` selects one of them, always the same one for the same case. */
export const askingForCoding = (turn: number): Pick<How, 'headers'> =>
  ways[turn % ways.length] ?? {};
