// Faults of clause 4.5: the content type of a message.
import { before, replace, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { typeIn } from '../../changes/requests.js';
import { breaking, type Fault } from '../fault.js';

/** Accepts more content types. */
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
    'message-any-type-taken': ['Does not check the content type of a message.', passing(/^/)],
    'message-any-range-taken': ['Accepts a message with the content type */*.', passing(/^\*\/\*/)],
    'message-text-type-taken': [
      'Accepts a message with the content type text/plain.',
      passing(/^text\/plain/i),
    ],
    'message-form-type-taken': [
      'Accepts a message with the content type of a form.',
      passing(/^application\/x-www-form-urlencoded/i),
    ],
    'message-type-by-part': [
      'Accepts a message whose content type contains json anywhere.',
      passing(/json/i),
    ],
    'message-script-type-taken': [
      'Accepts a message with the content type application/javascript.',
      passing(/^application\/javascript/i),
    ],
    'message-type-in-parameter-taken': [
      'Accepts a message whose content type names JSON only in a parameter.',
      passing(/;.*application\/json/i),
    ],
    'message-type-500': [
      'Returns 500 for a message whose content type is not JSON.',
      refusingType(500, (type) => !isJsonType(type)),
    ],
    'message-type-406': [
      'Returns 406 for a message whose content type is not JSON.',
      refusingType(406, (type) => !isJsonType(type)),
    ],
    'message-multipart-taken': [
      'Accepts a message with a multipart content type.',
      passing(/^multipart\//),
    ],
  }),
  ...breaking('messages.charset', {
    'message-charset-refused': [
      'Refuses a message if its content type has a charset.',
      refusingType(400, (type) => isJsonType(type) && type.includes('charset')),
    ],
    'message-charset-500': [
      'Returns 500 for a message if its content type has a charset.',
      refusingType(500, (type) => isJsonType(type) && type.includes(';')),
    ],
  }),
  ...breaking('messages.type-letter-case', {
    'message-type-in-capitals-refused': [
      'Returns 415 for a message that is sent as Application/JSON.',
      refusingType(415, (type) => type === 'Application/JSON'),
    ],
  }),
  ...breaking('messages.content-type-400', {
    'message-type-415': [
      'Returns 415 for a message whose content type is not JSON.',
      refusingType(415, (type) => !isJsonType(type)),
    ],
  }),
];
