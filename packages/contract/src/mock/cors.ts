import { type HeaderLines, header, type ReceivedResponse, type SentRequest } from '../exchange/exchange.ts';

/** Headers that every script may read (Fetch standard, "CORS-safelisted response-header name"). */
const ALWAYS_READABLE = new Set(['cache-control', 'content-language', 'content-length', 'content-type', 'expires']);

/** The answer to the question of a browser whether it may send a request; undefined for other requests. */
export function preflight({ method, headers }: SentRequest): ReceivedResponse | undefined {
  const origin = header(headers, 'origin');
  const wanted = header(headers, 'access-control-request-method');
  if (method !== 'OPTIONS' || origin === undefined || wanted === undefined) return undefined;
  const asked = header(headers, 'access-control-request-headers');
  const answered: HeaderLines = [
    ...allowOrigin(origin),
    ['Access-Control-Allow-Methods', wanted],
    ...(asked ? [['Access-Control-Allow-Headers', asked] as [string, string]] : []),
  ];
  return { status: 204, headers: answered, body: new Uint8Array() };
}

/** The response with the permission for pages of every origin to read it. */
export function readableForPages(request: SentRequest, response: ReceivedResponse): ReceivedResponse {
  const origin = header(request.headers, 'origin');
  if (origin === undefined) return response;
  const names = response.headers.map(([name]) => name).filter((name) => !ALWAYS_READABLE.has(name.toLowerCase()));
  const exposed: HeaderLines =
    names.length > 0 ? [['Access-Control-Expose-Headers', [...new Set(names)].join(', ')]] : [];
  return { ...response, headers: [...response.headers, ...allowOrigin(origin), ...exposed] };
}

/** By name, because credentials are not sent where any origin is allowed. */
const allowOrigin = (origin: string): HeaderLines => [
  ['Access-Control-Allow-Origin', origin],
  ['Access-Control-Allow-Credentials', 'true'],
  ['Vary', 'Origin'],
];
