import type { IncomingMessage, ServerResponse } from 'node:http';
import { streamOf } from '../bytes.ts';
import { nodeBody } from '../node-body.ts';
import { sendAnswer } from '../node-response.ts';

/**
 * Makes a listener of Node's HTTP servers from a function of `Request` and `Response`; `origin` is that of its pages. A body
 * that is not read to its end does not cost the client the answer.
 */
export function fetchListener<Context>(
  handle: (request: Request, context: Context) => Promise<Response>,
  origin: string,
): (message: IncomingMessage, response: ServerResponse, context: Context) => Promise<void> {
  return async (message, response, context) => {
    const answer = await handle(toRequest(message, origin), context);
    const body = new Uint8Array(await answer.arrayBuffer());
    sendAnswer(response, { status: answer.status, headers: [...answer.headers], body });
  };
}

function toRequest(message: IncomingMessage, origin: string): Request {
  const { method = 'GET', url = '/' } = message;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  const chunks = method === 'GET' || method === 'HEAD' ? undefined : nodeBody(message)?.stream?.();
  const body = chunks && { body: streamOf(chunks), duplex: 'half' as const };
  return new Request(new URL(url.replace(/^\/+/, '/'), origin), { method, headers, ...body });
}
