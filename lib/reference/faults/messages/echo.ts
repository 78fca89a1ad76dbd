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

function rewritten(text: string): string {
  try {
    return /^[[{]/.test(text) ? JSON.stringify(JSON.parse(text)) : text;
  } catch {
    return text;
  }
}

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
    'message-without-marks-of-direction': [
      'Drops marks of direction from a message.',
      echoing((text) => text.replace(/[\u200e\u200f\u2066-\u2069]/g, '')),
    ],
    'message-without-non-joiner': [
      'Drops the zero-width non-joiner from a message.',
      echoing((text) => text.replaceAll('\u200c', '')),
    ],
    'message-as-format': [
      'Takes %d in a message for the place of a number.',
      echoing((text) => text.replaceAll('%d', '0')),
    ],
    'message-as-replacement': [
      'Takes $& in a message for the whole of another text.',
      echoing((text) => text.replaceAll('$&', '')),
    ],
    'message-escapes-read-twice': [
      'Reads the escapes of JSON in a message twice.',
      echoing((text) =>
        text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ),
      ),
    ],
    'message-without-markdown': [
      'Drops the signs of Markdown from a message.',
      echoing((text) => text.replace(/[*_](\w+)[*_]/g, '$1')),
    ],
    'message-without-mentions': [
      'Drops mentions from a message.',
      echoing((text) => text.replace(/@\w+/g, '')),
    ],
    'message-with-smileys': [
      'Makes emoji of the smileys in a message.',
      echoing((text) => text.replaceAll(':)', '\u{1f642}')),
    ],
    'message-with-dashes': [
      'Makes a dash of two hyphens in a message.',
      echoing((text) => text.replaceAll('--', '\u2013')),
    ],
    'message-without-addresses': [
      'Masks mail addresses in a message.',
      echoing((text) => text.replace(/\S+@\S+/g, '***')),
    ],
    'message-without-card-numbers': [
      'Masks long numbers in a message.',
      echoing((text) => text.replace(/\d{13,}/g, '****')),
    ],
    'message-word-true-as-python': [
      'Writes the message true as True.',
      echoing((text) => (text === 'true' ? 'True' : text)),
    ],
    'message-json-rewritten': [
      'Writes a message that is JSON anew.',
      echoing((text) => rewritten(text)),
    ],
    'message-without-blank-lines': [
      'Drops blank lines from a message.',
      echoing((text) => text.replace(/\n{2,}/g, '\n')),
    ],
    'message-line-separator-to-feed': [
      'Makes a line feed of a line separator in a message.',
      echoing((text) => text.replace(/[\u2028\u2029]/g, '\n')),
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
