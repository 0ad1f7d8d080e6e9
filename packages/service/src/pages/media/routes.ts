import type { FastifyInstance } from 'fastify';
import { findImage } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';

/** The content of an address never changes. */
const imageHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** `/media/{token}`: an image of a mailing. Mail programs ask for it through few proxies, so that it has no limit. */
export function registerMediaRoutes(app: FastifyInstance, db: Db, unknown: AnswerUnknown): void {
  app.get<{ Params: { token: string } }>('/media/:token', async (request, reply) => {
    const { token } = request.params;
    const image = /^[0-9a-f]{32}$/.test(token) ? await findImage(db, token) : undefined;
    if (image === undefined) return unknown(request, reply);
    return reply.headers({ ...imageHeaders, 'content-type': image.mime_type }).send(Buffer.from(image.bytes));
  });
}
