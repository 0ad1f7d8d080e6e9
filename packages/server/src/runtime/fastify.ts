import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions, HTTPMethods } from 'fastify';
import { FastifyRawRequest } from './fastify-request.ts';
import type { Dispatch, RawResponse } from './raw.ts';
import { fitsReusedMemory, inReusedMemory } from './reused-memory.ts';
import { isPromise } from './soon.ts';

/**
 * The interface as Fastify plugin: `app.register(fastifyPlugin(dispatch), { prefix: '/1.0' })`. It answers every method
 * and path below the prefix that no other route of the application takes. Everything runs in `onRequest`, so that no
 * body is read before the key is checked and no answer is Fastify's own. Answers are written to the socket's response
 * itself: `onSend` hooks of the application do not see them, `onRequest` and `onResponse` hooks do.
 */
export function fastifyPlugin(dispatch: Dispatch): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const { prefix } = app;
    const onRequest = (request: FastifyRequest, reply: FastifyReply) => answer(dispatch, prefix, request, reply);
    app.route({ method: app.supportedMethods as HTTPMethods[], url: '/*', onRequest, handler: onRequest });
    app.setNotFoundHandler(onRequest);
  };
}

/**
 * Options that an application needs so that requests which Fastify refuses before routing get error documents too:
 * `Fastify({ ...fastifyOptions(dispatch, '/1.0'), https })`.
 */
export function fastifyOptions(dispatch: Dispatch, prefix: string) {
  return {
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      answer(dispatch, prefix, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: refuse,
  } satisfies FastifyServerOptions;
}

/** Takes the request away from Fastify. It is a hook without promise and without `done`, so Fastify does not go on with it. */
function answer(dispatch: Dispatch, prefix: string, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const response = dispatch(new FastifyRawRequest(request, prefix));
  if (isPromise(response)) response.then((later) => write(reply.raw, later));
  else write(reply.raw, response);
}

function write(to: ServerResponse, { status, headers, body }: RawResponse): void {
  const lines: string[] = [];
  for (let i = 0; i < headers.length; i++) {
    const [name, value] = headers[i] as [string, string];
    lines.push(name.toLowerCase(), value);
  }
  const sent = typeof body === 'string' && fitsReusedMemory(body) ? inReusedMemory(body, to) : body;
  const length = sent === undefined ? 0 : Buffer.byteLength(sent);
  if (status !== 204 && status !== 304) lines.push('content-length', String(length));
  to.writeHead(status, lines);
  // A text of as many bytes as characters is ASCII, which goes out without being encoded.
  if (typeof sent === 'string') to.end(sent, length === sent.length ? 'latin1' : 'utf8');
  else to.end(sent);
}

const refusals: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long.'],
  HPE_INVALID_URL: ['400 Bad Request', 'The address of the request must be percent-encoded.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too long.'],
};

/** What is no HTTP request gets an error document all the same, and the connection ends. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = refusals[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request.'];
  const body = `<error><message>${message}</message></error>`;
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}`;
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`);
  else socket.destroy();
}
