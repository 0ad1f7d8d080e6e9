import {
  type Codec,
  type ContentTable,
  createDispatcher,
  fastifyOptions,
  fastifyPlugin,
  implementPartial,
  type OperationTable,
  operations,
} from '@mailwright/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { key, mailings } from './pages.ts';
import { announce, items, prepared, tls } from './server.ts';

/** The stub with authentication, validation and XML. With `--prepared` the document is encoded once, before the start. */
const holder = { rights: new Set(['get']) };
const page = { items: mailings(items), total: items };
const implementation = implementPartial({ listMailingsByStates: () => page });
const dispatch = createDispatcher(prepared ? withoutEncoding(implementation) : implementation, {
  authenticate: (given) => (given === key ? holder : undefined),
  around: (_call, next) => next(undefined),
  requireHttps: false,
});
const app = Fastify({ ...fastifyOptions(dispatch, '/1.0'), https: tls }) as unknown as FastifyInstance;
app.register(fastifyPlugin(dispatch), { prefix: '/1.0' });
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);

function withoutEncoding({ api, handlers }: typeof implementation): typeof implementation {
  const table: OperationTable = operations.listMailingsByStates;
  const [content] = table.responses[0]!.contents as [ContentTable];
  const document = Buffer.from(content.codec!.encode(page.items)).toString();
  const codec: Codec = { ...content.codec!, encode: () => document };
  const listMailingsByStates = { ...table, responses: [{ status: 200, contents: [{ ...content, codec }] }] };
  return { api: { ...api, operations: { ...api.operations, listMailingsByStates } }, handlers };
}
