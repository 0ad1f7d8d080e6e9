import { once } from 'node:events';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { selfSigned } from '../../src/mock/certificate.ts';

export interface DeveloperSite {
  /** Of the pages, and of the API beside them. */
  origin: string;
  close(): Promise<void>;
}

/** An answer of the service on its way to the browser, which a test may change. */
export interface PassedAnswer {
  status: number;
  headers: Headers;
  body: string;
}

interface SiteOptions {
  /** Asks the service behind. */
  ask(path: string, init: RequestInit): Promise<Response>;
  /** Called with `POST /mailings`. */
  disturb(call: string, answer: PassedAnswer): void;
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What a page needs: styles, a script, an image, a manifest and a font that is not there. */
const FILES: { [path: string]: { type: string; body: string | Buffer } } = {
  '/app.html': {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><head><title>Pets</title><link rel="stylesheet" href="/app.css">
<link rel="manifest" href="/app.webmanifest"><script src="/app.js" defer></script></head>
<body><img src="/pixel.gif" alt=""><p id="state"></p><form action="/feedback" method="post"><button>Send</button></form></body></html>`,
  },
  '/app.css': {
    type: 'text/css',
    body: '@font-face{font-family:x;src:url(/none.woff2)}body{font-family:x;background:url(/pixel.gif?2)}',
  },
  '/app.js': { type: 'text/javascript', body: 'window.ready = true; fetch("/fragment");' },
  '/app.webmanifest': { type: 'application/manifest+json', body: '{"name":"Pets"}' },
  '/pixel.gif': { type: 'image/gif', body: PIXEL },
  '/fragment': { type: 'text/html', body: '<p>Loaded by a script.</p>' },
};

/** A site over HTTP/2 with pages at the same addresses as the API, whose calls it passes on. */
export async function startDeveloperSite({ ask, disturb }: SiteOptions): Promise<DeveloperSite> {
  const server = createSecureServer({ ...(await selfSigned()), allowHTTP1: true }, (incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.stream?.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method, url } = incoming;
    const { pathname } = new URL(url, 'https://localhost');
    const file = FILES[pathname];
    if (pathname === '/' || pathname === '/feedback')
      return void outgoing.writeHead(303, { location: '/app.html' }).end();
    // A 401 with Basic, which the API answers without a key, would make a browser ask for a password.
    if (/\.(woff2|ico)$/.test(pathname)) return void outgoing.writeHead(404).end();
    if (file) return send(200, [['content-type', file.type]], file.body);
    const headers = Object.entries(incoming.headers).filter(([name]) => !/^:|^accept-encoding$/.test(name));
    const answer = await ask(url, {
      method,
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const passed = { status: answer.status, headers: new Headers(answer.headers), body: await answer.text() };
    disturb(`${method} ${pathname}`, passed);
    const OWN = ['connection', 'content-length', 'content-encoding', 'transfer-encoding', 'keep-alive'];
    send(
      passed.status,
      [...passed.headers].filter(([name]) => !OWN.includes(name)),
      passed.body,
    );

    function send(status: number, lines: [string, string][], body: string | Buffer): void {
      for (const [name, value] of lines) outgoing.setHeader(name, value);
      if (body.length === 0) return void outgoing.writeHead(status).end();
      outgoing.writeHead(status, { 'content-encoding': 'gzip' }).end(gzipSync(body));
    }
  }
}
