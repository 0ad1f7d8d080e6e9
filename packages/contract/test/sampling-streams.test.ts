// More than 400 lines: what may happen to a stream, on the same few servers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import http2 from 'node:http2';
import { connect } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { afterEach, expect, test, vi } from 'vitest';
import { type SampleCounts, type SampleOptions, sampleTraffic, type TrafficSample } from '../src/sampling/index.ts';
import { listen, type PetServer } from './support/pet-servers.ts';
import { JSON_TYPE, petsDescription } from './support/pets.ts';

const GOOD = '{"name":"Rex","age":6}';
const BAD = '{"name":"Rex","age":"six"}';
const WRONG_AGE = 'Response body property age must be integer';

/** A sample of everything, and what it tells. */
function everything(options: Partial<SampleOptions> = {}) {
  const found: string[] = [];
  const errors: string[] = [];
  const traffic = sampleTraffic({
    description: () => petsDescription,
    share: 1,
    onDrift: ({ findings }) => found.push(...findings.map(({ message }) => message)),
    onError: ({ message }) => errors.push(message),
    ...options,
  });
  return { traffic, found, errors };
}

const opened: PetServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** Serves with a handler of `node:http`, and tells what the sample has found at its end. */
async function handled(handler: RequestListener, options: Partial<SampleOptions> = {}) {
  const { traffic, found, errors } = everything(options);
  const server = await listen(createServer((...both) => traffic.middleware(...both, () => handler(...both))));
  opened.push(server);
  return { url: server.url, end: () => ended(server, traffic).then((counts) => ({ found, errors, counts })) };
}

async function ended(server: PetServer, traffic: TrafficSample): Promise<SampleCounts> {
  opened.splice(opened.indexOf(server), 1);
  await server.close();
  await traffic.close();
  return traffic.counts();
}

const answerWith = (body: string | Uint8Array, headers: http.OutgoingHttpHeaders = JSON_TYPE) =>
  ((_, outgoing) => void outgoing.writeHead(200, headers).end(body)) satisfies RequestListener;

test('the first part of a stream arrives before the second is written', async () => {
  let finish = () => {};
  const { url, end } = await handled((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{}\n');
    finish = () => outgoing.end('{}\n');
  });
  const { body } = await fetch(`${url}/export`);
  const reader = body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('{}\n');
  finish();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('{}\n');
  expect((await reader.read()).done).toBe(true);
  expect(await end()).toMatchObject({ found: [], counts: { judged: 1 } });
});

test('a body beyond the limit passes whole; the rest of its exchange is judged', async () => {
  const { url, end } = await handled(
    (_, outgoing) => {
      outgoing.writeHead(206, { 'content-type': 'application/x-ndjson' });
      for (let i = 0; i < 10; i++) outgoing.write('x'.repeat(1_000));
      outgoing.end();
    },
    { longestBody: 5_000 },
  );
  expect(await (await fetch(`${url}/export`)).text()).toHaveLength(10_000);
  const { found, counts } = await end();
  expect(found).toEqual([expect.stringContaining('Status 206 is not documented')]);
  expect(counts).toMatchObject({ judged: 1, notJudged: { body: 1 } });
});

test('a client that goes away leaves no exchange', async () => {
  const closed = Promise.withResolvers<void>();
  const { url, end } = await handled((_, outgoing) => {
    outgoing.once('close', closed.resolve).writeHead(200, JSON_TYPE).write('{');
  });
  const [response] = (await once(http.get(`${url}/pets/rex`), 'response')) as [IncomingMessage];
  response.destroy();
  await closed.promise;
  expect(await end()).toMatchObject({ found: [], counts: { requests: 1, judged: 0, notJudged: { aborted: 1 } } });
});

