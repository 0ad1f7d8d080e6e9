import Fastify, { type FastifyInstance } from 'fastify';
import { announce, answer, buffer, tls } from './server.ts';

/** Bare Fastify: answers every GET with prepared headers and a prepared body, a text, or with `--buffer` bytes. */
const { headers, body } = answer!;
const sent = buffer ? Buffer.from(body) : body;
const app = Fastify({ https: tls }) as unknown as FastifyInstance;
app.get('/*', async (_request, reply) => reply.headers(headers).send(sent));
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
