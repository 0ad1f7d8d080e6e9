import { STATUS_CODES } from 'node:http';
import { type Exchange, type HeaderLines, header } from '../exchange/exchange.ts';
import { unpack } from '../exchange/unpack.ts';
import { LONGEST_ENTRY } from './entries.ts';

/** What stands before and after the entries of a file, which are separated by commas. */
export const HAR_BEGIN = '{"log":{"version":"1.2","creator":{"name":"mailwright-contract","version":"1"},"entries":[\n';
export const HAR_END = '\n]}}\n';

/** In place of keys and cookies. */
const REMOVED = '…';
const SECRET = /^(proxy-)?authorization$|^(set-)?cookie$|(api|auth|access)[-_]?(key|token)$/i;

/**
 * Returns an exchange as an entry of an HTTP Archive (HAR 1.2), without the values of keys and cookies in headers.
 * @param comment what was found in it
 */
export function toHarEntry({ request, response }: Exchange, startedAt: Date, comment?: string): object {
  const { searchParams, href } = new URL(request.url);
  const answer = unpack(response.headers, response.body, LONGEST_ENTRY) ?? response.body;
  return {
    startedDateTime: startedAt.toISOString(),
    time: 0,
    request: {
      method: request.method,
      url: href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: Array.from(searchParams, ([name, value]) => ({ name, value })),
      ...(request.body.length > 0 && {
        postData: { mimeType: header(request.headers, 'content-type') ?? '', params: [], ...textOf(request.body) },
      }),
      headersSize: -1,
      bodySize: request.body.length,
    },
    response: {
      status: response.status,
      statusText: STATUS_CODES[response.status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response.headers),
      content: {
        size: response.bodyLost ? -1 : answer.length,
        mimeType: header(response.headers, 'content-type') ?? '',
        ...(!response.bodyLost && textOf(answer)),
      },
      redirectURL: header(response.headers, 'location') ?? '',
      headersSize: -1,
      bodySize: response.body.length,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    ...(comment !== undefined && { comment }),
  };
}

const pairs = (headers: HeaderLines) =>
  headers.map(([name, value]) => ({ name, value: SECRET.test(name) ? REMOVED : value }));

/** Bytes that are no text in UTF-8 stand in base64, also in requests, for which HAR has no form. */
function textOf(body: Uint8Array): { text: string; encoding?: 'base64' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body) };
  } catch {
    return { text: Buffer.from(body).toString('base64'), encoding: 'base64' };
  }
}
