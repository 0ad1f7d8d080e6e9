import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ConsoleHandler } from './console.ts';

/** Makes a listener of Node's HTTP servers; `address` is that of the browser, and `origin` that of the pages. */
export function toNodeListener(handle: ConsoleHandler, origin: string) {
  return async (request: IncomingMessage, response: ServerResponse, address: string): Promise<void> => {
    const answer = await handle(toRequest(request, origin), { address });
    const cookies = answer.headers.getSetCookie();
    const headers = { ...Object.fromEntries(answer.headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
    response.writeHead(answer.status, headers);
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
}

function toRequest(request: IncomingMessage, origin: string): Request {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const } : {};
  return new Request(new URL(url.replace(/^\/+/, '/'), origin), { method, headers, ...body });
}