test('bytes are seen as they are written, whatever becomes of their memory, with the callbacks and results of Node', async () => {
  const results: unknown[] = [];
  const written = new Promise<void>((resolve) => {
    results.push(resolve);
  });
  const { url, end } = await handled((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    const memory = Buffer.from('{"name":"Zo');
    results.push(outgoing.write(memory, () => memory.fill('x')));
    results.push(outgoing.write('\xc3\xab', 'latin1', () => results.push('written')));
    results.push(outgoing.write('ZSIsImFnZSI6NiIKICA=', 'base64'));
    outgoing.end(results[0] as () => void);
  });
  const answer = await (await fetch(`${url}/pets/rex`)).text();
  await written;
  expect(answer).toBe('{"name":"Zoëe","age":6"\n  ');
  expect(results.slice(1)).toEqual([true, true, true, 'written']);
  const { found } = await end();
  expect(found).toEqual([expect.stringMatching(/JSON/)]);
});

test('a full buffer is told to whoever writes', async () => {
  let result: boolean | undefined;
  const { url, end } = await handled((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' });
    result = outgoing.write('x'.repeat(4 * 2 ** 20));
    outgoing.end();
  });
  await (await fetch(`${url}/export`)).arrayBuffer();
  await end();
  expect(result).toBe(false);
});

/** Compresses as middleware of Connect does: the methods of the answer are replaced. */
function compressing(outgoing: ServerResponse): void {
  const { write, end } = outgoing;
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
    return true;
  };
  outgoing.write = keep as typeof write;
  outgoing.end = ((chunk: unknown) => {
    keep(chunk);
    outgoing.setHeader('Content-Encoding', 'gzip');
    Object.assign(outgoing, { write });
    return end.call(outgoing, gzipSync(Buffer.concat(chunks)), 'utf8');
  }) as typeof end;
}

test.each(['before', 'after'])('compression that is added %s the sample', async (place) => {
  const { traffic, found } = everything();
  const server = await listen(
    createServer((incoming, outgoing) => {
      if (place === 'before') compressing(outgoing);
      traffic.middleware(incoming, outgoing);
      if (place === 'after') compressing(outgoing);
      outgoing.setHeader('Content-Type', 'application/json');
      outgoing.write(BAD.slice(0, 9));
      outgoing.end(BAD.slice(9));
    }),
  );
  opened.push(server);
  expect(await (await fetch(`${server.url}/pets/rex`)).text()).toBe(BAD);
  const counts = await ended(server, traffic);
  expect(found).toEqual([WRONG_AGE]);
  expect(counts.notJudged.body).toBe(0);
});

