// Faults of clause 2: the text of a message does not come back as it was sent.
import { after, type Change } from '../../changes/change.js';
import {
  composed,
  escapedForHtml,
  inAscii,
  inSmallLetters,
  readAsLatin1,
  trimmed,
  withSingleSpaces,
  withoutEmoji,
} from '../../changes/texts.js';
import { breaking, type Fault } from '../fault.js';

const echoing = (alter: (text: string) => string): Change => after('textOf', (text) => alter(text));

export const messagesEcho: readonly Fault[] = [
  ...breaking('messages.echo', {
    'message-trimmed': ['Cuts the spaces around a message off.', echoing(trimmed)],
    'message-composed': ['Composes the accents of a message (NFC).', echoing(composed)],
    'message-escaped-for-html': ['Escapes a message for HTML.', echoing(escapedForHtml)],
    'message-links-shortened': [
      'Shortens the links in a message.',
      echoing((text) => text.replace(/https?:\/\/\S+/g, 'https://s.example/1')),
    ],
    'message-read-as-form': [
      'Takes + for a space and % for the start of a code in a message.',
      echoing((text) =>
        text
          .replace(/\+/g, ' ')
          .replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          ),
      ),
    ],
    'message-without-nul': [
      'Drops NUL from a message.',
      echoing((text) => text.replaceAll('\u0000', '')),
    ],
    'message-spaces-narrowed': [
      'Writes a plain space for the spaces of other scripts in a message.',
      echoing((text) => text.replace(/[\u00a0\u3000]/g, ' ')),
    ],
    'message-quotes-straightened': [
      'Straightens the quotation marks of a message.',
      echoing((text) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
    ],
    'message-in-small-letters': ['Sends a message back in small letters.', echoing(inSmallLetters)],
    'message-in-ascii': ['Sends ? for letters beyond ASCII.', echoing(inAscii)],
    'message-without-emoji': [
      'Drops letters beyond 16 bits from a message.',
      echoing(withoutEmoji),
    ],
    'message-read-as-latin-1': ['Reads the bytes of a message as Latin-1.', echoing(readAsLatin1)],
    'message-first-line-only': [
      'Sends back the first line of a message.',
      echoing((text) => text.split('\n')[0] ?? ''),
    ],
    'message-not-echoed': ['Sends a text of its own back.', echoing(() => 'Message accepted')],
    'message-cut-at-8192': [
      'Cuts a message off after 8,192 letters.',
      echoing((text) => text.slice(0, 8192)),
    ],
    'message-crlf': [
      'Drops the carriage return before a line feed in a message.',
      echoing((text) => text.replace(/\r\n/g, '\n')),
    ],
    'message-tab': [
      'Makes a space of a tab in a message.',
      echoing((text) => text.replace(/\t/g, ' ')),
    ],
    'message-double-space': ['Makes one space of several in a message.', echoing(withSingleSpaces)],
  }),
];
