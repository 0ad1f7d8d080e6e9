import { andThen } from './maybe-promise.ts';
import { type Dispatch, header, type RawRequest, type RawResponse } from './raw.ts';

/** Time in seconds for which browsers remember the answer to a preflight request. */
const REMEMBERED = 600;

/**
 * Lets browser pages of these origins call the API, such as `https://app.example.com`; `*` allows all origins, which then get no
 * cookies. Answers preflight requests, and exposes all response headers (Fetch standard, CORS protocol).
 */
export function withCors(dispatch: Dispatch, origins: '*' | readonly string[]): Dispatch {
  const allowFor = (request: RawRequest): RawResponse['headers'] => {
    if (origins === '*') return [['Access-Control-Allow-Origin', '*']];
    const origin = header(request, 'origin');
    if (origin === undefined || !origins.includes(origin)) return [['Vary', 'Origin']];
    return [
      ['Access-Control-Allow-Origin', origin],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Vary', 'Origin'],
    ];
  };
  return (request) => {
    const allowed = allowFor(request);
    const method = header(request, 'access-control-request-method');
    if (request.method === 'OPTIONS' && method !== undefined && header(request, 'origin') !== undefined)
      return { status: 204, headers: [...allowed, ...preflightHeaders(request, method)], body: undefined };
    return andThen(dispatch(request), (response) => {
      const names = new Set(response.headers.map(([name]) => name));
      response.headers.push(...allowed);
      if (names.size > 0) response.headers.push(['Access-Control-Expose-Headers', [...names].join(', ')]);
      return response;
    });
  };
}

function preflightHeaders(request: RawRequest, method: string): RawResponse['headers'] {
  const asked = header(request, 'access-control-request-headers');
  return [
    ['Access-Control-Allow-Methods', method],
    ...(asked ? [['Access-Control-Allow-Headers', asked] as [string, string]] : []),
    ['Access-Control-Max-Age', String(REMEMBERED)],
  ];
}
