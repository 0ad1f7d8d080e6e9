import Fastify, { type FastifyInstance } from 'fastify';
import { mailings } from './pages.ts';
import { announce, answer, buffer, items, stringify, tls } from './server.ts';

/**
 * Bare Fastify: answers every GET with prepared headers and a prepared body, a text, or with `--buffer` bytes. With
 * `--stringify` it makes JSON of the page for each answer.
 */
const { headers, body } = answer!;
const sent = buffer ? Buffer.from(body) : body;
const page = mailings(items);
const bodyOf = stringify ? () => JSON.stringify(page) : () => sent;
const app = Fastify({ https: tls }) as unknown as FastifyInstance;
app.get('/*', async (_request, reply) => reply.headers(headers).send(bodyOf()));
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
