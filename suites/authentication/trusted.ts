// Headers that a server may trust instead of a key, although any sender can write them. A front may refuse them.
import { localOrigin } from '../../lib/contract/values/values.js';
import type { Exchange, Headers } from '../../lib/judge/rules/index.js';

/** None of them leads to another address, where a page may be open to everyone. */
export const trusted = [
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['X-Client-IP', '127.0.0.1'],
  ['True-Client-IP', '127.0.0.1'],
  ['CF-Connecting-IP', '127.0.0.1'],
  ['X-Remote-User', 'admin'],
  ['Remote-User', 'admin'],
  ['X-Forwarded-User', 'admin'],
  ['Forwarded', 'for=127.0.0.1'],
  ['X-Middleware-Subrequest', 'middleware:middleware:middleware:middleware:middleware'],
  ['X-SSL-Client-Verify', 'SUCCESS'],
  ['X-Internal', 'true'],
  ['X-Admin', 'true'],
  ['X-Debug', 'true'],
  // Some servers take any value for a key.
  ['X-API-Key', 'a-wrong-key'],
  ['X-Auth-Token', 'a-wrong-key'],
  ['Referer', `${localOrigin}/admin`],
  ['Origin', 'null'],
  ['Access-Control-Request-Method', 'GET'],
  ['Cookie', 'session=admin; sessionid=admin; auth=true; token=a-wrong-key'],
  ['X-Requested-With', 'XMLHttpRequest'],
  ['User-Agent', 'kube-probe/1.32'],
  ['Accept', 'text/html, */*;q=0.1'],
] as const;

/** What a load balancer in front of a server sends, and a client on the same machine. */
export const ofThisMachine = [
  ['Host', 'localhost'],
  ['User-Agent', 'ELB-HealthChecker/2.0'],
  ['X-Forwarded-Host', 'localhost'],
  ['X-Forwarded-For', '10.0.0.1'],
  ['X-Real-IP', '10.0.0.1'],
  ['Origin', localOrigin],
] as const;
/** Sent only with writes, because a read must remain a read. */
export const overridden = ['X-HTTP-Method-Override', 'GET'] as const;

/** The response to a request that was not sent as its case says, with what was different. */
export interface Labelled {
  readonly label: string;
  readonly answered: Exchange;
}

/** Finds the one of several headers that lets a request in by itself; undefined if none does. */
export async function letInByOne(
  headers: Headers,
  sendWith: (some: Headers) => Promise<Exchange>,
  isLetIn: (answered: Exchange) => boolean,
): Promise<Labelled | undefined> {
  if (headers.length < 2) return undefined;
  for (const header of headers) {
    const answered = await sendWith([header]);
    if (isLetIn(answered)) return { label: `no key, but ${header[0]}: ${header[1]}`, answered };
  }
  return undefined;
}
