import { createClient } from '@mailwright/client';
import { createDispatcher, implementPartial } from '@mailwright/server';
import { fastifyOptions, fastifyPlugin } from '@mailwright/server/fastify';
import Fastify from 'fastify';

const handlers = implementPartial({ getMailingName: ({ mailingid }) => `Mailing ${mailingid} & more` });
const dispatch = createDispatcher(handlers, {
  authenticate: (key) => (key === 'a-key-of-the-test' ? { rights: new Set(['get']) } : undefined),
  intercept: (_call, next) => next(undefined),
  requireHttps: false,
});
const app = Fastify(fastifyOptions(dispatch, '/1.0'));
app.register(fastifyPlugin(dispatch), { prefix: '/1.0' });
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const client = createClient({ baseUrl: `${address}/1.0`, apiKey: 'a-key-of-the-test' });
const result = await client.mailings.getName({ mailingid: 7 });
const missing = await client.mailings.getSubject({ mailingid: 7 }, { retries: 0 });
console.log(JSON.stringify([result.data, missing.status]));
await app.close();
