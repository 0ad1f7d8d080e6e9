import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { fastifyOptions, fastifyPlugin } from '../src/fastify.ts';
import { createDispatcher, implementApi, type OperationTable } from '../src/runtime/index.ts';
import { api, basic, handlers, hooks } from './fixture.ts';

const dispatch = createDispatcher(implementApi(api, handlers()), { ...hooks, requireHttps: false });

test('other routes of the application stand beside it', async () => {
  const app = Fastify(fastifyOptions(dispatch, '/1.0')).register(fastifyPlugin(dispatch), { prefix: '/1.0' });
  app.get('/docs', async () => 'pages of the application');
  const { statusCode, body } = await app.inject('/docs');
  expect([statusCode, body]).toEqual([200, 'pages of the application']);
  await app.close();
});

test('an answer that cannot have a body has no length', async () => {
  const ping = { ...api.operations.ping, responses: [{ status: 204, contents: [] }] } as OperationTable;
  const implementation = implementApi({ ...api, operations: { ping } }, { ping: () => undefined });
  const empty = createDispatcher(implementation, { ...hooks, requireHttps: false });
  const other = Fastify(fastifyOptions(empty, '')).register(fastifyPlugin(empty));
  const { statusCode, headers } = await other.inject({ url: '/ping', headers: { authorization: basic } });
  expect([statusCode, Object.keys(headers)]).toEqual([204, ['x-request-id', 'date', 'connection']]);
  await other.close();
});

test('hooks of the application that run before and after an answer see it', async () => {
  const seen: string[] = [];
  const other = Fastify(fastifyOptions(dispatch, ''));
  other.addHook('onRequest', async () => void seen.push('onRequest'));
  other.addHook('onResponse', async (_request, { statusCode }) => void seen.push(`onResponse ${statusCode}`));
  other.register(fastifyPlugin(dispatch));
  await other.inject({ url: '/no', headers: { authorization: basic } });
  expect(seen).toEqual(['onRequest', 'onResponse 404']);
  await other.close();
});

test('plain HTTP is told to use HTTPS', async () => {
  const strict = createDispatcher(implementApi(api, handlers()), hooks);
  const plain = Fastify(fastifyOptions(strict, '')).register(fastifyPlugin(strict));
  const { statusCode, body } = await plain.inject({ url: '/ping', headers: { authorization: basic } });
  expect([statusCode, body]).toEqual([403, expect.stringContaining('Only HTTPS is accepted.')]);
  await plain.close();
});
