// Clients ask for compressed responses in various ways, and many of them do not name JSON. The rules about a request judge
// what its response decodes to: some of their requests ask in one of these ways, so that none is sent only for that.
import type { How } from '../lib/judge/rules/index.js';

type Headers = Pick<How, 'headers'>;

const coding = (names: string): Headers => ({ headers: [['Accept-Encoding', names]] });
/** The header that curl and many libraries send. */
export const acceptingAnything: Headers = { headers: [['Accept', '*/*']] };
const sayingNothing: Headers = { headers: [['Accept', '']] };
export const inGerman = [['Accept-Language', 'de-AT, fr;q=0.5']] as const;
/** A page in a browser sends these beside what its script asks for. */
export const ofABrowser = [
  ...inGerman,
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Cookie', 'theme=dark'],
] as const;

const ways: readonly Headers[] = [
  // The smallest case comes first, and what it sends is shown.
  {},
  coding('identity'),
  coding('gzip'),
  coding('deflate'),
  // Errors are translated for some clients.
  { headers: [['Accept-Encoding', 'br'], ...inGerman] },
  acceptingAnything,
  { headers: [['Accept-Encoding', 'gzip, deflate, br'], ...ofABrowser] },
  sayingNothing,
];

/** `turn` selects one of them, always the same one for the same case. */
export const askingInTurn = (turn: number): Headers => ways[Math.max(turn, 0) % ways.length] ?? {};

interface Client {
  /** What is unusual about it; undefined if nothing is. */
  readonly label?: string;
  readonly how: Headers;
}

/** Clients whose requests a server may not check, or not in the same way. */
const clients: readonly [Client, ...Client[]] = [
  { how: {} },
  { label: 'asking for gzip', how: coding('gzip') },
  { label: 'with the headers of a browser', how: { headers: ofABrowser } },
  { label: 'without an Accept header', how: sayingNothing },
];

/** `turn` selects one of them. */
export const clientInTurn = (turn: number): Client => clients[turn % clients.length] ?? clients[0];
