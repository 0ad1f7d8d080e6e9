import { fastifyOptions, fastifyPlugin } from '@mailwright/server/fastify';
import Fastify, { type FastifyInstance } from 'fastify';
import { announce, tls } from './server.ts';
import { dispatch } from './stubbed.ts';

/** The stub as plugin of Fastify. */
const app = Fastify({ ...fastifyOptions(dispatch, '/1.0'), https: tls }) as unknown as FastifyInstance;
app.register(fastifyPlugin(dispatch), { prefix: '/1.0' });
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
