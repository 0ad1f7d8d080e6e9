import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  // Another name of this machine is another origin.
  return {
    baseUrl: `http://127.0.0.1:${port}/1.0`,
    page: `http://localhost:${port}/`,
    seen,
    close: () => server.close(),
  };
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-expose-headers': 'x-request-id, x-items, x-pages, link',
};

const XML = { 'content-type': 'application/vnd.mailwright.api+xml; charset=utf-8' };

function answer({ method, url }: IncomingMessage, response: ServerResponse): void {
  if (method === 'POST') return void response.writeHead(200).end();
  if (url === '/1.0/mailings/7/name') return void response.writeHead(200, XML).end('<name>Spring &amp; more</name>');
  if (url?.startsWith('/1.0/mailings/filter/states')) {
    const list = '<mailings><mailing><id>7</id><fields/></mailing></mailings>';
    return void response.writeHead(200, { ...XML, 'x-items': '1', 'x-pages': '1' }).end(list);
  }
  response
    .writeHead(404, { ...XML, 'x-request-id': 'r-1' })
    .end('<error><message>Mailing 8 not found.</message></error>');
}