test('a body that is called gzip and is none is not judged', async () => {
  const { url, end } = await handled(answerWith(BAD, { ...JSON_TYPE, 'content-encoding': 'gzip' }));
  const [response] = (await once(http.get(`${url}/pets/rex`), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  expect(await end()).toMatchObject({ found: [], counts: { notJudged: { body: 1 } } });
});

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) => ({
  method: 'POST',
  headers,
  body,
});
const TAKEN = expect.stringContaining("violates the description: Request body must have required property 'age'");
const takes: RequestListener = (_, outgoing) => void outgoing.writeHead(201, { location: '/v1/pets/tom' }).end();
const readWhole = async (incoming: IncomingMessage) => {
  for await (const chunk of incoming) void chunk;
};

test.each<[string, (incoming: IncomingMessage) => Promise<unknown>]>([
  ['by iteration', readWhole],
  [
    'by events',
    (incoming) =>
      once(
        incoming.on('data', () => {}),
        'end',
      ),
  ],
  ['as a text', (incoming) => readWhole(incoming.setEncoding('utf8'))],
  [
    'late',
    async (incoming) => {
      await once(incoming, 'readable');
      await readWhole(incoming);
    },
  ],
])('a body that is read %s', async (_, read) => {
  const { url, end } = await handled(async (incoming, outgoing) => {
    await read(incoming);
    takes(incoming, outgoing as never);
  });
  await fetch(`${url}/pets`, post('{"name":"Zoë"}'));
  await fetch(`${url}/pets`, post('{"name":"Zoë","age":1}'));
  expect(await end()).toMatchObject({ found: [TAKEN], counts: { judged: 2, notJudged: { body: 0 } } });
});

test('a body that nobody reads is not judged, and the answer is', async () => {
  const { url, end } = await handled((_, outgoing) => void outgoing.writeHead(418).end());
  await fetch(`${url}/pets`, post('{"name":"Tom"}'));
  expect(await end()).toMatchObject({
    found: [expect.stringContaining('Status 418')],
    counts: { judged: 1, notJudged: { body: 1 } },
  });
});

test('parsers that come first: bytes that they keep are judged, values are not', async () => {
  const { traffic, found } = everything();
  const app = express();
  app.use('/v1/pets', express.raw({ type: 'application/json' }));
  app.use('/v1/pets/{:name}', express.json());
  app.use(traffic.middleware, takes as express.RequestHandler);
  const server = await listen(createServer(app));
  opened.push(server);
  const packed = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  await fetch(`${server.url}/pets`, post('{"name":"Tom"}'));
  await fetch(`${server.url}/pets`, post(gzipSync('{"name":"Tom"}'), packed));
  const counts = await ended(server, traffic);
  expect(found).toEqual([TAKEN, TAKEN]);
  expect(counts.notJudged.body).toBe(0);

  const other = everything();
  const parsed = express().use(express.json(), other.traffic.middleware, takes as express.RequestHandler);
  const second = await listen(createServer(parsed));
  opened.push(second);
  await fetch(`${second.url}/pets`, post('{"name":"Tom"}'));
  expect(await ended(second, other.traffic)).toMatchObject({ judged: 1, drifts: 0, notJudged: { body: 1 } });
});

test('a compressed request is judged without its compression', async () => {
  const { url, end } = await handled(async (incoming, outgoing) => {
    await readWhole(incoming);
    takes(incoming, outgoing as never);
  });
  await fetch(`${url}/pets`, post(gzipSync('{"name":"Tom"}'), { ...JSON_TYPE, 'content-encoding': 'gzip' }));
  expect((await end()).found).toEqual([TAKEN]);
});

test('HTTP/2 by the same functions', async () => {
  const { traffic, found } = everything();
  const server = http2.createServer((incoming, outgoing) => {
    traffic.middleware(incoming, outgoing);
    incoming
      .resume()
      .on('end', () => outgoing.writeHead(200, JSON_TYPE).end(incoming.url.includes('old') ? BAD : GOOD));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const session = http2.connect(`http://127.0.0.1:${port}`);
  for (const path of ['/v1/pets/new', '/v1/pets/old']) {
    const call = session.request({ ':path': path });
    call.resume();
    await once(call, 'close');
  }
  session.close();
  await new Promise((resolve) => server.close(resolve));
  await traffic.close();
  expect(found).toEqual([WRONG_AGE]);
  expect(traffic.counts()).toMatchObject({ judged: 2, notJudged: { body: 0 } });
});

test('requests that browsers send beside the API, and other paths', async () => {
  const { url, end } = await handled(answerWith('<p>', { 'content-type': 'text/html' }));
  const { origin } = new URL(url);
  const preflight = { 'access-control-request-method': 'PUT' };
  await fetch(`${url}/pets/rex`, { method: 'OPTIONS', headers: preflight });
  await fetch(`${url}/docs/`);
  await fetch(`${origin}/health`);
  expect((await end()).counts).toMatchObject({ judged: 0, notJudged: { preflight: 1, page: 1, elsewhere: 1 } });
});

test.each([
  ['a host that is none', 'GET /v1/pets/rex HTTP/1.1\r\nHost: a b\r\n', [WRONG_AGE]],
  ['an absolute address', 'GET http://proxy.test/v1/pets/rex HTTP/1.1\r\nHost: proxy.test\r\n', [WRONG_AGE]],
  ['a path that looks like a host', 'GET //v1/pets/rex HTTP/1.1\r\nHost: x\r\n', []],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n', []],
  ['a path that is not encoded well', 'GET /v1/pets/%E0%A4%A HTTP/1.1\r\nHost: x\r\n', [WRONG_AGE]],
])('%s', async (_, head, wanted) => {
  const { url, end } = await handled(answerWith(BAD));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(`${head}Connection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(await end()).toMatchObject({ found: wanted, errors: [] });
});

test('faults stay here', async () => {
  const broken = await handled(answerWith(GOOD), { description: '/nowhere/openapi.yaml' });
  for (let i = 0; i < 3; i++) expect(await (await fetch(`${broken.url}/pets/rex`)).text()).toBe(GOOD);
  const { errors, counts } = await broken.end();
  expect(errors).toEqual([expect.stringMatching(/^the sample of traffic has ended: .*nowhere/s)]);
  expect(counts.judged).toBe(0);

  const onDrift = () => {
    throw new Error('of the callback');
  };
  const throwing = await handled(answerWith(BAD), { onDrift });
  expect(await (await fetch(`${throwing.url}/pets/rex`)).text()).toBe(BAD);
  expect((await throwing.end()).errors).toEqual(['of the callback']);

  const onError = vi.fn(() => {
    throw new Error('of the other callback');
  });
  const description = () => Promise.reject(new Error('not generated'));
  const worse = await handled(answerWith(BAD), { description, onError });
  expect(await (await fetch(`${worse.url}/pets/rex`)).text()).toBe(BAD);
  await worse.end();
  expect(onError).toHaveBeenCalledTimes(1);
});

/** Serves two wrong answers, closes its server, and leaves the rest to Node. */
const PROGRAM = `
import { once } from 'node:events';
import { createServer } from 'node:http';
import { sampleTraffic } from ${JSON.stringify(new URL('../src/sampling/index.ts', import.meta.url).href)};
const traffic = sampleTraffic({ description: async () => (${JSON.stringify(petsDescription)}), share: 1 });
const server = createServer((_, outgoing) => outgoing.writeHead(200, ${JSON.stringify(JSON_TYPE)}).end('${BAD}'));
server.prependListener('request', traffic.middleware);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = 'http://127.0.0.1:' + server.address().port + '/v1/pets/rex';
for (let i = 0; i < 2; i++) await (await fetch(url, { headers: { connection: 'close' } })).text();
await new Promise((resolve) => server.close(resolve));
`;

test.each([
  ['a process ends by itself', '', ''],
  ['a process that closes its sample has judged all', 'await traffic.close();', `Contract: getPet: ${WRONG_AGE}`],
])('%s', async (_, end, told) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM + end]);
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([0, expect.stringContaining(told)]);
});

test('what waits is limited', async () => {
  const described = Promise.withResolvers<object>();
  const { url, end } = await handled(answerWith(JSON.stringify({ name: 'x'.repeat(1_000_000), age: 1 })), {
    description: () => described.promise,
  });
  for (let i = 0; i < 40; i++) await (await fetch(`${url}/pets/rex`)).arrayBuffer();
  described.resolve(petsDescription);
  const { judged, notJudged } = (await end()).counts;
  expect([judged, notJudged.busy]).toEqual([33, 7]);
});

test.each([-1, 1.5, Number.NaN])('a share of %d is refused', (share) => {
  expect(() => sampleTraffic({ description: 'openapi.yaml', share })).toThrow(/share must be a number from 0 to 1/);
});

test('each kind of finding is logged once by default', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { url, end } = await handled(answerWith(BAD), { onDrift: undefined });
  for (const name of ['rex', 'tom']) await (await fetch(`${url}/pets/${name}`)).arrayBuffer();
  await end();
  expect(warn.mock.calls).toEqual([
    [`Contract: getPet: ${WRONG_AGE} (body), first at GET /v1/pets/{name} with status 200`],
  ]);
  warn.mockRestore();
});

test('Fastify: handlers that throw, and answers that it does not send itself', async () => {
  const { traffic, found } = everything();
  const app = Fastify();
  app.addHook('onRequest', traffic.fastifyHook);
  app.get('/v1/pets/:name', (request, reply) => {
    if (request.url.endsWith('old')) throw new Error('of the handler');
    reply.hijack();
    reply.raw.writeHead(200, JSON_TYPE);
    reply.raw.write(BAD.slice(0, 5));
    reply.raw.end(BAD.slice(5));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`);
    return [answer.status, await answer.text()];
  };
  expect(await ask('/pets/rex')).toEqual([200, BAD]);
  expect((await ask('/pets/old'))[0]).toBe(500);
  expect((await ask('/nothing'))[0]).toBe(404);
  await app.close();
  await traffic.close();
  expect(found).toEqual([WRONG_AGE, expect.stringContaining('Status 500 is not documented')]);
});

test('Express: a handler that throws before and within its answer', async () => {
  const { traffic, found } = everything();
  const app = express();
  app.use(traffic.middleware);
  app.get('/v1/pets/:name', (request, response) => {
    if (request.params.name === 'old') response.status(200).type('json').write('{');
    throw new Error('of the handler');
  });
  app.use(((_error, _request, response, next) => {
    if (response.headersSent) response.destroy();
    else response.status(500).json({ message: 'sorry' });
    void next;
  }) as express.ErrorRequestHandler);
  const server = await listen(createServer(app));
  opened.push(server);
  expect((await fetch(`${server.url}/pets/rex`)).status).toBe(500);
  await expect(fetch(`${server.url}/pets/old`).then((answer) => answer.text())).rejects.toThrow();
  const counts = await ended(server, traffic);
  expect(found).toEqual([expect.stringContaining('Status 500 is not documented')]);
  expect(counts.notJudged.aborted).toBe(1);
});

/** An application of Hono without a server. */
function honoApp(traffic: TrafficSample) {
  const app = new Hono().basePath('/v1');
  app.use(traffic.honoMiddleware);
  return app;
}

test('Hono: streams, cookies, and handlers that throw', async () => {
  const { traffic, found } = everything();
  const app = honoApp(traffic);
  let finish = () => {};
  app.get('/export', (context) => {
    context.header('content-type', 'application/x-ndjson');
    context.header('set-cookie', 'a=1', { append: true });
    context.header('set-cookie', 'b=2', { append: true });
    return stream(context, async (parts) => {
      await parts.write('{}\n');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      await parts.write('{}\n');
    });
  });
  app.get('/pets/:name', () => {
    throw new Error('of the handler');
  });
  app.onError((_, context) => context.text('sorry', 500));
  const answer = await app.request('/v1/export');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const reader = answer.body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('{}\n');
  finish();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('{}\n');
  expect((await reader.read()).done).toBe(true);
  const failed = await app.request('/v1/pets/rex');
  expect([failed.status, await failed.text()]).toEqual([500, 'sorry']);
  const nothing = await app.request('/v1/nothing');
  expect([nothing.status, await nothing.text()]).toEqual([404, '404 Not Found']);
  await traffic.close();
  expect(found).toEqual([expect.stringContaining('Status 500 is not documented')]);
  expect(traffic.counts()).toMatchObject({ requests: 3, judged: 3 });
});

test('handlers in the style of fetch: bodies of both sides, rejections, and readers that stop', async () => {
  const { traffic, found } = everything();
  const handler = traffic.fetch(async (request, status: number) => {
    if (request.url.endsWith('old')) throw new Error('of the handler');
    if (request.method === 'GET') return new Response(new Blob(['x'.repeat(100_000)]).stream(), { headers: JSON_TYPE });
    await request.text();
    return new Response(null, { status, headers: { location: '/v1/pets/tom' } });
  });
  const length = (body: string) => ({ ...JSON_TYPE, 'content-length': String(body.length) });
  const bad = '{"name":"Tom"}';
  expect((await handler(new Request('http://x/v1/pets', post(bad, length(bad))), 201)).status).toBe(201);
  // The length is not known.
  await handler(new Request('http://x/v1/pets', post(bad)), 201);
  await expect(handler(new Request('http://x/v1/pets/old'), 200)).rejects.toThrow('of the handler');
  const { body } = await handler(new Request('http://x/v1/pets/rex'), 200);
  await body!.cancel();
  await traffic.close();
  expect(found).toEqual([TAKEN]);
  expect(traffic.counts()).toMatchObject({ judged: 2, notJudged: { body: 1, aborted: 2 } });
});

test('an answer in gzip that a handler has made', async () => {
  const { url, end } = await handled(answerWith(gzipSync(BAD), { ...JSON_TYPE, 'content-encoding': 'gzip' }));
  const [response] = (await once(http.get(`${url}/pets/rex`), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(BAD);
  expect((await end()).found).toEqual([WRONG_AGE]);
});
