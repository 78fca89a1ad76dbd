// Whether there is a quickstart at its address that takes the key, before it is judged. Sends one valid message, as nothing of
// a quickstart can be read. A candidate gets none: if a message crashes it, the rules have to find out.
import { operations } from '../../contract/operations.js';
import {
  type Headers,
  type HttpResponse,
  type Transport,
  TransportError,
} from '../../http/types.js';
import { variables } from '../configuration/settings.js';

interface Look {
  readonly baseUrl: string;
  readonly key: string;
  /** Sent with each request. */
  readonly headers: Headers;
  readonly transport: Transport;
}

export const checkTheQuickstart =
  'Check its address (--quickstart), or test without it: --quickstart none.';

/** What is wrong with it; undefined if the rules can judge it. */
export async function lookForQuickstart(look: Look): Promise<string | undefined> {
  const { baseUrl, key } = look;
  const response = await answerTo(look, [['Authorization', `Bearer ${key}`]]);
  if (response === undefined) return undefined;
  const { status } = response;
  if (isRefusal(response)) {
    const keyless = await answerTo(look, []);
    // A key check that is the wrong way round is for the rules to find.
    if (keyless !== undefined && !isRefusal(keyless)) return undefined;
    return `The quickstart at ${baseUrl} refuses the key. Check ${variables.quickstartKey}, which is ${variables.key} where it is not set. Sent: POST /messages: status ${status}.`;
  }
  const isPage = status < 300 && /^text\/html\b/i.test(typeOf(response));
  if (!isPage && !(status >= 300 && status < 400) && status !== 404 && status !== 405)
    return undefined;
  const found = `status ${status}${isPage ? ', text/html' : ''}`;
  return `There is no quickstart at ${baseUrl}. ${checkTheQuickstart} Sent: POST /messages: ${found}.`;
}

const isRefusal = ({ status }: HttpResponse): boolean => status === 401 || status === 403;

const typeOf = ({ headers }: HttpResponse): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';

/** Undefined without a response, which the run itself reports. */
async function answerTo(
  { baseUrl, headers, transport }: Look,
  credential: Headers,
): Promise<HttpResponse | undefined> {
  const { method, path } = operations.sendMessage;
  const json = 'application/json';
  try {
    return await transport.send({
      method,
      path: new URL(baseUrl).pathname.replace(/\/+$/, '') + path,
      headers: [...credential, ['Accept', json], ['Content-Type', json], ...headers],
      body: JSON.stringify({ message: 'Is anybody there?' }),
    });
  } catch (thrown) {
    if (thrown instanceof TransportError) return undefined;
    throw thrown;
  }
}
