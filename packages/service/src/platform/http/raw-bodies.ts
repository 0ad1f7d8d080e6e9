import type { FastifyInstance } from 'fastify';

/** Gives the routes of a scope the bodies of requests as bytes, whatever their media type; larger ones are refused with 413. */
export function takeRawBodies(scope: FastifyInstance, maxBytes: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, async (_: unknown, body: Buffer) => body);
}
