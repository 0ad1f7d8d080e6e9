import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fastifyOptions, fastifyPlugin } from '../src/fastify.ts';
import { createDispatcher, type Dispatch, implementApi, nodeListener, refuseClient } from '../src/runtime/index.ts';
import { api, basic, handlers, hooks, xmlType } from './fixture.ts';

const inputs: unknown[] = [];
const note = (input: unknown) => {
  inputs.push(input);
};
const dispatch = createDispatcher(
  implementApi(api, handlers({ setHtml: note, attach: note, deleteProperty: note, setName: note })),
  { ...hooks, requireHttps: false },
);

async function withFastify(served: Dispatch, prefix: string): Promise<Server> {
  const app = Fastify(fastifyOptions(served, prefix)).register(fastifyPlugin(served), { prefix });
  await app.ready();
  return app.server;
}

const withNode = async (served: Dispatch, prefix: string): Promise<Server> =>
  createServer(nodeListener(served, prefix)).on('clientError', refuseClient);

/** What both adapters answer to bytes on a connection. */
describe.each([
  ['Fastify', withFastify],
  ['Node', withNode],
])('with %s', (_name, serverOf) => {
  let server: Server;
  let port: number;

  const portOf = async (of: Server): Promise<number> => {
    await once(of.listen(0, '127.0.0.1'), 'listening');
    return (of.address() as AddressInfo).port;
  };

  beforeAll(async () => {
    server = await serverOf(dispatch, '/1.0');
    port = await portOf(server);
  });

  afterAll(() => void server.close());

  /** Everything the server sends on one connection until it is closed by either side. */
  async function raw(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.end(text);
    await once(socket, 'close');
    return answer;
  }

  test('a body without a length is refused as soon as it is too long', async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const head = 'POST /1.0/mailings/7/html HTTP/1.1\r\nHost: mail.test\r\nTransfer-Encoding: chunked\r\n';
    socket.write(`${head}Authorization: ${basic}\r\nContent-Type: text/html\r\n\r\n4e20\r\n${'x'.repeat(20000)}\r\n`);
    // The body goes on: whoever waits for its end never answers.
    const [answer] = (await once(socket, 'data')) as [string];
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  const request = (line: string, headers = '', body = '') =>
    raw(`${line} HTTP/1.1\r\nHost: mail.test\r\nAuthorization: ${basic}\r\n${headers}Connection: close\r\n\r\n${body}`);
  const statusOf = (answer: string): number => Number(answer.slice(9, 12));

  test.each<[string, string, string, string, number, string]>([
    ['GET /1.0/mailings/7/name', '', '', 'a document', 200, '<name>Spring</name>'],
    ['GET /1.0/mailings/7/html', '', '', 'text', 200, '<p>Grün</p>'],
    ['GET /1.0/ping/', '', '', 'nothing', 200, 'Content-Length: 0'],
    ['GET http://mail.test/1.0/ping', '', '', 'an absolute target', 200, ''],
    ['GET /1.0/%zz', '', '', 'a bad encoding', 400, '<error><message>path must be'],
    ['GET /1.0/no', '', '', 'an unknown path', 404, '<error><message>No resource'],
    ['GET /2.0/ping', '', '', 'beside the base', 404, 'Not Found'],
    ['GET /1.0', '', '', 'the base itself', 404, '<error><message>No resource'],
    ['PROPFIND /1.0/ping', '', '', 'a method that few know', 405, 'Allow: GET, POST'],
    ['HEAD /1.0/ping', '', '', 'HEAD', 405, 'Allow: GET, POST'],
    ['TRACE /1.0/ping', '', '', 'TRACE', 405, 'Allow: GET, POST'],
    ['OPTIONS /1.0/ping', '', '', 'OPTIONS', 405, 'Allow: GET, POST'],
    [
      `GET /1.0/mailings/${'1'.repeat(400)}/name`,
      '',
      '',
      'a long segment',
      400,
      'mailingid must be an integer between',
    ],
    [
      'POST /1.0/mailings/7/name',
      'Content-Type: x\r\nContent-Length: 1\r\n',
      'x',
      'a wrong type',
      415,
      '<error><message>Content-Type must',
    ],
    ['POST /1.0/mailings/7/name', 'Content-Length: 0\r\n', '', 'no body', 400, '<error><message>body is required'],
    [
      'POST /1.0/mailings/7/html',
      'Content-Length: 20000\r\n',
      'x'.repeat(20000),
      'a long body',
      413,
      '<error><message>body must have at most 10000',
    ],
    [
      'POST /1.0/mailings/7/html',
      'Transfer-Encoding: chunked\r\n',
      `4e20\r\n${'x'.repeat(20000)}\r\n0\r\n\r\n`,
      'a long chunked body',
      413,
      '<error><message>body must have',
    ],
    ['GET /1.0/ping', 'Content-Type: x\r\nContent-Length: 1\r\n', 'x', 'a body nobody wants', 200, ''],
    [
      'GET /1.0/ping?a=ü',
      '',
      '',
      'an address that is not encoded',
      400,
      '<error><message>The address of the request must be',
    ],
    ['GET /1.0/ping', `X-Big: ${'x'.repeat(20000)}\r\n`, '', 'long headers', 431, '<error><message>The headers'],
  ])('%s (%s%s) is %s', async (line, headers, body, _what, status, text) => {
    const answer = await request(line, headers, body);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toContain(text);
  });

  test.each([
    ['Content-Length: 4000000', Buffer.alloc(4_000_000)],
    [
      'Transfer-Encoding: chunked',
      Buffer.concat([Buffer.from('3d0900\r\n'), Buffer.alloc(4_000_000), Buffer.from('\r\n0\r\n\r\n')]),
    ],
  ])(
    'a client that sends %s and reads only then gets the refusal, although it closes the connection',
    async (length, body) => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8').pause();
      const head = `POST /1.0/mailings/7/attachments HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${length}\r\n\r\n`;
      await new Promise<void>((sent, broken) => {
        socket.once('error', broken);
        socket.write(head);
        // In parts, so that the server could answer and close in between.
        const send = (from: number) => {
          if (from >= body.length) sent();
          else socket.write(body.subarray(from, from + 100_000), () => setImmediate(send, from + 100_000));
        };
        send(0);
      });
      let answer = '';
      for await (const chunk of socket) answer += chunk;
      expect(answer).toMatch(/^HTTP\/1\.1 401 .*<error><message>/s);
    },
  );

  test('what is no HTTP gets an error document', async () => {
    const answer = await raw('hello\r\n\r\n');
    expect(statusOf(answer)).toBe(400);
    expect(answer).toContain('<error><message>This is not an HTTP request.</message></error>');
  });

  test('a connection lives on after a body that is too long', async () => {
    const answer = await raw(
      `POST /1.0/mailings/7/html HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic}\r\nContent-Length: 500000\r\n\r\n${'x'.repeat(500_000)}` +
        `GET /1.0/ping HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test.each([
    ['with a length', 'Content-Length: 11\r\n', '<p>Grün</p>'.replace('ü', 'u')],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', '5\r\n<p>Gr\r\n6\r\nun</p>\r\n0\r\n\r\n'],
  ])('a body %s reaches the handler', async (_what, headers, body) => {
    inputs.length = 0;
    expect(statusOf(await request('POST /1.0/mailings/7/html', `Content-Type: text/html\r\n${headers}`, body))).toBe(
      200,
    );
    expect(inputs).toEqual([{ mailingid: 7, body: '<p>Grun</p>' }]);
  });

  test('a client that goes away inside its body is no failure', async () => {
    const failures: unknown[] = [];
    const answered = Promise.withResolvers<number>();
    const watched = createDispatcher(implementApi(api, handlers()), {
      ...hooks,
      requireHttps: false,
      onError: (error) => failures.push(error),
      onAnswer: ({ status }) => answered.resolve(status),
    });
    const other = await serverOf(watched, '');
    const socket = connect(await portOf(other), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /mailings/7/html HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic}\r\nContent-Length: 100\r\n\r\nabc`,
    );
    await once(socket, 'connect');
    other.once('request', () => setImmediate(() => socket.resetAndDestroy()));
    expect(await answered.promise).toBe(400);
    expect(failures).toEqual([]);
    other.close();
  });

  test('repeated headers stand in lines of their own, the media type is bare', async () => {
    const answer = await request('GET /1.0/mailings/filter/states?page_index=2&states=draft');
    expect(answer.match(/^(link|x-items|x-pages|content-type): .*$/gim)).toEqual([
      `Content-Type: ${xmlType}`,
      'X-Items: 250',
      'X-Pages: 3',
      'Link: <http://mail.test/1.0/mailings/filter/states?states=draft&page_size=100&page_index=1>; rel="start"',
      'Link: <http://mail.test/1.0/mailings/filter/states?states=draft&page_size=100&page_index=1>; rel="prev"',
      'Link: <http://mail.test/1.0/mailings/filter/states?states=draft&page_size=100&page_index=3>; rel="next"',
    ]);
  });

  test.each<[string, string, string[]]>([
    ['a document', 'GET /1.0/mailings/7/name', ['200 OK', `Content-Type: ${xmlType}`, 'Content-Length: 19']],
    [
      'text with umlauts',
      'GET /1.0/mailings/7/html',
      ['200 OK', 'Content-Type: text/html; charset=utf-8', 'Content-Length: 12'],
    ],
    ['nothing', 'GET /1.0/ping', ['200 OK', 'Content-Length: 0']],
    [
      'an error',
      'PUT /1.0/ping',
      ['405 Method Not Allowed', `Content-Type: ${xmlType}`, 'Vary: Accept', 'Allow: GET, POST', 'Content-Length: 124'],
    ],
    [
      'the head of an error',
      'HEAD /1.0/ping',
      ['405 Method Not Allowed', `Content-Type: ${xmlType}`, 'Vary: Accept', 'Allow: GET, POST', 'Content-Length: 125'],
    ],
  ])('the head of %s', async (_what, line, wanted) => {
    const [head = '', body = ''] = (await request(line)).split('\r\n\r\n');
    const lines = head.replace('HTTP/1.1 ', '').split('\r\n');
    expect(lines.filter((each) => !/^(x-request-id|date|connection):/i.test(each))).toEqual(wanted);
    const length = Number(/Content-Length: (\d+)/.exec(head)?.[1] ?? 0);
    expect(Buffer.byteLength(body)).toBe(line.startsWith('HEAD') ? 0 : length);
  });
});
