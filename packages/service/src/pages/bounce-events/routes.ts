import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeRawBodies } from '../../platform/http/raw-bodies.ts';
import type { Log } from '../../platform/log/log.ts';
import { BounceSources, bounceEvents } from '../../sending/index.ts';
import { refusedEvents } from './refusals.ts';

const maxBytes = 1024 * 1024;

/** Providers try again what is answered with 5xx only. */
const statuses: Partial<Record<bounceEvents.EventRefusal, number>> = { 'unknown provider': 404, 'no certificate': 503 };

/**
 * `/bounce-events/{provider}`: signed events of providers about bounces and complaints. A request is answered with 204 when
 * they are stored; one that is refused is logged, and changes nothing.
 */
export function registerBounceEventRoutes(app: FastifyInstance, tools: bounceEvents.EventTools, log: Log): void {
  type Events = { Params: { provider: string } };
  const note = refusedEvents(log);
  const sources = new BounceSources(tools.db);
  const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, refusal: string) => {
    const { provider } = request.params as Events['Params'];
    const seconds = note(request.ip, provider, refusal);
    if (Object.hasOwn(tools.keys, provider)) void sources.note(provider, refusal);
    return seconds === 0
      ? reply.status(status).send()
      : reply.status(429).header('retry-after', String(seconds)).send();
  };
  app.register(async (scope) => {
    takeRawBodies(scope, maxBytes);
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.statusCode !== 413) throw error;
      return refuse(request, reply, 413, 'too large');
    });
    scope.post<Events>('/bounce-events/:provider', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const refusal = await bounceEvents.acceptEvents(tools, request.params.provider, {
        body,
        headers: request.headers,
      });
      if (refusal !== undefined) return refuse(request, reply, statuses[refusal] ?? 403, refusal);
      void sources.note(request.params.provider);
      return reply.status(204).send();
    });
  });
}
