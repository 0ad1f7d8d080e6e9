import type { BodiesUnderWay } from '@mailwright/server-runtime/web';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeRawBodies } from '../../platform/http/raw-bodies.ts';
import type { Log } from '../../platform/log/log.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';
import { BounceSources, bounceEvents } from '../../sending/index.ts';
import { RefusedEvents } from './refusals.ts';

/** Seconds after which a certificate that could not be fetched is asked for again. */
const certificateSeconds = 60;

/** By refusal; others are 403. Providers try again what is answered with 429 and 5xx only. */
const statuses = new Map([
  ['unknown provider', 404],
  ['too large', 413],
  ['no certificate', 503],
]);

/**
 * `/bounce-events/{provider}`: signed events of providers about bounces and complaints. A request is answered with 204 when
 * they are stored; one that is refused is logged, and changes nothing.
 */
export function registerBounceEventRoutes(
  app: FastifyInstance,
  tools: bounceEvents.EventTools,
  log: Log,
  bodies: BodiesUnderWay,
): void {
  const refused = new RefusedEvents(log);
  const sources = new BounceSources(tools.db);
  const putOff = (reply: FastifyReply, seconds: number) =>
    reply.status(429).header('retry-after', String(seconds)).send();
  const refuse = (request: FastifyRequest, reply: FastifyReply, provider: string, refusal: string) => {
    const seconds = refused.note(request.ip, provider, refusal);
    if (Object.hasOwn(tools.keys, provider)) void sources.note(provider, refusal);
    if (seconds > 0) return putOff(reply, seconds);
    if (refusal === 'no certificate') reply.header('retry-after', String(certificateSeconds));
    return reply.status(statuses.get(refusal) ?? 403).send();
  };
  app.register(async (scope) => {
    const maxBytes = Math.max(...bounceEvents.eventBytes.values());
    takeRawBodies(scope, { maxBytes, bodies, clientOf: ({ ip }) => `events of ${clientNetwork(ip)}` });
    for (const [provider, bodyLimit] of bounceEvents.eventBytes)
      scope.route({
        method: 'POST',
        url: `/bounce-events/${provider}`,
        bodyLimit,
        // Before the body is read.
        async onRequest(request, reply) {
          const head = bounceEvents.checkHead(tools.keys, provider, request.headers);
          if ('refusal' in head) return refuse(request, reply, provider, head.refusal);
          // Customers of a provider share its addresses: a right password is always heard, signatures are sent again.
          const seconds = head.isAuthentic ? 0 : refused.wait(request.ip);
          return seconds > 0 ? putOff(reply, seconds) : undefined;
        },
        errorHandler(error: FastifyError, request, reply) {
          if (error.statusCode !== 413) throw error;
          return refuse(request, reply, provider, 'too large');
        },
        async handler(request, reply) {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const refusal = await bounceEvents.acceptEvents(tools, provider, { body, headers: request.headers });
          if (refusal !== undefined) return refuse(request, reply, provider, refusal);
          void sources.note(provider);
          return reply.status(204).send();
        },
      });
    scope.route<{ Params: { provider: string } }>({
      method: 'POST',
      url: '/bounce-events/:provider',
      onRequest: async (request, reply) => refuse(request, reply, request.params.provider, 'unknown provider'),
      handler: async () => undefined,
    });
  });
}
