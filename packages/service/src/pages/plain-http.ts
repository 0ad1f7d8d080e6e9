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
