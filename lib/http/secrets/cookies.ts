// Masks the values of cookies, because any of them may be a session. A short word is none, so it stays readable.
import type { Redactor } from './redact.js';

const shortWord = /^=[a-z]{1,8}$/;

/** A list of cookies, as a client sends them. One that contains the key says so. */
export const maskedCookies = (list: string, redact: Redactor): string =>
  list.replace(/=[^;]*/g, (each) => maskedCookie(each, redact));

/** One cookie, as a server sets it, with its attributes. */
export const maskedSetCookie = (cookie: string, redact: Redactor): string =>
  cookie.replace(/=[^;]*/, (each) => maskedCookie(each, redact));

function maskedCookie(value: string, redact: Redactor): string {
  const safe = redact(value);
  return safe === value && !shortWord.test(value) ? '=[masked]' : safe;
}
