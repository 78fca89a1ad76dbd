// Faults of clause 4.5: the content type of a message.
import { before, replace, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { typeIn } from '../../changes/requests.js';
import { breaking, type Fault } from '../fault.js';

/** Content types that pass as well. */
const passing = (type: RegExp): Change =>
  replace('requireMessageType', (require) => (call) => {
    if (!type.test(typeIn(call))) require(call);
  });
const refusingType = (status: number, when: (type: string) => boolean): Change =>
  before('requireMessageType', (call) => {
    if (when(typeIn(call))) refuse(status);
  });
const isJsonType = (type: string): boolean => /^application\/json/i.test(type);

export const messagesContentTypes: readonly Fault[] = [
  ...breaking('messages.content-type', {
    'message-any-type-taken': ['Looks at no content type when a message is sent.', passing(/^/)],
    'message-any-range-taken': ['Takes a message as any type at all (*/*).', passing(/^\*\/\*/)],
    'message-text-type-taken': ['Takes a message as text/plain.', passing(/^text\/plain/i)],
    'message-form-type-taken': [
      'Takes a message with the content type of a form.',
      passing(/^application\/x-www-form-urlencoded/i),
    ],
    'message-type-by-part': [
      'Takes a message whose content type has json in it somewhere.',
      passing(/json/i),
    ],
    'message-script-type-taken': [
      'Takes a message as application/javascript.',
      passing(/^application\/javascript/i),
    ],
    'message-type-in-parameter-taken': [
      'Takes a message with a content type that names JSON in a parameter.',
      passing(/;.*application\/json/i),
    ],
    'message-type-500': [
      'Fails with 500 for another content type of a message.',
      refusingType(500, (type) => !isJsonType(type)),
    ],
    'message-type-406': [
      'Refuses another content type of a message with 406.',
      refusingType(406, (type) => !isJsonType(type)),
    ],
    'message-multipart-taken': ['Takes a message as multipart.', passing(/^multipart\//)],
  }),
  ...breaking('messages.charset', {
    'message-charset-refused': [
      'Refuses a content type with a charset.',
      refusingType(400, (type) => isJsonType(type) && type.includes('charset')),
    ],
    'message-charset-500': [
      'Fails with 500 for a content type with a charset.',
      refusingType(500, (type) => isJsonType(type) && type.includes(';')),
    ],
  }),
  ...breaking('messages.type-letter-case', {
    'message-type-in-capitals-refused': [
      'Refuses a message as Application/JSON with 415.',
      refusingType(415, (type) => type === 'Application/JSON'),
    ],
  }),
  ...breaking('messages.content-type-400', {
    'message-type-415': [
      'Refuses another content type of a message with 415.',
      refusingType(415, (type) => !isJsonType(type)),
    ],
  }),
];
