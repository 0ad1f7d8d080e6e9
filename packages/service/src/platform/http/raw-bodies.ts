import { ApiError, type BodiesUnderWay, type BodyUnderWay } from '@mailwright/server-runtime/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

interface RawBodies {
  /** Larger bodies are refused with 413. */
  maxBytes: number;
  /** Counts the bodies with those of the API. */
  bodies: BodiesUnderWay;
  /** Returns the client whose bodies are counted together. */
  clientOf(request: FastifyRequest): string;
}

/**
 * Gives the routes of a scope the bodies of requests as bytes, whatever their media type. Each is counted by its announced length,
 * or as the largest one if it announces none, before it is read and until its request is answered; 503 if there are too many.
 */
export function takeRawBodies(scope: FastifyInstance, { maxBytes, bodies, clientOf }: RawBodies): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, async (_: unknown, body: Buffer) => body);
  const underWay = new WeakMap<FastifyRequest, BodyUnderWay>();
  scope.addHook('preParsing', async (request, reply) => {
    const body = bodies.begin(clientOf(request));
    underWay.set(request, body);
    try {
      body.take(announcedBytes(request, request.routeOptions.bodyLimit ?? maxBytes));
    } catch (error) {
      return refuse(reply, error as Error);
    }
  });
  const release = async (request: FastifyRequest) => underWay.get(request)?.release();
  scope.addHook('onResponse', release);
  scope.addHook('onRequestAbort', release);
}

function announcedBytes({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes;
  return Math.min(Number(headers['content-length'] ?? 0), maxBytes);
}

function refuse(reply: FastifyReply, error: Error): FastifyReply {
  if (!(error instanceof ApiError)) throw error;
  for (const [name, value] of error.headers) reply.header(name, value);
  return reply.status(error.status).type('text/plain; charset=utf-8').send(error.message);
}
