import { bodyOrLost, type Exchange } from './exchange.ts';

type Fetch = (request: Request) => Promise<Response>;

/** A `fetch` that does what `fetch` does and tells `record` every exchange before its answer is handed on. */
export function recordingFetch(record: (exchange: Exchange) => void, send: Fetch = (request) => fetch(request)): Fetch {
  return async (request) => {
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const response = await send(request);
    record(toExchange(request, response, body, new Uint8Array(await response.clone().arrayBuffer())));
    return response;
  };
}

/** Both sides of a call in the style of `fetch` as an exchange; a body that is not given is lost. */
export function toExchange(request: Request, response: Response, sent?: Uint8Array, received?: Uint8Array): Exchange {
  return {
    request: { method: request.method, url: request.url, headers: [...request.headers], ...bodyOrLost(sent) },
    response: { status: response.status, headers: [...response.headers], ...bodyOrLost(received) },
  };
}
