import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions, HTTPMethods } from 'fastify';
import { nodeBody } from './node-body.ts';
import type { Dispatch } from './raw.ts';

/**
 * The interface as Fastify plugin: `app.register(fastifyPlugin(dispatch), { prefix: '/1.0' })`. It answers every method
 * and path below the prefix that no other route of the application takes. Everything runs in `onRequest`, so that no
 * body is read before the key is checked and no answer is Fastify's own.
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
      void answer(dispatch, prefix, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: refuse,
  } satisfies FastifyServerOptions;
}

async function answer(dispatch: Dispatch, prefix: string, request: FastifyRequest, reply: FastifyReply) {
  const { raw, protocol } = request;
  const target = originForm(raw.url ?? '/');
  const mark = target.indexOf('?');
  const whole = mark < 0 ? target : target.slice(0, mark);
  const response = await dispatch({
    method: request.method,
    path: whole.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : '',
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: raw.headers,
    body: nodeBody(raw),
    secure: protocol === 'https',
    url: `${protocol}://${request.host}${whole}`,
  });
  reply.code(response.status);
  const { headers } = response;
  for (let i = 0; i < headers.length; i++) {
    const [name, value] = headers[i] as [string, string];
    const earlier = name === 'Link' ? reply.getHeader(name) : undefined;
    reply.header(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return reply.send(response.body);
}

/** Path and query of a request target that may be absolute (RFC 9112 section 3.2.2). */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');

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
