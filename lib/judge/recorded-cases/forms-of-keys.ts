// How many wrong keys a run tries, and which, depends on the form of its own key: without a letter, for example, no
// letter is in the other case. A report does not contain the form, so its cases are compared with those of each.
import { wrongKeys } from '../../contract/values/values.js';
import { credentialsOf } from '../rules/credentials.js';
import type { Credentials } from '../rules/setup.js';
import { noKey } from './cassette.js';

const letters = ['nokeyatall', 'NOKEYATALL', 'NoKeyAtAll', '7081547'];
const signs = ['', '-', '.', '/+'];
/** There is a key of each length modulo four, because base64 ignores some bits of the last character. */
const ends = ['0123', '01234', '012345', '0123456'].flatMap((end) => [end, `${end}=`, `${end}==`]);

/** One part, or three with dots between them, as a JSON Web Token has. */
const whole = [(part: string) => part, (part: string) => `${part}.${part}.${part}`];

function* keys(): Iterable<string> {
  for (const inAll of whole)
    for (const letter of letters)
      for (const sign of signs) for (const end of ends) yield inAll(letter + sign + end);
}

let all: readonly Credentials[] | undefined;

/** The credentials of a key of each form, the likeliest form first. */
export function credentialsOfEachForm(): readonly Credentials[] {
  if (all !== undefined) return all;
  const forms = new Map<string, string>();
  for (const key of keys()) {
    const labels = wrongKeys(key).map(({ label }) => label);
    if (!forms.has(labels.join())) forms.set(labels.join(), key);
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
