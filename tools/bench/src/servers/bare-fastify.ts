import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

/** Fastify that answers every GET with the bytes and the headers of a file: `node bare-fastify.ts FILE`; prints its port. */
const { headers, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as {
  headers: Record<string, string>;
  body: string;
};
const app = Fastify();
app.get('/*', async (_request, reply) => reply.headers(headers).send(body));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log((app.server.address() as AddressInfo).port);
