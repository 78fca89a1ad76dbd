// Faults of clause 4.5: what a valid message is answered.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { quoted } from '../json.js';
import { Refusal } from '../refusal.js';
import type { Fields, Reply } from '../types.js';
import { empty, page, replies, withField, withoutField } from './changes.js';

const accepted = 'messages.accepted';
const shape = 'messages.returns-message';
const echo = 'messages.echo';
const queued = 'messages.queued';
const created = 'messages.created-at';
const ids = 'messages.unique-ids';
const recent = 'messages.recent';
const no5xx = 'messages.no-server-error';

const fault = (
  name: string,
  sentence: string,
  fails: readonly string[],
  change: Fault['change'],
): Fault => ({ name, clause: '4.5', sentence, fails, change });
const fields = (change: (fields: Fields, text: string) => Fields): Fault['change'] =>
  replace(
    'messageFields',
    (messageFields) => (text, call) => change(messageFields(text, call), text),
  );
const echoing = (change: (text: string) => string): Fault['change'] =>
  fields((all, text) => withField(all, 'message', () => quoted(change(text))));
const replying = (change: (reply: Reply) => Reply): Fault['change'] =>
  replies('sendMessage', change);
/** createdAt as JSON text, made of the true time. */
const at = (write: (time: Date) => string): Fault['change'] =>
  fields((all) =>
    withField(all, 'createdAt', (literal) => write(new Date(JSON.parse(literal) as string))),
  );
const shifted = (milliseconds: number): Fault['change'] =>
  at((time) => quoted(new Date(time.getTime() + milliseconds).toISOString()));
const asText = (write: (iso: string, time: Date) => string): Fault['change'] =>
  at((time) => quoted(write(time.toISOString(), time)));
const failing = (status: number, when: (text: string) => boolean): Fault['change'] =>
  replace('textOf', (textOf) => (body, call) => {
    const text = textOf(body, call);
    if (when(text)) throw new Refusal(status, 'refused', 'The message was not accepted.');
    return text;
  });

