// Faults of clause 2: the time at which a message was created.
import { after, type Change } from '../../changes/change.js';
import { messageFieldFromRequest } from '../../changes/shown.js';
import { breaking, type Fault } from '../fault.js';

const writing = (write: (iso: string, time: Date) => string): Change =>
  after('createdAt', (iso) => write(iso, new Date(iso)));
const hoursLater = (time: Date, hours: number): string =>
  new Date(time.getTime() + hours * 3_600_000).toISOString();

export const messagesTimestamps: readonly Fault[] = [
  ...breaking('messages.created-at', {
    'time-as-milliseconds-text': [
      'Returns createdAt as a string of milliseconds.',
      writing((_, time) => String(time.getTime())),
    ],
    'message-time-from-request': [
      'Returns a createdAt that was sent with a message.',
      messageFieldFromRequest('createdAt'),
    ],
    'time-without-zone': [
      'Returns createdAt without a time zone.',
      writing((iso) => iso.replace('Z', '')),
    ],
    'time-with-offset': [
      'Returns createdAt with an offset of two hours from UTC.',
      writing((_, time) => hoursLater(time, 2).replace('Z', '+02:00')),
    ],
    'time-with-space': [
      'Returns createdAt with a space between date and time, and without a time zone.',
      writing((iso) => iso.replace('T', ' ').replace('Z', '')),
    ],
    'time-as-http-date': [
      'Returns createdAt as an HTTP date.',
      writing((_, time) => time.toUTCString()),
    ],
    'time-as-date-only': [
      'Returns createdAt as a date without a time.',
      writing((iso) => iso.slice(0, 10)),
    ],
    'time-in-month-13': [
      'Returns createdAt with month 13.',
      writing((iso) => iso.replace(/^(\d{4})-\d\d/, '$1-13')),
    ],
    'time-on-february-30': [
      'Returns createdAt with the date 30 February.',
      writing((iso) => iso.replace(/^(\d{4})-\d\d-\d\d/, '$1-02-30')),
    ],
    'time-at-hour-25': [
      'Returns createdAt with hour 25.',
      writing((iso) => iso.replace(/T\d\d/, 'T25')),
    ],
    'time-with-slashes': [
      'Returns createdAt with slashes in its date.',
      writing((iso) => iso.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1')),
    ],
    'time-empty': ['Returns an empty createdAt.', writing(() => '')],
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
    'time-a-day-late': [
      "Returns yesterday's date in createdAt.",
      writing((_, time) => hoursLater(time, -24)),
    ],
    'time-of-1970': ['Returns a date in 1970 in createdAt.', writing(() => '1970-01-01T00:00:00Z')],
    'message-time-of-noon': [
      'Always returns noon as the time in createdAt.',
      writing((iso) => iso.replace(/T.*/, 'T12:00:00Z')),
    ],
  }),
  ...breaking('messages.timestamp-form', {
    'time-with-space-and-zone': [
      'Returns createdAt with a space between date and time.',
      writing((iso) => iso.replace('T', ' ')),
    ],
    'time-in-small-letters': [
      'Returns createdAt with t and z in lower case.',
      writing((iso) => iso.toLowerCase()),
    ],
  }),
];
