import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fastifyOptions, fastifyPlugin } from '../src/fastify.ts';
import { createDispatcher, implementApi } from '../src/runtime/index.ts';
import { api, basic, handlers, hooks } from './fixture.ts';

/** A text of its own for each id, long enough to be encoded into memory that is used again. */
const textOf = (id: number): string => `<p>${`${id} Grün 😀 `.repeat(5000)}</p>`;

const dispatch = createDispatcher(implementApi(api, handlers({ getHtml: ({ mailingid }) => textOf(mailingid) })), {
  ...hooks,
  requireHttps: false,
});
const app = Fastify(fastifyOptions(dispatch, '')).register(fastifyPlugin(dispatch));
const requestOf = (id: number, more = ''): string =>
  `GET /mailings/${id}/html HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic}\r\n${more}\r\n`;

beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

const open = () => connect((app.server.address() as AddressInfo).port, '127.0.0.1');

/** Bodies of all answers that stand in some bytes. */
function bodiesOf(bytes: Buffer): string[] {
  const bodies: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = bytes.indexOf('\r\n\r\n', at) + 4;
    const length = Number(/Content-Length: (\d+)/.exec(bytes.toString('latin1', at, head))?.[1]);
    bodies.push(bytes.toString('utf8', head, head + length));
    at = head + length;
  }
  return bodies;
}

async function answersOn(ids: number[], pause: Promise<void>): Promise<string[]> {
  const socket = open().pause();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).pause();
  socket.write(ids.map((id, at) => requestOf(id, at === ids.length - 1 ? 'Connection: close\r\n' : '')).join(''));
  await pause;
  socket.resume();
  await once(socket, 'close');
  return bodiesOf(Buffer.concat(chunks));
}

test('long answers to clients that read late are not mixed with those of others', async () => {
  const others = Promise.withResolvers<void>();
  const slow = Array.from({ length: 150 }, (_, at) => 1000 + at);
  const late = answersOn(slow, others.promise);
  for (let round = 0; round < 5; round++) {
    const ids = Array.from({ length: 6 }, (_, at) => round * 10 + at + 1);
    const answers = await Promise.all(ids.map((id) => answersOn([id], Promise.resolve())));
    expect(answers).toEqual(ids.map((id) => [textOf(id)]));
  }
  others.resolve();
  expect(await late).toEqual(slow.map(textOf));
});

test('a client that goes away before its answer spoils no other', async () => {
  for (let i = 0; i < 20; i++) {
    const socket = open().on('error', () => {});
    socket.write(requestOf(7) + requestOf(8));
    app.server.once('request', () => setImmediate(() => socket.resetAndDestroy()));
    await once(socket, 'close');
  }
  expect(await answersOn([9, 10], Promise.resolve())).toEqual([textOf(9), textOf(10)]);
});
