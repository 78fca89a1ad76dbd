// Faults of clause 4.5: messages on which the server fails.
import { before } from '../../changes/change.js';
import { refuse, refusingText } from '../../changes/refusals.js';
import { hasEmoji } from '../../changes/texts.js';
import { breaking, type Fault } from '../fault.js';

export const messagesServerErrors: readonly Fault[] = [
  ...breaking('messages.no-server-error', {
    'long-message-fails': [
      'Returns 500 for a message of more than 1,000 characters.',
      refusingText(500, (text) => text.length > 1000),
    ],
    'emoji-in-message-fails': [
      'Returns 500 for a message with a character beyond U+FFFF, such as an emoji.',
      refusingText(500, hasEmoji),
    ],
    'message-null-500': [
      'Returns 500 for a message that is null.',
      before('textOf', (body) => {
        if (body.get('message') === null) refuse(500);
      }),
    ],
    'message-unknown-member-500': [
      'Returns 500 for a message with an unknown member.',
      before('textOf', (body) => {
        if (body.size > 1) refuse(500);
      }),
    ],
  }),
];
