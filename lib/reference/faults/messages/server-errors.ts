// Faults of clause 4.5: messages that the server fails at.
import { before } from '../../changes/change.js';
import { refuse, refusingText } from '../../changes/refusals.js';
import { hasEmoji } from '../../changes/texts.js';
import { breaking, type Fault } from '../fault.js';

export const messagesServerErrors: readonly Fault[] = [
  ...breaking('messages.no-server-error', {
    'long-message-fails': [
      'Fails with 500 for a message of more than 1,000 letters.',
      refusingText(500, (text) => text.length > 1000),
    ],
    'emoji-in-message-fails': [
      'Fails with 500 for a letter beyond 16 bits in a message.',
      refusingText(500, hasEmoji),
    ],
    'message-null-500': [
      'Fails with 500 for a message that is null.',
      before('textOf', (body) => {
        if (body.get('message') === null) refuse(500);
      }),
    ],
    'message-unknown-member-500': [
      'Fails with 500 for a property of a message that it does not know.',
      before('textOf', (body) => {
        if (body.size > 1) refuse(500);
      }),
    ],
  }),
];
