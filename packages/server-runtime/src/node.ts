import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NodeRawRequest } from './node-request.ts';
import { sendAnswer } from './node-response.ts';
import type { Dispatch } from './raw.ts';

/**
 * The API as a listener of Node's HTTP server: `createServer(tls, nodeListener(dispatch, '/1.0'))`. It answers all
 * requests; paths outside the prefix are a 404. It trusts no proxy: only encrypted connections count as HTTPS.
 */
export function nodeListener(
  dispatch: Dispatch,
  prefix = '',
): (message: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => sendAnswer(response, dispatch(new NodeRawRequest(message, prefix)));
}

const refusals: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long.'],
  HPE_INVALID_URL: ['400 Bad Request', 'The address of the request must be percent-encoded.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too long.'],
};

const lingerMillis = 1000;

/** Responds to invalid HTTP and closes the connection. */
export type RefuseClient = (error: Error & { code?: string }, socket: Socket) => void;

/** For `server.on('clientError', …)`: responds to invalid HTTP with an error in the given media type, and the given headers. */
export function clientRefuser(
  mediaType: string,
  write: (message: string) => string,
  headers: readonly (readonly [name: string, value: string])[] = [],
): RefuseClient {
  const others = headers.map(([name, value]) => `\r\n${name}: ${value}`).join('');
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, message] = refusals[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request.'];
    const body = write(message);
    const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${mediaType}\r\nContent-Length: ${Buffer.byteLength(body)}${others}`;
    if (!socket.writable) return void socket.destroy();
    // Closing at once could lose the response, and not closing would let the client continue sending.
    socket.end(`${head}\r\n\r\n${body}`);
    const timer = setTimeout(() => socket.destroy(), lingerMillis).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}

/** Rejects malformed requests with a response in plain text. */
export const refuseClient: RefuseClient = clientRefuser('text/plain', (message) => message);
