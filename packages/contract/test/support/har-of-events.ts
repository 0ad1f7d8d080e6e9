import type { HarEntry, HarPair } from '../../src/har/har.ts';

/** Parts of events of the Chrome DevTools Protocol, domain Network. */
export type NetworkEvent =
  | {
      name: 'requestWillBeSent';
      requestId: string;
      type?: string;
      request: Message & {
        method: string;
        url: string;
        urlFragment?: string;
        postData?: string;
        hasPostData?: boolean;
      };
      redirectResponse?: ChromeResponse;
    }
  | { name: 'requestWillBeSentExtraInfo' | 'responseReceivedExtraInfo'; requestId: string; headers: Headers }
  | { name: 'responseReceived'; requestId: string; response: ChromeResponse }
  | { name: 'requestServedFromCache'; requestId: string }
  | { name: 'loadingFailed'; requestId: string; errorText: string }
  /** Not of the protocol: what `Network.getResponseBody` gave. */
  | { name: 'body'; requestId: string; body: string; base64Encoded: boolean };

interface Headers {
  [name: string]: string;
}
interface Message {
  headers: Headers;
}
interface ChromeResponse extends Message {
  status: number;
  mimeType: string;
  protocol?: string;
  fromDiskCache?: boolean;
  fromServiceWorker?: boolean;
  encodedDataLength?: number;
}

/** One request of a chain of redirects, all of which have the same id. */
interface Hop {
  request: Extract<NetworkEvent, { name: 'requestWillBeSent' }>;
  response?: ChromeResponse;
  sent?: Headers;
  received?: Headers;
  body?: { body: string; base64Encoded: boolean };
  isCached?: boolean;
  error?: string;
}

/** Writes events as the network panel of Chrome exports them: HTTP/2 with pseudo-header fields, without bodies that it does not have. */
export function toHarEntries(events: readonly NetworkEvent[]): HarEntry[] {
  const chains = new Map<string, Hop[]>();
  const all: Hop[] = [];
  /** Headers as they went over the wire come beside the other events, one for each hop, early or late. */
  const [sent, received] = [new Map<string, Headers[]>(), new Map<string, Headers[]>()];
  const push = (map: Map<string, Headers[]>, id: string, headers: Headers) =>
    map.set(id, [...(map.get(id) ?? []), headers]);
  for (const event of events) {
    const chain = chains.get(event.requestId) ?? [];
    const last = chain.at(-1);
    if (event.name === 'requestWillBeSent') {
      if (last && event.redirectResponse) last.response = event.redirectResponse;
      const hop = { request: event };
      chains.set(event.requestId, [...chain, hop]);
      all.push(hop);
    } else if (event.name === 'requestWillBeSentExtraInfo') push(sent, event.requestId, event.headers);
    else if (event.name === 'responseReceivedExtraInfo') push(received, event.requestId, event.headers);
    else if (last === undefined) continue;
    else if (event.name === 'responseReceived') last.response = event.response;
    else if (event.name === 'requestServedFromCache') last.isCached = true;
    else if (event.name === 'loadingFailed') last.error = event.errorText;
    else if (event.name === 'body') last.body = event;
  }
  for (const [id, chain] of chains)
    for (const [at, hop] of chain.entries()) {
      const [own, answered] = [sent.get(id)?.[at], received.get(id)?.[at]];
      if (own) hop.sent = own;
      if (answered) hop.received = answered;
    }
  return all.map(toEntry);
}

function toEntry({ request: event, response, sent, received, body, isCached, error }: Hop): HarEntry {
  const { request, type = 'Other' } = event;
  const { url, method, postData } = request;
  const isNewer = response?.protocol === 'h2';
  const { pathname, search, host, protocol } = new URL(url);
  const pseudo = {
    ':method': method,
    ':authority': host,
    ':scheme': protocol.slice(0, -1),
    ':path': pathname + search,
  };
  const headers = pairs({ ...(isNewer && pseudo), ...(sent ?? request.headers) });
  const mimeType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return {
    request: {
      method,
      url,
      headers,
      cookies: [],
      bodySize: postData?.length ?? 0,
      ...(request.hasPostData && { postData: { mimeType, ...(postData !== undefined && { text: postData }) } }),
    },
    response: {
      status: response?.status ?? 0,
      headers: pairs({
        ...(isNewer && { ':status': String(response.status) }),
        ...(received ?? response?.headers),
      }),
      bodySize: -1,
      content: {
        size: body ? Buffer.from(body.body, body.base64Encoded ? 'base64' : 'utf8').length : 0,
        mimeType: response?.mimeType ?? 'x-unknown',
        ...(body && { text: body.body, ...(body.base64Encoded && { encoding: 'base64' }) }),
      },
      ...(error !== undefined && { _error: error }),
    },
    _resourceType: type.toLowerCase(),
    ...(isCached && { _fromCache: 'memory' }),
    ...(response?.fromDiskCache && { _fromCache: 'disk' }),
    ...(response?.fromServiceWorker && { _fetchedViaServiceWorker: true }),
  };
}

const pairs = (headers: Headers = {}): HarPair[] => Object.entries(headers).map(([name, value]) => ({ name, value }));
