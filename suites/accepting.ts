// Clients ask for compressed responses in various ways, many of them do not name JSON, and they send bodies in various
// ways, too. The rules about a request judge what its response decodes to: some of their requests are sent in one of these
// ways, so that none is sent only for that.
import type { How } from '../lib/judge/rules/index.js';
import { closing, inChunksAlone, withCharset } from './framing.js';

type Sent = Pick<How, 'client' | 'headers' | 'contentType'>;

const coding = (names: string): Sent => ({
  client: `with \`Accept-Encoding: ${names}\``,
  headers: [['Accept-Encoding', names]],
});
/** The header that curl and many libraries send. */
export const acceptingAnything: Sent = {
  client: 'with `Accept: */*`',
  headers: [['Accept', '*/*']],
};
const sayingNothing: Sent = { client: 'without an `Accept` header', headers: [['Accept', '']] };
const closingEach: Sent = { client: 'with `Connection: close`', headers: closing };
const inGerman = [['Accept-Language', 'de-AT, fr;q=0.5']] as const;
/** A page in a browser sends these beside what its script asks for. */
export const ofABrowser = [
  ...inGerman,
  ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Cookie', 'theme=dark'],
  // As axios and Angular ask for it, with weights, as browsers do.
  ['Accept', 'application/json, text/plain;q=0.9, */*;q=0.8'],
  // Whoever reloads a page asks for nothing that is cached.
  ['Cache-Control', 'no-cache'],
  ['Pragma', 'no-cache'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  // Many scripts name the type of all that they send, even where they send no body.
  ['Content-Type', 'application/json'],
] as const;

const ways: readonly Sent[] = [
  // The smallest case comes first, and what it sends is shown.
  {},
  // As curl asks, unless it is told to.
  { client: 'without an `Accept-Encoding` header', headers: [['Accept-Encoding', '']] },
  coding('gzip'),
  // As many libraries ask.
  coding('gzip, deflate'),
  // Errors are translated for some clients.
  {
    client: 'with `Accept-Encoding: br` and `Accept-Language: de-AT, fr;q=0.5`',
    headers: [['Accept-Encoding', 'br'], ...inGerman],
  },
  acceptingAnything,
  {
    client: 'with the headers of a browser',
    headers: [['Accept-Encoding', 'gzip, deflate, br'], ...ofABrowser],
  },
  sayingNothing,
  closingEach,
];

const inACharset: Sent = {
  client: 'with a charset in `Content-Type`',
  contentType: withCharset[0],
};
const waysOfBodies: readonly Sent[] = [
  inACharset,
  { client: 'in chunks', headers: inChunksAlone },
  ...ways,
];

/** Clients whose requests a server may not check, or not in the same way. */
const clients: readonly Sent[] = [
  {},
  coding('gzip'),
  { client: 'with the headers of a browser', headers: ofABrowser },
  sayingNothing,
  closingEach,
];
const clientsOfBodies: readonly Sent[] = [...clients, inACharset];

const inTurn =
  (all: readonly Sent[]) =>
  (turn: number): Sent =>
    all[Math.max(turn, 0) % all.length] ?? {};

/** `turn` selects one of them, always the same one for the same case. */
export const askingInTurn = inTurn(ways);
export const clientInTurn = inTurn(clients);
/** For requests with a body. */
export const sendingInTurn = (turn: number): Sent => (turn < 0 ? {} : inTurn(waysOfBodies)(turn));
export const senderInTurn = inTurn(clientsOfBodies);
