// Which rules fail besides those that the faults are made for. Measured, and written by `npm run knock-on` and vitest -u.
import type { KnockOn } from '../row.js';

export const messages: KnockOn = {
  'emoji-in-message-fails': { fails: ['messages.accepted'] },
  'message-absent-500': { fails: ['messages.letter-case', 'messages.no-server-error'] },
  'message-absent-taken': { fails: ['messages.letter-case'] },
  'message-body-null-500': { fails: ['messages.no-server-error'] },
  'message-charset-500': { fails: ['messages.no-server-error'] },
  'message-fails': { fails: ['messages.no-server-error'] },
  'message-key-any-header': { fails: ['messages.key-first'] },
  'message-key-in-query': { fails: ['messages.key-first', 'messages.other-places'] },
  'message-key-length': { fails: ['messages.key-first'] },
  'message-key-not-checked': { fails: ['messages.key-first', 'messages.other-places', 'messages.wrong-key'] },
  'message-key-only-present': { fails: ['messages.key-first'] },
  'message-key-only-when-present': { fails: ['messages.key-first', 'messages.other-places'] },
  'message-key-unchecked-once-in-4': { mayFail: ['messages.key-first', 'messages.missing-key', 'messages.other-places'] },
  'message-missing-key-403': { fails: ['messages.key-first', 'messages.wrong-key'] },
  'message-missing-key-500': { fails: ['messages.key-first', 'messages.no-server-error', 'messages.wrong-key'] },
  'message-null-500': { fails: ['messages.text-is-string'] },
  'message-text-member-taken': { fails: ['messages.letter-case'] },
  'message-truncated-taken': { fails: ['messages.nearly-json'] },
  'message-type-500': { fails: ['messages.no-server-error'] },
  'message-unreadable-500': { fails: ['messages.nearly-json', 'messages.no-server-error'] },
  'message-unreadable-taken': { fails: ['messages.nearly-json'] },
  'message-wrong-key-403': { fails: ['messages.key-first'] },
  'message-wrong-key-500': { fails: ['messages.key-first', 'messages.no-server-error'] },
};
