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
  withoutLastSplit,
} from '../../changes/texts.js';
import { header } from '../../request.js';
import { breaking, each, type Fault } from '../fault.js';

const echoing = (alter: (text: string) => string): Change => after('textOf', (text) => alter(text));
const removing = (pattern: RegExp): Change => echoing((text) => text.replace(pattern, ''));
const replacing = ([pattern, by]: readonly [pattern: RegExp, by: string]): Change =>
  echoing((text) => text.replace(pattern, by));

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
      replacing([/https?:\/\/\S+/g, 'https://s.example/1']),
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
    'message-as-format': [
      'Treats %d in a message as a placeholder for a number.',
      replacing([/%d/g, '0']),
    ],
    'message-like-a-time-reformatted': [
      'Reads a message that is a time, and writes it in another way.',
      echoing((text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toUTCString() : text)),
    ],
    ...each('Removes %s from a message.', removing, {
      'message-without-marks-of-direction': ['direction marks', /[\u200e\u200f\u2066-\u2069]/g],
      'message-without-mentions': ['mentions', /@\w+/g],
      'message-without-nul': ['NUL', /\0/g],
      'message-without-emoji': [
        'characters beyond U+FFFF, such as emoji,',
        /[\u{10000}-\u{10ffff}]/gu,
      ],
    }),
    ...each('Removes %s a message.', replacing, {
      'message-without-markdown': ['Markdown from', [/[*_](\w+)[*_]/g, '$1']],
      'message-without-blank-lines': ['blank lines from', [/\n{2,}/g, '\n']],
      'message-crlf': ['the carriage return before a line feed in', [/\r\n/g, '\n']],
    }),
    ...each('Replaces %s.', replacing, {
      'message-line-separator-to-feed': [
        'a line separator in a message with a line feed',
        [/[\u2028\u2029]/g, '\n'],
      ],
      'message-spaces-narrowed': [
        'the spaces of other scripts in a message with ordinary ones',
        [/[\u00a0\u3000]/g, ' '],
      ],
      'message-tab': ['a tab in a message with a space', [/\t/g, ' ']],
    }),
    ...each('Masks %s in a message.', replacing, {
      'message-without-addresses': ['e-mail addresses', [/\S+@\S+/g, '***']],
      'message-without-card-numbers': ['long numbers', [/\d{13,}/g, '****']],
    }),
    'message-word-true-as-python': [
      'Returns True instead of the message true.',
      replacing([/^true$/, 'True']),
    ],
    'message-json-rewritten': ['Reformats a message that is JSON.', echoing(rewritten)],
    'message-quotes-straightened': [
      'Straightens the quotation marks of a message.',
      echoing((text) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
    ],
    'message-in-small-letters': ['Returns a message in lower case.', echoing(inSmallLetters)],
    'message-in-ascii': ['Replaces non-ASCII characters in a message with ?.', echoing(inAscii)],
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
    'message-charset-read-as-latin-1': [
      'Decodes a message as Latin-1 if its content type has a charset.',
      after('textOf', (text, _body, { request }) =>
        /charset/i.test(header(request, 'content-type') ?? '') ? readAsLatin1(text) : text,
      ),
    ],
    'message-first-line-only': [
      'Returns only the first line of a message.',
      replacing([/\n.*/s, '']),
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
    'message-double-space': [
      'Collapses several spaces in a message into one.',
      echoing(withSingleSpaces),
    ],
  }),
];
