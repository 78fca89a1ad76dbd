// Clients ask for compressed responses in various ways, and many of them do not name JSON. The rules about a request judge
// what its response decodes to: some of their requests ask in one of these ways, so that none is sent only for that.
import type { How } from '../lib/judge/rules/index.js';

type Headers = Pick<How, 'headers'>;

const coding = (names: string): Headers => ({ headers: [['Accept-Encoding', names]] });
/** The header that curl and many libraries send. */
export const acceptingAnything: Headers = { headers: [['Accept', '*/*']] };
const sayingNothing: Headers = { headers: [['Accept', '']] };
export const inGerman = [['Accept-Language', 'de-AT, fr;q=0.5']] as const;
const ways: readonly Headers[] = [
  // The smallest case comes first, and what it sends is shown.
  {},
  coding('identity'),
  coding('gzip'),
  coding('deflate'),
  // Errors are translated for some clients.
  { headers: [['Accept-Encoding', 'br'], ...inGerman] },
  acceptingAnything,
  coding('gzip, deflate, br'),
  sayingNothing,
];

/** `turn` selects one of them, always the same one for the same case. */
export const askingInTurn = (turn: number): Headers => ways[Math.max(turn, 0) % ways.length] ?? {};
