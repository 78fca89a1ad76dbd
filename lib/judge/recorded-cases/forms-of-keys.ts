// How many wrong keys a run tries, and which, depends on the form of its own key: without a letter, for example, no
// letter is in the other case. A report does not contain the form, so its cases are compared with those of each.
import { wrongKeys } from '../../contract/values/values.js';
import { credentialsOf } from '../rules/credentials.js';
import type { Credentials } from '../rules/setup.js';
import { noKey } from './cassette.js';

/** Of a key whose first letter alone is small, or a capital, the other case of that letter makes another wrong key. */
const letters = [
  'nokeyatall',
  'NOKEYATALL',
  'NoKeyAtAll',
  '7081547',
  'Nokeyatall',
  'nOKEYATALL',
  'n081547',
  'N081547',
];
const signs = ['', '-', '.', '/+'];
/** There are short keys and long ones of each length modulo four, as a long one may be base64, which ignores some bits. */
const ends = ['0123', '01234', '012345', '0123456'].flatMap((end) => [
  end,
  `${end}=`,
  `${end}==`,
  `${end}-`,
]);

/** One part, or three with dots between them, as a JSON Web Token has. */
const whole = [(part: string) => part, (part: string) => `${part}.${part}.${part}`];

function* keys(): Iterable<string> {
  for (const inAll of whole)
    for (const letter of letters)
      for (const sign of signs)
        for (const end of ends)
          for (const longer of ['', '081547']) yield inAll(letter + longer + sign + end);
}

const formOf = (key: string): string =>
  wrongKeys(key)
    .map(({ label }) => label)
    .join();

/** Whether cases that were sent with this key can be judged again by somebody who does not have it. */
export function isOfKnownForm(key: string): boolean {
  const form = formOf(key);
  for (const known of keys()) if (formOf(known) === form) return true;
  return false;
}

let all: readonly Credentials[] | undefined;

/** The credentials of a key of each form, the likeliest form first. */
export function credentialsOfEachForm(): readonly Credentials[] {
  if (all !== undefined) return all;
  const forms = new Map<string, string>();
  for (const key of keys()) {
    const form = formOf(key);
    if (!forms.has(form)) forms.set(form, key);
  }
  // Only the wrong keys depend on the form. Everything else uses the stand-in of the cassette.
  const usual = credentialsOf(noKey, noKey);
  all = [
    usual,
    ...[...forms.values()].map((key) => {
      const { wrongKeys: wrong, wrongQuickstartKeys } = credentialsOf(key, key);
      return { ...usual, wrongKeys: wrong, wrongQuickstartKeys };
    }),
  ];
  return all;
}
