import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import glue from 'fastify-openapi-glue';
import { isKnown, page, pageHeaders, twin } from './json.ts';
import { announce, tls } from './server.ts';

/** Fastify with fastify-openapi-glue as it comes: key and parameters are checked, answers are serialised by schema. */
const requireHolder = async ({ headers }: FastifyRequest) => {
  if (!isKnown(headers.authorization)) throw new Error('The API key is not valid.');
};
const listMailingsByStates = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.headers(pageHeaders);
  return page;
};
// Ajv must bear keywords that only describe, such as `example`.
const app = Fastify({ https: tls, ajv: { customOptions: { strict: false } } }) as unknown as FastifyInstance;
app.register(glue, {
  specification: twin,
  serviceHandlers: { listMailingsByStates },
  securityHandlers: { apiKey: requireHolder, bearerKey: requireHolder },
  prefix: '1.0',
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
