import type { AddressInfo } from 'node:net';
import { createDispatcher, fastifyOptions, fastifyPlugin, implementPartial } from '@mailwright/server';
import Fastify from 'fastify';
import { mailings } from './pages.ts';

/** The stub with authentication, validation and encoding of `ITEMS` mailings: `node stub.ts ITEMS`; prints its port. */
const items = mailings(Number(process.argv[2]));
const implementation = implementPartial({ listMailingsByStates: () => ({ items, total: items.length }) });
const dispatch = createDispatcher(implementation, {
  authenticate: (key) => (key === 'benchmark-key-0123456789' ? { rights: new Set(['get']) } : undefined),
  around: (_call, next) => next(undefined),
  requireHttps: false,
});
const app = Fastify(fastifyOptions(dispatch, '/1.0'));
app.register(fastifyPlugin(dispatch), { prefix: '/1.0' });
await app.listen({ port: 0, host: '127.0.0.1' });
console.log((app.server.address() as AddressInfo).port);
