import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What `tryOut` of `every-runtime.ts` tells of this service. */
export const wanted = {
  name: [200, 'Spring & more', null, null],
  missing: [404, 'NotFoundError', '<error><message>Mailing 8 not found.</message></error>', 'r-1'],
  silent: [0, 'TimeoutError', null, null],
  stopped: [0, 'AbortedError', null, null],
  secondAttempt: [200, 'later', null, null],
  cutOff: [0, 'DecodeError', '<name>Spri', null],
  ids: [1, 2, 3],
  file: 4,
};
export const wantedOfStreams = { stream: 300_000, again: 'InputError' };
/** A redirect is an answer; browsers hide which. */
export const wantedOfRedirects = [302, 'StatusError', '', null];

/** A service on a port of its own that lets pages of every origin call it (Fetch standard, section 3.3). */
export async function corsService() {
  const seen: { method: string; url: string; type: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url === '/')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method!, url: request.url!, type: request.headers['content-type'], body });
    const attempts = seen.filter(({ url }) => url === request.url).length;
    answer(request, response, body, attempts);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  // Another name of this machine is another origin.
  return {
    baseUrl: `http://127.0.0.1:${port}/1.0`,
    page: `http://localhost:${port}/`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, prefer',
  'access-control-expose-headers': 'x-request-id, x-items, x-pages, link',
};

const XML = { 'content-type': 'application/vnd.mailwright.api+xml; charset=utf-8' };

function answer({ method, url = '' }: IncomingMessage, response: ServerResponse, body: string, attempts: number): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname.endsWith('/attachments')) return void response.writeHead(201, XML).end(`<id>${body.length}</id>`);
  if (method === 'POST') return void response.writeHead(200).end();
  if (pathname.endsWith('/filter/states')) {
    list(Number(searchParams.get('page_index') ?? 1), response);
    return;
  }
  const name = (text: string) => void response.writeHead(200, XML).end(`<name>${text}`);
  const answers: Record<string, () => void> = {
    7: () => name('Spring &amp; more</name>'),
    9: () => undefined, // never
    10: () => (attempts > 1 ? name('later</name>') : response.writeHead(503, { 'retry-after': '0' }).end()),
    11: () => name('Spri'),
    12: () => response.writeHead(302, { location: '/1.0/mailings/7/name' }).end(),
  };
  const own = answers[/\/mailings\/(\d+)\/name$/.exec(pathname)?.[1] ?? ''];
  if (own) own();
  else missing(response);
}

function missing(response: ServerResponse): void {
  response
    .writeHead(404, { ...XML, 'x-request-id': 'r-1' })
    .end('<error><message>Mailing 8 not found.</message></error>');
}

/** One of three pages, with one mailing each. */
function list(page: number, response: ServerResponse): void {
  const next = page < 3 ? { link: `<?page_index=${page + 1}>; rel="next"` } : {};
  const headers = { ...XML, 'x-items': '3', 'x-pages': '3', ...next };
  response.writeHead(200, headers).end(`<mailings><mailing><id>${page}</id><fields/></mailing></mailings>`);
}
