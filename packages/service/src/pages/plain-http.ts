import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';
import { strictHeaders } from '@mailwright/server-runtime/web';
import { wantsPage } from '../platform/http/media-types.ts';
import { page, pageHeaders } from '../platform/http/page.ts';
import { escapeHtml } from '../platform/text/escape.ts';

/**
 * 403 for every request without TLS: a page with the right address for browsers, the described error document for programs
 * and for the API.
 */
export function refusePlain(listener: RequestListener, publicUrl: () => string): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/1.0/') || !wantsPage(request.headers)) return listener(request, response);
    const url = escapeHtml(publicUrl());
    response
      .writeHead(403, pageHeaders)
      .end(page('Only HTTPS', `<h1>Only HTTPS is accepted</h1><p>Go to <a href="${url}">${url}</a>.</p>`));
  };
}

/** Address at which an authority looks for a proof (RFC 8555, section 8.3); tokens have 128 bits at least. */
const proofPath = /^\/\.well-known\/acme-challenge\/([\w-]{16,256})$/;

/** Shows the proofs of `keeper`, if there is one, to a certificate authority. Leaves all other requests to `listener`. */
export function answerAuthority(
  listener: RequestListener,
  keeper: { answer(token: string): Promise<string | undefined> } | undefined,
): RequestListener {
  if (keeper === undefined) return listener;
  return (request, response) => {
    const [, token] = proofPath.exec(request.url ?? '') ?? [];
    if (request.method !== 'GET' || token === undefined) return listener(request, response);
    keeper.answer(token).then(
      (proof) => {
        if (proof === undefined) return listener(request, response);
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(proof);
      },
      () => response.writeHead(503).end(),
    );
  };
}

/** Answers what speaks HTTP without TLS to the port of HTTPS, instead of ending the connection without a word. */
export function answerPlainOnTls(server: Server, publicUrl: () => string): void {
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code !== 'ERR_SSL_HTTP_REQUEST') return;
    // The socket below TLS, which still takes bytes; Node has no public name for it.
    const below = (socket as unknown as { _parent?: Duplex })._parent;
    const text = `This port speaks HTTPS; the address is ${publicUrl()}`;
    const headers = [
      ['Connection', 'close'],
      ['Content-Type', 'text/plain'],
      ['Content-Length', String(text.length)],
      ...strictHeaders,
    ];
    below?.end(
      `HTTP/1.1 400 Bad Request\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
    );
  });
}
