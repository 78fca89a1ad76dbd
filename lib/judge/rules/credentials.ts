// The credentials that are no valid key, made from the keys outside of the rules, which never see them.
import {
  commonKeys,
  keysBeyondAscii,
  otherForms,
  otherPlaces,
  wrongKeys,
  type OtherForm,
} from '../../contract/values/values.js';
import type { Credentials, KeyForm } from './setup.js';

export function credentialsOf(key: string, quickstartKey: string): Credentials {
  const wrong = (of: string, make = wrongKeys): readonly KeyForm[] =>
    make(of).map(({ label, token }) =>
      apart({ label, how: { key: { authorization: `Bearer ${token}` } } }, of),
    );
  const formsOf = (of: string): readonly KeyForm[] =>
    otherForms(of).map((form) => apart(asKeyForm(form), of));
  return {
    wrongKeys: wrong(key),
    commonKeys: wrong(key, commonKeys),
    keysBeyondAscii: wrong(key, keysBeyondAscii),
    wrongQuickstartKeys: wrong(quickstartKey),
    otherForms: formsOf(key),
    otherPlaces: otherPlaces(key).map(asKeyForm),
    otherQuickstartForms: formsOf(quickstartKey),
    otherQuickstartPlaces: otherPlaces(quickstartKey).map(asKeyForm),
    schemeCases: ['bearer', 'BEARER'].map((scheme) =>
      apart({ label: scheme, how: { key: { authorization: `${scheme} ${key}` } } }, key),
    ),
  };
}

/** Two near misses and one form of each kind, because a service may lock out a client that tries many. */
export const fewOf = (credentials: Credentials): Credentials => ({
  ...credentials,
  areFew: true,
  wrongKeys: credentials.wrongKeys.slice(1, 3),
  commonKeys: [],
  keysBeyondAscii: [],
  otherForms: credentials.otherForms.slice(0, 1),
  otherPlaces: credentials.otherPlaces.slice(0, 1),
  wrongQuickstartKeys: credentials.wrongQuickstartKeys.slice(1, 3),
  otherQuickstartForms: credentials.otherQuickstartForms.slice(0, 1),
  otherQuickstartPlaces: credentials.otherQuickstartPlaces.slice(0, 1),
});

/** The words of all credentials that were made from this key. What is the same for another key shows nothing of it. */
export function madeFromKey(key: string): readonly string[] {
  const usual = new Set(wordsOf(credentialsOf(anotherKey, anotherKey)));
  return wordsOf(credentialsOf(key, key)).filter((word) => !usual.has(word));
}

const anotherKey = 'c2a7f0e4-1b93-4d68-9e5f-7a80b6d3c51e';

/** The words of all credentials, wherever they are sent; of a parameter its value, as its name is no secret. */
function wordsOf(credentials: Credentials): readonly string[] {
  const forms: readonly (readonly KeyForm[] | true)[] = Object.values(credentials);
  return forms
    .flatMap((one) => (one === true ? [] : one))
    .flatMap(({ how }) => {
      const { key, keyInQuery } = how;
      if (keyInQuery !== undefined) return [keyInQuery[1]];
      if (typeof key !== 'object') return [];
      return ['authorization' in key ? key.authorization : key.header[1]];
    })
    .flatMap((text) => text.split(/\s+/))
    .map((word) => /^\w+="(.*)",?$/.exec(word)?.[1] ?? word);
}

/** A key that differs from the valid one only in letter case gets a connection of its own. */
function apart(form: KeyForm, key: string): KeyForm {
  const { key: credential } = form.how;
  const isClose =
    typeof credential === 'object' &&
    'authorization' in credential &&
    credential.authorization.toLowerCase() === `Bearer ${key}`.toLowerCase();
  return isClose ? { ...form, how: { ...form.how, connection: form.label } } : form;
}

const asKeyForm = ({ label, credential }: OtherForm): KeyForm => ({
  label,
  how: 'query' in credential ? { keyInQuery: credential.query } : { key: credential },
});
