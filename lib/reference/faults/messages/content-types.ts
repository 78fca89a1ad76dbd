// Faults of clause 4.5: the content type of a message.
import { before, replace, type Change } from '../../changes/change.js';
import { refuse } from '../../changes/refusals.js';
import { typeIn } from '../../changes/requests.js';
import { breaking, each, eachOf, type Fault } from '../fault.js';

/** Accepts more content types. */
const passing = (type: RegExp): Change =>
  replace('requireMessageType', (require) => (call) => {
    if (!type.test(typeIn(call))) require(call);
  });
const refusingType = (status: number, type: RegExp): Change =>
  before('requireMessageType', (call) => {
    if (type.test(typeIn(call))) refuse(status);
  });
const refusingNoJson = (status: number): Change => refusingType(status, /^(?!application\/json)/i);

export const messagesContentTypes: readonly Fault[] = [
  ...breaking('messages.content-type', {
    'message-any-type-taken': ['Does not check the content type of a message.', passing(/^/)],
    ...each('Accepts a message %s.', passing, {
      'message-any-range-taken': ['with the content type */*', /^\*\/\*/],
      'message-text-type-taken': ['with the content type text/plain', /^text\/plain/i],
      'message-form-type-taken': [
        'with the content type of a form',
        /^application\/x-www-form-urlencoded/i,
      ],
      'message-type-by-part': ['whose content type contains json anywhere', /json/i],
      'message-script-type-taken': [
        'with the content type application/javascript',
        /^application\/javascript/i,
      ],
      'message-type-in-parameter-taken': [
        'whose content type names JSON only in a parameter',
        /;.*application\/json/i,
      ],
      'message-multipart-taken': ['with a multipart content type', /^multipart\//],
    }),
    ...eachOf(
      'message-type-%s',
      'Returns %s for a message whose content type is not JSON.',
      [500, 406],
      refusingNoJson,
    ),
  }),
  ...breaking('messages.charset', {
    'message-charset-refused': [
      'Refuses a message if its content type has a charset.',
      refusingType(400, /^application\/json.*charset/i),
    ],
    'message-charset-500': [
      'Returns 500 for a message if its content type has a charset.',
      refusingType(500, /^application\/json.*;/i),
    ],
  }),
  ...breaking('messages.type-letter-case', {
    'message-type-in-capitals-refused': [
      'Returns 415 for a message that is sent as Application/JSON.',
      refusingType(415, /^Application\/JSON$/),
    ],
  }),
  ...breaking('messages.content-type-400', {
    'message-type-415': [
      'Returns 415 for a message whose content type is not JSON.',
      refusingNoJson(415),
    ],
  }),
];
