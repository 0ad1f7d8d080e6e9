import type { Exchange } from './exchange.ts';

type Fetch = (request: Request) => Promise<Response>;

/** A `fetch` that does what `fetch` does and tells `record` every exchange before its answer is handed on. */
export function recordingFetch(record: (exchange: Exchange) => void, send: Fetch = (request) => fetch(request)): Fetch {
  return async (request) => {
    const body = new Uint8Array(await request.clone().arrayBuffer());
    const response = await send(request);
    const answer = new Uint8Array(await response.clone().arrayBuffer());
    record({
      request: { method: request.method, url: request.url, headers: [...request.headers], body },
      response: { status: response.status, headers: [...response.headers], body: answer },
    });
    return response;
  };
}
