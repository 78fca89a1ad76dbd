// Faults of clause 2: the time at which a message was created.
import { after, type Change } from '../../changes/change.js';
import { messageFieldFromRequest } from '../../changes/shown.js';
import { breaking, each, type Fault } from '../fault.js';

const writing = (write: (iso: string, time: Date) => string): Change =>
  after('createdAt', (iso) => write(iso, new Date(iso)));
const hoursLater = (time: Date, hours: number): string =>
  new Date(time.getTime() + hours * 3_600_000).toISOString();

export const messagesTimestamps: readonly Fault[] = [
  ...breaking('messages.created-at', {
    'message-time-from-request': [
      'Returns a createdAt that was sent with a message.',
      messageFieldFromRequest('createdAt'),
    ],
    ...each('Returns createdAt %s.', writing, {
      'time-as-milliseconds-text': [
        'as a string of milliseconds',
        (_, time) => String(time.getTime()),
      ],
      'time-without-zone': ['without a time zone', (iso) => iso.replace('Z', '')],
      'time-with-offset': [
        'with an offset of two hours from UTC',
        (_, time) => hoursLater(time, 2).replace('Z', '+02:00'),
      ],
      'time-as-http-date': ['as an HTTP date', (_, time) => time.toUTCString()],
      'time-on-february-30': [
        'with the date 30 February',
        (iso) => iso.replace(/^(\d{4})-\d\d-\d\d/, '$1-02-30'),
      ],
      'time-at-hour-25': ['with hour 25', (iso) => iso.replace(/T\d\d/, 'T25')],
    }),
    'time-in-year-5-digits': [
      'Treats milliseconds as seconds in createdAt.',
      writing((_, time) => new Date(time.getTime() * 1000).toISOString()),
    ],
  }),
  ...breaking('messages.recent', {
    'time-local-as-utc': [
      'Returns the local time of a zone two hours east as UTC.',
      writing((_, time) => hoursLater(time, 2)),
    ],
    'time-of-first-message': [
      'Returns the createdAt of the first message for every later one.',
      (server) => {
        let first: string | undefined;
        writing((iso) => (first ??= iso))(server);
      },
    ],
    'time-of-1970': ['Returns a date in 1970 in createdAt.', writing(() => '1970-01-01T00:00:00Z')],
  }),
  ...breaking(
    'messages.timestamp-form',
    each('Returns createdAt %s.', writing, {
      'time-with-space-and-zone': [
        'with a space between date and time',
        (iso) => iso.replace('T', ' '),
      ],
      'time-in-small-letters': ['with t and z in lower case', (iso) => iso.toLowerCase()],
    }),
  ),
];
