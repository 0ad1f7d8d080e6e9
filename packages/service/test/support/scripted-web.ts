import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A PNG of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const page = '<!doctype html><title>A page</title><p id="here">Hello';

const answer =
  (status: number, headers: Record<string, string | string[]> = {}, body: string | Buffer = ''): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
const html = { 'content-type': 'text/html' };
const redirect = (location: string, status = 302) => answer(status, { location });

/** How web servers answer, well and badly, by path. */
const behaviours: Record<string, Behaviour> = {
  '/ok': answer(200, html, page),
  '/empty': answer(204),
  '/image.png': answer(200, { 'content-type': 'image/png' }, png),
  '/image-without-type': answer(200, {}, png),
  '/page-as-image.png': answer(200, { 'content-type': 'image/png' }, page),
  '/heavy.png': answer(200, { 'content-type': 'image/png' }, Buffer.concat([png, Buffer.alloc(600 * 1024)])),
  '/huge': answer(200, html, 'x'.repeat(6 * 1024 * 1024)),
  '/endless': (request, response) => {
    response.writeHead(200, html);
    const more = () => {
      if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more));
    };
    if (request.method === 'HEAD') response.end();
    else more();
  },
  '/packed': answer(200, { ...html, 'content-encoding': 'gzip' }, gzipSync(page)),
  '/bomb': answer(200, { ...html, 'content-encoding': 'gzip' }, gzipSync('x'.repeat(20 * 1024 * 1024))),
  '/moved': redirect('/ok', 301),
  '/see-other': redirect('/ok', 303),
  '/temporary': redirect('/ok', 307),
  '/permanent': redirect('/ok', 308),
  '/fragment': redirect('/ok#here'),
  '/loop': redirect('/loop'),
  '/ping': redirect('/pong'),
  '/pong': redirect('/ping'),
  '/nowhere': answer(302),
  '/to-private': redirect('http://127.0.0.2/secret'),
  '/to-private-number': redirect('http://2130706434/secret'),
  '/to-private-mapped': redirect('http://[::ffff:127.0.0.2]/secret'),
  '/to-private-name': redirect('http://intranet.test/secret'),
  '/to-file': redirect('file:///etc/passwd'),
  '/to-rubbish': redirect('http://'),
  '/cookie': answer(302, { location: '/needs-cookie', 'set-cookie': 'seen=yes' }),
  '/needs-cookie': (request, response) => {
    response.writeHead(request.headers.cookie === undefined ? 200 : 400, html).end(page);
  },
  '/no-head': (request, response) => answer(request.method === 'HEAD' ? 405 : 200, html, page)(request, response),
  '/head-forbidden': (request, response) =>
    answer(request.method === 'HEAD' ? 403 : 200, html, page)(request, response),
  '/head-unknown': (request, response) => answer(request.method === 'HEAD' ? 501 : 206, html, page)(request, response),
  '/bot-wall': answer(403, html, 'Are you a person?'),
  '/too-many': answer(429, { 'retry-after': '60' }),
  '/missing': answer(404, html, 'Not found'),
  '/gone': answer(410, html, 'Gone'),
  '/broken': answer(500, html, 'Internal server error'),
  '/silent': () => {},
  '/slow-body': (_request, response) => {
    response.writeHead(200, html).write('x');
  },
  '/cut': (_request, response) => {
    response.writeHead(200, { ...html, 'content-length': '1000' }).write('x');
    setImmediate(() => response.destroy());
  },
  '/refused': (request) => {
    request.socket.destroy();
  },
  '/rubbish': (request) => {
    request.socket.end('220 mail.example.com ESMTP\r\n\r\n');
  },
};

export interface ScriptedWeb {
  port: number;
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Requests so far, `METHOD /path`. */
  requests: string[];
  /** Lets requests of `/held` be answered, those to come too. */
  release(): void;
  /** How many requests were under way at the same time, at most. */
  busiest(): number;
  close(): Promise<void>;
}

/**
 * A web server on loopback whose paths misbehave in known ways. `/redirects/N` redirects N times before it answers;
 * `/sometimes/N` answers every Nth request and breaks before, `/held` when it is told to; other paths are 404.
 */
export async function startScriptedWeb(): Promise<ScriptedWeb> {
  const requests: string[] = [];
  const times = new Map<string, number>();
  const held = Promise.withResolvers<void>();
  let underWay = 0;
  let busiest = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    requests.push(`${request.method} ${path}`);
    busiest = Math.max(busiest, ++underWay);
    response.once('close', () => underWay--);
    const [, name, number] = /^\/(\w+)\/(\d+)$/.exec(path) ?? [];
    const count = Number(number);
    if (name === 'redirects') redirect(count === 0 ? '/ok' : `/redirects/${count - 1}`)(request, response);
    else if (name === 'sometimes') {
      const time = (times.get(path) ?? 0) + 1;
      times.set(path, time);
      answer(time % count === 0 ? 200 : 503, html, page)(request, response);
    } else if (path === '/held') held.promise.then(() => answer(200, html, page)(request, response));
    else if (name === 'pages') setImmediate(() => answer(200, html, page)(request, response));
    else (behaviours[path] ?? answer(404))(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    release: held.resolve,
    busiest: () => busiest,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
