import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { TrafficSample } from '../../src/sampling/index.ts';
import { answerPlanted } from './pets.ts';

export interface PetServer {
  url: string;
  /** Resolves when all answers have gone. */
  close(): Promise<void>;
}

/** Closes what a client may keep open. */
const closing = (server: Server): PetServer => ({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  async close() {
    server.closeIdleConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

/** Serves with a handler of `node:http`. */
export async function listen(server: Server): Promise<PetServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return closing(server);
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
}

const asked = ({ method = 'GET', headers }: IncomingMessage) => ({
  method,
  accept: headers.accept,
  ifNoneMatch: headers['if-none-match'],
});

/** The same service in each framework, with the ways of the framework to read and write bodies. */
export const petServers: { [framework: string]: (traffic: TrafficSample) => Promise<PetServer> } = {
  'node:http': (traffic) => {
    const server = createServer(async (incoming, outgoing) => {
      const body = await textOf(incoming);
      const { status, headers, body: answer } = answerPlanted(incoming.url!, { ...asked(incoming), body });
      outgoing.writeHead(status, headers).end(answer);
    });
    server.prependListener('request', traffic.middleware);
    return listen(server);
  },
  Express: (traffic) => {
    const app = express();
    app.use(traffic.middleware);
    app.use(express.json({ strict: false }), express.text({ type: '*/xml' }));
    const routes = express.Router();
    routes.use((request, response) => {
      const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
      const { status, headers, body: answer } = answerPlanted(request.originalUrl, { ...asked(request), body });
      response.status(status).set(headers);
      if (answer === undefined) response.end();
      else response.send(Buffer.from(answer));
    });
    app.use('/v1', routes);
    return listen(createServer(app));
  },
  'Express, with a stream': (traffic) => {
    const app = express();
    app.use('/v1', traffic.middleware, async (request, response) => {
      const body = await textOf(request);
      const { status, headers, body: answer } = answerPlanted(request.originalUrl, { ...asked(request), body });
      response.writeHead(status, headers);
      for (const character of answer ?? '') response.write(character, 'latin1');
      response.end();
    });
    return listen(createServer(app));
  },
  Fastify: async (traffic) => {
    const app = Fastify({ exposeHeadRoutes: false });
    app.addHook('onRequest', traffic.fastifyHook);
    app.addContentTypeParser('application/xml', { parseAs: 'string' }, (_, body, done) => done(null, body));
    await app.register(
      async (routes) => {
        routes.all('/*', (request, reply) => {
          const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
          const { status, headers, body: answer } = answerPlanted(request.url, { ...asked(request.raw), body });
          return reply.code(status).headers(headers).send(answer);
        });
      },
      { prefix: '/v1' },
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    return closing(app.server);
  },
  Hono: (traffic) => {
    const app = new Hono();
    app.use(traffic.honoMiddleware);
    app.use(compress({ threshold: 0 }));
    app.all('*', async (context) => {
      const { method, url } = context.req;
      const request = {
        method,
        accept: context.req.header('accept'),
        ifNoneMatch: context.req.header('if-none-match'),
      };
      const { status, headers, body } = answerPlanted(url, { ...request, body: await context.req.text() });
      return body === undefined
        ? context.body(null, status as 204, headers)
        : context.body(body, status as 200, headers);
    });
    return served(app.fetch);
  },
  'a handler in the style of fetch': (traffic) =>
    served(
      traffic.fetch(async (request) => {
        const { method, url, headers: sent } = request;
        const [accept, ifNoneMatch] = [sent.get('accept') ?? undefined, sent.get('if-none-match') ?? undefined];
        const { status, headers, body } = answerPlanted(url, {
          method,
          accept,
          ifNoneMatch,
          body: await request.text(),
        });
        return new Response(method === 'HEAD' ? null : (body ?? null), { status, headers });
      }),
    ),
};

/** The adapter replaces globals of the process, which are put back when the server is closed. */
async function served(fetch: (request: Request) => Response | Promise<Response>): Promise<PetServer> {
  const { Request, Response } = globalThis;
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  const { url, close } = closing(server);
  return { url, close: () => close().finally(() => Object.assign(globalThis, { Request, Response })) };
}
