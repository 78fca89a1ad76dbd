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
  withoutLastSplit,
} from '../../changes/texts.js';
import { header } from '../../request.js';
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
    'message-trimmed': ['Trims the spaces around a message.', echoing(trimmed)],
    'message-composed': ['Returns a message in composed form (NFC).', echoing(composed)],
    'message-escaped-for-html': ['Escapes a message for HTML.', echoing(escapedForHtml)],
    'message-links-shortened': [
      'Shortens the links in a message.',
      echoing((text) => text.replace(/https?:\/\/\S+/g, 'https://s.example/1')),
    ],
    'message-read-as-form': [
      'Decodes + and percent-encoding in a message.',
      echoing((text) =>
        text
          .replace(/\+/g, ' ')
          .replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          ),
      ),
    ],
    'message-without-marks-of-direction': [
      'Removes direction marks from a message.',
      echoing((text) => text.replace(/[\u200e\u200f\u2066-\u2069]/g, '')),
    ],
    'message-without-non-joiner': [
      'Removes the zero-width non-joiner from a message.',
      echoing((text) => text.replaceAll('\u200c', '')),
    ],
    'message-as-format': [
      'Treats %d in a message as a placeholder for a number.',
      echoing((text) => text.replaceAll('%d', '0')),
    ],
    'message-as-replacement': [
      'Treats $& in a message as a replacement pattern.',
      echoing((text) => text.replaceAll('$&', '')),
    ],
    'message-escapes-read-twice': [
      'Decodes JSON escapes in a message twice.',
      echoing((text) =>
        text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ),
      ),
    ],
    'message-without-markdown': [
      'Removes Markdown from a message.',
      echoing((text) => text.replace(/[*_](\w+)[*_]/g, '$1')),
    ],
    'message-without-mentions': [
      'Removes mentions from a message.',
      echoing((text) => text.replace(/@\w+/g, '')),
    ],
    'message-with-smileys': [
      'Replaces emoticons in a message with emoji.',
      echoing((text) => text.replaceAll(':)', '\u{1f642}')),
    ],
    'message-with-dashes': [
      'Replaces two hyphens in a message with a dash.',
      echoing((text) => text.replaceAll('--', '\u2013')),
    ],
    'message-without-addresses': [
      'Masks e-mail addresses in a message.',
      echoing((text) => text.replace(/\S+@\S+/g, '***')),
    ],
    'message-without-card-numbers': [
      'Masks long numbers in a message.',
      echoing((text) => text.replace(/\d{13,}/g, '****')),
    ],
    'message-like-a-time-reformatted': [
      'Reads a message that is a time, and writes it in another way.',
      echoing((text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toUTCString() : text)),
    ],
    'message-word-true-as-python': [
      'Returns True instead of the message true.',
      echoing((text) => (text === 'true' ? 'True' : text)),
    ],
    'message-json-rewritten': [
      'Reformats a message that is JSON.',
      echoing((text) => rewritten(text)),
    ],
    'message-without-blank-lines': [
      'Removes blank lines from a message.',
      echoing((text) => text.replace(/\n{2,}/g, '\n')),
    ],
    'message-line-separator-to-feed': [
      'Replaces a line separator in a message with a line feed.',
      echoing((text) => text.replace(/[\u2028\u2029]/g, '\n')),
    ],
    'message-without-nul': [
      'Removes NUL from a message.',
      echoing((text) => text.replaceAll('\u0000', '')),
    ],
    'message-spaces-narrowed': [
      'Replaces the spaces of other scripts in a message with ordinary ones.',
      echoing((text) => text.replace(/[\u00a0\u3000]/g, ' ')),
    ],
    'message-quotes-straightened': [
      'Straightens the quotation marks of a message.',
      echoing((text) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
    ],
    'message-in-small-letters': ['Returns a message in lower case.', echoing(inSmallLetters)],
    'message-in-ascii': ['Replaces non-ASCII characters in a message with ?.', echoing(inAscii)],
    'message-without-emoji': [
      'Removes characters beyond U+FFFF, such as emoji, from a message.',
      echoing(withoutEmoji),
    ],
    'message-read-as-latin-1': [
      'Decodes the bytes of a message as Latin-1.',
      echoing(readAsLatin1),
    ],
    'message-chunks-decoded-one-by-one': [
      'Decodes each chunk of a message separately, and so loses a character that is split.',
      after('textOf', (text, _body, { request }) =>
        header(request, 'transfer-encoding') === undefined ? text : withoutLastSplit(text),
      ),
    ],
    'message-first-line-only': [
      'Returns only the first line of a message.',
      echoing((text) => text.split('\n')[0] ?? ''),
    ],
    'message-not-echoed-for-charset': [
      'Returns a fixed text instead of a message that is sent with a charset parameter.',
      after('textOf', (text, _body, { request }) =>
        /charset/.test(header(request, 'content-type') ?? '') ? 'Message accepted' : text,
      ),
    ],
    'message-not-echoed': [
      'Returns a fixed text instead of the message.',
      echoing(() => 'Message accepted'),
    ],
    'message-cut-at-8192': [
      'Truncates a message after 8,192 characters.',
      echoing((text) => text.slice(0, 8192)),
    ],
    'message-crlf': [
      'Removes the carriage return before a line feed in a message.',
      echoing((text) => text.replace(/\r\n/g, '\n')),
    ],
    'message-tab': [
      'Replaces a tab in a message with a space.',
      echoing((text) => text.replace(/\t/g, ' ')),
    ],
    'message-double-space': [
      'Collapses several spaces in a message into one.',
      echoing(withSingleSpaces),
    ],
  }),
];
