import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NodeRawRequest } from './node-request.ts';
import { sendAnswer } from './node-response.ts';
import type { Dispatch } from './raw.ts';

/**
 * The interface as listener of a server of Node's: `createServer(tls, nodeListener(dispatch, '/1.0'))`. It answers all
 * requests, those beside the prefix with 404. It believes no proxy: HTTPS is what arrives here encrypted.
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

/** Answers what is no HTTP request, and ends the connection. */
export type RefuseClient = (error: Error & { code?: string }, socket: Socket) => void;

/** For `server.on('clientError', …)`: what is no HTTP request gets an error all the same, in a media type of one's own. */
export function clientRefuser(mediaType: string, write: (message: string) => string): RefuseClient {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, message] = refusals[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request.'];
    const body = write(message);
    const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${mediaType}\r\nContent-Length: ${Buffer.byteLength(body)}`;
    if (!socket.writable) return void socket.destroy();
    // Ended at once, the client might lose the answer that it has not read yet; never ended, it could go on sending.
    socket.end(`${head}\r\n\r\n${body}`);
    const timer = setTimeout(() => socket.destroy(), lingerMillis).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}

/** The same in plain text. */
export const refuseClient: RefuseClient = clientRefuser('text/plain', (message) => message);
