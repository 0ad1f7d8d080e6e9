import { type Exchange, header, isPreflight } from '../exchange/exchange.ts';
import { InputError } from '../input-error.ts';
import { readRequestBody, readResponseBody } from './bodies.ts';
import type { EntryText } from './entries.ts';
import type { HarEntry, HarPair } from './har.ts';
import { readHeaders, readRequestHeaders } from './headers.ts';

/** An exchange with a service, or why an entry is none. */
export type ReadEntry = { url: URL; exchange: Exchange; resourceType?: string } | { url?: URL; why: NotAnExchange };

/** Reasons why an entry is not judged, in the words of reports. */
export const NOT_AN_EXCHANGE = {
  tooLong: 'longer than 64 MiB',
  broken: 'without method, address, status or headers',
  socket: 'WebSockets, and addresses that are not http: or https:',
  preflight: 'preflight requests of browsers (CORS)',
  page: 'of pages and their files, which the description does not have',
  worker: 'answered by a service worker',
  cache: 'answered from the cache of the browser',
  silence: 'without a whole answer: aborted, blocked or failed',
} as const;
export type NotAnExchange = keyof typeof NOT_AN_EXCHANGE;

/**
 * Reads an entry of an HTTP Archive.
 * @throws InputError when it is no JSON; the message has nothing of its text
 */
export function readEntry({ number, text }: EntryText): ReadEntry {
  if (text === undefined) return { why: 'tooLong' };
  const entry = parseEntry(text, number);
  const address = entry?.request?.url;
  if (!entry || typeof address !== 'string' || !URL.canParse(address)) return { why: 'broken' };
  const url = new URL(address);
  if (!isComplete(entry)) return { url, why: 'broken' };
  const why = whyNone(entry, url);
  if (why !== undefined) return { url, why };
  const { _resourceType: resourceType } = entry;
  return { url, exchange: toExchange(entry, url), ...(typeof resourceType === 'string' && { resourceType }) };
}

function parseEntry(text: string, number: number): Partial<HarEntry> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    throw new InputError(`entry ${number} of the file is not well-formed JSON: export it again`);
  }
}

function isComplete({ request, response }: Partial<HarEntry>): boolean {
  return (
    typeof request?.method === 'string' &&
    /^[A-Za-z]+$/.test(request.method) &&
    Number.isInteger(response?.status) &&
    [request.headers, response?.headers].every((each) => Array.isArray(each) && each.every(isPair)) &&
    // What the file leaves out altogether cannot be judged.
    (response!.status <= 0 || response!.headers.length > 0)
  );
}

const isPair = (each: Partial<HarPair> | null) => typeof each?.name === 'string' && typeof each.value === 'string';

function whyNone(entry: Partial<HarEntry>, url: URL): NotAnExchange | undefined {
  const { request, response, _fromCache, _fetchedViaServiceWorker, _resourceType } = entry as HarEntry;
  if (!/^https?:$/.test(url.protocol) || response.status === 101 || _resourceType === 'websocket') return 'socket';
  if (isPreflight(request.method, readHeaders(request.headers)) || _resourceType === 'preflight') return 'preflight';
  if (_fetchedViaServiceWorker === true) return 'worker';
  if (typeof _fromCache === 'string' && _fromCache !== '') return 'cache';
  const failed = typeof response._error === 'string' && response._error !== '';
  return failed || response.status < 100 || response.status > 599 ? 'silence' : undefined;
}

function toExchange(entry: Partial<HarEntry>, url: URL): Exchange {
  const { request, response } = entry as HarEntry;
  const method = request.method.toUpperCase();
  const [sent, received] = [readRequestHeaders(request), readHeaders(response.headers)];
  const named = request.postData?.mimeType;
  const needsType = named && header(sent, 'content-type') === undefined;
  url.hash = '';
  return {
    request: {
      method,
      url: url.href,
      headers: needsType ? [...sent, ['Content-Type', named]] : sent,
      ...readRequestBody(request, sent),
    },
    response: { status: response.status, headers: received, ...readResponseBody(method, response, received) },
  };
}
