// What clients send back of an earlier response by themselves: its cookies, and the version of what they have. Neither
// is a key, so a request without a key must not get in with it.
import { answerOf, type Exchange, type How } from '../../lib/judge/rules/index.js';

interface SentBack {
  readonly label: string;
  readonly how: How;
}

/** How to send a request without a key, but with what this response set; none if it set nothing. */
export function sentBack(answered: Exchange): readonly SentBack[] {
  const version = answerOf(answered).header('etag');
  const label = 'no key, but the ETag of a valid response in If-None-Match';
  return [
    ...cookiesSentBack(answered),
    ...(version === undefined ? [] : [withHeader(label, 'If-None-Match', version)]),
  ];
}

/** The same with its cookies alone. */
export function cookiesSentBack(answered: Exchange): readonly SentBack[] {
  const cookies = answerOf(answered)
    .headers.filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, value]) => value.split(';', 1)[0]);
  if (cookies.length === 0) return [];
  return [withHeader('no key, but the cookies of a valid response', 'Cookie', cookies.join('; '))];
}

const withHeader = (label: string, name: string, value: string): SentBack => ({
  label,
  how: { key: 'none', headers: [[name, value]] },
});
