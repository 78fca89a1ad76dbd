// Faults of clause 2: the time at which a message was created.
import { after, type Change } from '../../changes/change.js';
import { breaking, type Fault } from '../fault.js';

const writing = (write: (iso: string, time: Date) => string): Change =>
  after('createdAt', (iso) => write(iso, new Date(iso)));
const hoursLater = (time: Date, hours: number): string =>
  new Date(time.getTime() + hours * 3_600_000).toISOString();

export const messagesTimestamps: readonly Fault[] = [
  ...breaking('messages.created-at', {
    'time-as-milliseconds-text': [
      'Sends createdAt as a string of milliseconds.',
      writing((_, time) => String(time.getTime())),
    ],
    'time-without-zone': [
      'Sends createdAt without a zone.',
      writing((iso) => iso.replace('Z', '')),
    ],
    'time-with-offset': [
      'Sends createdAt two hours east of UTC.',
      writing((_, time) => hoursLater(time, 2).replace('Z', '+02:00')),
    ],
    'time-with-space': [
      'Sends createdAt with a space between date and time, and no zone.',
      writing((iso) => iso.replace('T', ' ').replace('Z', '')),
    ],
    'time-as-http-date': [
      'Sends createdAt as a date of HTTP.',
      writing((_, time) => time.toUTCString()),
    ],
    'time-as-date-only': [
      'Sends createdAt as a date without a time.',
      writing((iso) => iso.slice(0, 10)),
    ],
    'time-in-month-13': [
      'Sends createdAt in month 13.',
      writing((iso) => iso.replace(/^(\d{4})-\d\d/, '$1-13')),
    ],
    'time-on-february-30': [
      'Sends createdAt on 30 February.',
      writing((iso) => iso.replace(/^(\d{4})-\d\d-\d\d/, '$1-02-30')),
    ],
    'time-at-hour-25': [
      'Sends createdAt at hour 25.',
      writing((iso) => iso.replace(/T\d\d/, 'T25')),
    ],
    'time-with-slashes': [
      'Sends createdAt with slashes in its date.',
      writing((iso) => iso.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1')),
    ],
    'time-empty': ['Sends an empty createdAt.', writing(() => '')],
    'time-in-year-5-digits': [
      'Takes milliseconds for seconds in createdAt.',
      writing((_, time) => new Date(time.getTime() * 1000).toISOString()),
    ],
  }),
  ...breaking('messages.recent', {
    'time-local-as-utc': [
      'Calls the time of a place two hours east UTC.',
      writing((_, time) => hoursLater(time, 2)),
    ],
    'time-a-day-late': [
      'Sends a createdAt of yesterday.',
      writing((_, time) => hoursLater(time, -24)),
    ],
    'time-of-1970': ['Sends a createdAt of 1970.', writing(() => '1970-01-01T00:00:00Z')],
    'message-time-of-noon': [
      'Sends noon for the time of day in createdAt.',
      writing((iso) => iso.replace(/T.*/, 'T12:00:00Z')),
    ],
  }),
  ...breaking('messages.timestamp-form', {
    'time-with-space-and-zone': [
      'Sends createdAt with a space between date and time.',
      writing((iso) => iso.replace('T', ' ')),
    ],
    'time-in-small-letters': [
      'Sends createdAt with a small t and a small z.',
      writing((iso) => iso.toLowerCase()),
    ],
  }),
];