export const messages: readonly Fault[] = [
  fault(
    'message-refused',
    'Refuses every message with 400.',
    [accepted],
    failing(400, () => true),
  ),
  fault(
    'message-answered-404',
    'Answers 404 where messages are sent.',
    [accepted],
    failing(404, () => true),
  ),
  fault(
    'message-fails',
    'Fails with 503 for every message.',
    [accepted, no5xx],
    failing(503, () => true),
  ),
  fault(
    'message-redirected',
    'Redirects every message elsewhere.',
    [accepted],
    replying((reply) => ({ ...reply, status: 302, headers: [['location', '/messages']] })),
  ),
  fault(
    'long-message-fails',
    'Fails with 500 for a message of more than 1,000 letters.',
    [no5xx],
    failing(500, (text) => text.length > 1000),
  ),
  fault(
    'emoji-in-message-fails',
    'Fails with 500 for a letter beyond 16 bits in a message.',
    [no5xx],
    failing(500, (text) => /[\u{10000}-\u{10ffff}]/u.test(text)),
  ),
  fault(
    'message-without-body',
    'Answers a message without a body.',
    [shape],
    replying((reply) => ({ ...reply, body: '' })),
  ),
  fault(
    'message-answered-204',
    'Answers a message with 204.',
    [shape],
    replying(() => empty(204)),
  ),
  fault(
    'message-html',
    'Answers a message with an HTML page.',
    [shape],
    replying(() => page(200)),
  ),
  fault(
    'message-in-data',
    'Wraps the Message in an object with the member data.',
    [shape],
    replying((reply) => ({ ...reply, body: `{"data":${String(reply.body)}}` })),
  ),
  fault(
    'message-in-array',
    'Wraps the Message in an array.',
    [shape],
    replying((reply) => ({ ...reply, body: `[${String(reply.body)}]` })),
  ),
  fault(
    'message-id-a-number',
    'Sends the id of a Message as a number.',
    [shape],
    fields((all) => withField(all, 'id', (literal) => String(literal.length + 4711))),
  ),
  fault(
    'message-id-counted',
    'Counts messages in a number for an id.',
    [shape],
    counted((count) => String(count)),
  ),
  fault(
    'message-id-missing',
    'Leaves the id of a Message out.',
    [shape],
    fields((all) => withoutField(all, 'id')),
  ),
  fault(
    'message-id-null',
    'Sends null for the id of a Message.',
    [shape],
    fields((all) => withField(all, 'id', () => 'null')),
  ),
  fault(
    'message-text-missing',
    'Leaves the text of a Message out.',
    [shape],
    fields((all) => withoutField(all, 'message')),
  ),
  fault(
    'message-status-missing',
    'Leaves the status of a Message out.',
    [shape],
    fields((all) => withoutField(all, 'status')),
  ),
  fault(
    'message-time-missing',
    'Leaves createdAt out.',
    [shape],
    fields((all) => withoutField(all, 'createdAt')),
  ),
  fault(
    'message-time-null',
    'Sends null for createdAt.',
    [shape],
    at(() => 'null'),
  ),
  fault(
    'message-ids-equal',
    'Gives every message the same id.',
    [ids],
    fields((all) => withField(all, 'id', () => '"msg_1"')),
  ),
  fault(
    'message-id-from-length',
    'Gives messages of the same length the same id.',
    [ids],
    fields((all, text) => withField(all, 'id', () => quoted(`msg_${text.length}`))),
  ),
  fault(
    'message-id-empty',
    'Sends an empty id.',
    [ids],
    fields((all) => withField(all, 'id', () => '""')),
  ),
  fault(
    'message-ids-by-seconds',
    'Takes the second of the clock for an id.',
    [ids],
    replace('messageId', (_, server) => () => `msg_${Math.floor(server.clock.now() / 1000)}`),
  ),
  fault(
    'message-ids-in-pairs',
    'Gives two messages after one another the same id.',
    [ids],
    counted((count) => quoted(`msg_${Math.floor(count / 2)}`)),
  ),
  fault(
    'message-trimmed',
    'Cuts the spaces around a message off.',
    [echo],
    echoing((text) => text.trim()),
  ),
  fault(
    'message-composed',
    'Composes the accents of a message (NFC).',
    [echo],
    echoing((text) => text.normalize('NFC')),
  ),
  fault(
    'message-escaped-for-html',
    'Escapes a message for HTML.',
    [echo],
    echoing((text) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)),
  ),
  fault(
    'message-links-shortened',
    'Shortens the links in a message.',
    [echo],
    echoing((text) => text.replace(/https?:\/\/\S+/g, 'https://s.example/1')),
  ),
  fault(
    'message-read-as-form',
    'Takes + for a space and % for the start of a code in a message.',
    [echo],
    echoing((text) =>
      text
        .replace(/\+/g, ' ')
        .replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ),
    ),
  ),
  fault(
    'message-without-nul',
    'Drops NUL from a message.',
    [echo],
    echoing((text) => text.replaceAll('\u0000', '')),
  ),
  fault(
    'message-spaces-narrowed',
    'Writes a plain space for the spaces of other scripts in a message.',
    [echo],
    echoing((text) => text.replace(/[\u00a0\u3000]/g, ' ')),
  ),
  fault(
    'message-quotes-straightened',
    'Straightens the quotation marks of a message.',
    [echo],
    echoing((text) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
  ),
  fault(
    'message-in-small-letters',
    'Sends a message back in small letters.',
    [echo],
    echoing((text) => text.toLowerCase()),
  ),
  fault(
    'message-in-ascii',
    'Sends ? for letters beyond ASCII.',
    [echo],
    echoing((text) => text.replace(/[\u0080-\u{10ffff}]/gu, '?')),
  ),
  fault(
    'message-without-emoji',
    'Drops letters beyond 16 bits from a message.',
    [echo],
    echoing((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  ),
  fault(
    'message-read-as-latin-1',
    'Reads the bytes of a message as Latin-1.',
    [echo],
    echoing((text) => Buffer.from(text, 'utf8').toString('latin1')),
  ),
  fault(
    'message-cut-at-160',
    'Cuts a message off after 160 letters.',
    [echo],
    echoing((text) => text.slice(0, 160)),
  ),
  fault(
    'message-first-line-only',
    'Sends back the first line of a message.',
    [echo],
    echoing((text) => text.split('\n')[0] ?? ''),
  ),
  fault(
    'message-not-echoed',
    'Sends a text of its own back.',
    [echo],
    echoing(() => 'Message accepted'),
  ),
  fault(
    'message-status-sent',
    'Says that a fresh message was sent.',
    [queued],
    fields((all) => withField(all, 'status', () => '"sent"')),
  ),
  fault(
    'message-status-in-capitals',
    'Says QUEUED.',
    [queued],
    fields((all) => withField(all, 'status', () => '"QUEUED"')),
  ),
  fault(
    'message-status-pending',
    'Says that a fresh message is pending.',
    [queued],
    fields((all) => withField(all, 'status', () => '"pending"')),
  ),
  fault(
    'message-status-number',
    'Sends the status of a Message as a number.',
    [shape],
    fields((all) => withField(all, 'status', () => '0')),
  ),
  fault(
    'long-message-sent',
    'Says that a message of more than 100 letters was sent.',
    [queued],
    fields((all, text) =>
      withField(all, 'status', (literal) => (text.length > 100 ? '"sent"' : literal)),
    ),
  ),
  fault(
    'time-as-seconds',
    'Sends createdAt as a number of seconds.',
    [shape],
    at((time) => String(Math.floor(time.getTime() / 1000))),
  ),
  fault(
    'time-as-milliseconds-text',
    'Sends createdAt as a string of milliseconds.',
    [created],
    at((time) => quoted(String(time.getTime()))),
  ),
  fault(
    'time-without-zone',
    'Sends createdAt without a zone.',
    [created],
    asText((iso) => iso.replace('Z', '')),
  ),
  fault(
    'time-with-offset',
    'Sends createdAt two hours east of UTC.',
    [created],
    asText((_, time) => new Date(time.getTime() + 7_200_000).toISOString().replace('Z', '+02:00')),
  ),
  fault(
    'time-with-space',
    'Sends createdAt with a space between date and time, and no zone.',
    [created],
    asText((iso) => iso.replace('T', ' ').replace('Z', '')),
  ),
  fault(
    'time-with-space-and-zone',
    'Sends createdAt with a space between date and time.',
    ['messages.timestamp-form'],
    asText((iso) => iso.replace('T', ' ')),
  ),
  fault(
    'time-in-small-letters',
    'Sends createdAt with a small t and a small z.',
    ['messages.timestamp-form'],
    asText((iso) => iso.toLowerCase()),
  ),
  fault(
    'time-as-http-date',
    'Sends createdAt as a date of HTTP.',
    [created],
    asText((_, time) => time.toUTCString()),
  ),
  fault(
    'time-as-date-only',
    'Sends createdAt as a date without a time.',
    [created],
    asText((iso) => iso.slice(0, 10)),
  ),
  fault(
    'time-in-month-13',
    'Sends createdAt in month 13.',
    [created],
    asText((iso) => iso.replace(/^(\d{4})-\d\d/, '$1-13')),
  ),
  fault(
    'time-on-february-30',
    'Sends createdAt on 30 February.',
    [created],
    asText((iso) => iso.replace(/^(\d{4})-\d\d-\d\d/, '$1-02-30')),
  ),
  fault(
    'time-at-hour-25',
    'Sends createdAt at hour 25.',
    [created],
    asText((iso) => iso.replace(/T\d\d/, 'T25')),
  ),
  fault(
    'time-with-slashes',
    'Sends createdAt with slashes in its date.',
    [created],
    asText((iso) => iso.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1')),
  ),
  fault(
    'time-empty',
    'Sends an empty createdAt.',
    [created],
    asText(() => ''),
  ),
  fault(
    'time-in-words',
    'Sends now for createdAt.',
    [created],
    asText(() => 'now'),
  ),
  fault(
    'time-local-as-utc',
    'Calls the time of a place two hours east UTC.',
    [recent],
    shifted(7_200_000),
  ),
  fault('time-a-day-late', 'Sends a createdAt of yesterday.', [recent], shifted(-86_400_000)),
  fault(
    'time-of-1970',
    'Sends a createdAt of 1970.',
    [recent],
    asText(() => '1970-01-01T00:00:00Z'),
  ),
  fault(
    'time-of-first-message',
    'Sends the createdAt of the first message of all.',
    [recent],
    asText(() => '2020-01-01T00:00:00.000Z'),
  ),
  fault(
    'time-in-year-5-digits',
    'Takes milliseconds for seconds in createdAt.',
    [created],
    at((time) => quoted(new Date(time.getTime() * 1000).toISOString())),
  ),
];

function counted(write: (count: number) => string): Fault['change'] {
  return (server) => {
    let count = 0;
    replace(
      'messageFields',
      (messageFields) => (text, call) =>
        withField(messageFields(text, call), 'id', () => write((count += 1))),
    )(server);
  };
}
