import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/http/log.ts';
import { acceptEvents, type EventKeys } from '../../sending/index.ts';

const maxBytes = 1024 * 1024;

/**
 * `/bounce-events/{provider}`: signed events of providers about bounces and complaints. A request is answered with 204 when
 * they are stored; one that is refused is logged, and changes nothing.
 */
export function registerBounceEventRoutes(app: FastifyInstance, db: Db, keys: EventKeys, log: Log): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      async (_: unknown, body: Buffer) => body,
    );
    scope.post<{ Params: { provider: string } }>('/bounce-events/:provider', async (request, reply) => {
      const { provider } = request.params;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const refusal = await acceptEvents(db, keys, provider, { body, headers: request.headers });
      if (refusal === undefined) return reply.status(204).send();
      log(`Events of ${JSON.stringify(provider.slice(0, 40))} were refused: ${refusal}`);
      return reply.status(refusal === 'unknown provider' ? 404 : 403).send();
    });
  });
}
