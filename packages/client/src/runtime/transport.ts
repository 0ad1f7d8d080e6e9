import createOpenapiFetch, { createQuerySerializer } from 'openapi-fetch';
import type { BinaryBody } from './body-codec.ts';
import { ConnectionError } from './errors/unanswered.ts';

/** A request with its parameters sorted and its body encoded. */
export interface Outgoing {
  operationId: string;
  method: string;
  /** Path template, or with `baseUrl` a path with its query. */
  path: string;
  /** In place of the address of the connection. */
  baseUrl?: string;
  params: { path: Record<string, unknown>; query: Record<string, unknown>; header: Record<string, unknown> };
  /** Names of the query arrays that are one value with commas. */
  joined: ReadonlySet<string>;
  headers: Headers;
  body: BinaryBody | undefined;
  signal: AbortSignal;
}

/** Rejects with a `ConnectionError` when the network fails, with anything else when the request cannot be made. */
export type Transport = (outgoing: Outgoing) => Promise<{ response: Response; url: string }>;

/** The seam to openapi-fetch: it makes address, query, headers and request, and calls `fetch`. */
export function transport(baseUrl: string, fetch: (request: Request) => Promise<Response>): Transport {
  // A redirected POST would arrive as a GET, and the key might travel on: redirects are answers, not followed.
  const openapiFetch = createOpenapiFetch<Record<string, never>>({
    baseUrl,
    redirect: 'manual',
    bodySerializer: (body) => body,
  });

  return async ({ operationId, method, path, joined, ...rest }) => {
    let answer: { response: Response; url: string } | undefined;
    const exchange = async (request: Request) => {
      const response = await fetch(request).catch((cause) => {
        throw new ConnectionError(
          operationId,
          `No connection to ${new URL(request.url).host}: ${reason(cause)}`,
          cause,
        );
      });
      answer = { response, url: request.url };
      // openapi-fetch reads JSON only, so it gets an empty answer and leaves the body to us.
      return new Response(null, { status: 204 });
    };
    const init = {
      ...rest,
      ...(rest.body instanceof ReadableStream ? { duplex: 'half' } : {}),
      querySerializer: (query: Record<string, unknown>) => serializeQuery(query, joined),
      fetch: exchange,
    };
    await openapiFetch.request(method.toLowerCase() as never, path as never, init as never);
    return answer!;
  };
}

const exploded = createQuerySerializer({ array: { style: 'form', explode: true } });
const commas = createQuerySerializer({ array: { style: 'form', explode: false } });

// openapi-fetch has one array style for all parameters of a call and does not encode their names.
function serializeQuery(query: Record<string, unknown>, joined: ReadonlySet<string>): string {
  return Object.entries(query)
    .map(([name, value]) => (joined.has(name) ? commas : exploded)({ [encodeURIComponent(name)]: value }))
    .filter(Boolean)
    .join('&');
}

// Node's fetch says only "fetch failed"; what happened stands in the cause.
function reason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
