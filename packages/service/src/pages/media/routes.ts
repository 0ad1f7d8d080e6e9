import type { FastifyInstance } from 'fastify';
import { findImage, findThumbnail } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';

/** The content of an address never changes. */
const imageHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

const imageToken = /^[0-9a-f]{32}$/;

/** Shown instead of a thumbnail: a crossed frame. */
const noThumbnail =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64" viewBox="0 0 96 64" fill="none" stroke="#888"><path d="M1 1h94v62H1zM1 1l94 62M95 1 1 63"/></svg>';

/**
 * `/media/{token}`: an image of a mailing, and `/media/{token}/thumbnail`. Mail programs ask for images through few proxies, so
 * that these have no limit. A thumbnail is made once, so that asking often costs no more than asking for an image.
 */
export function registerMediaRoutes(app: FastifyInstance, db: Db, unknown: AnswerUnknown): void {
  app.get<{ Params: { token: string } }>('/media/:token', async (request, reply) => {
    const { token } = request.params;
    const image = imageToken.test(token) ? await findImage(db, token) : undefined;
    if (image === undefined) return unknown(request, reply);
    return reply.headers({ ...imageHeaders, 'content-type': image.mime_type }).send(Buffer.from(image.bytes));
  });
  app.get<{ Params: { token: string } }>('/media/:token/thumbnail', async (request, reply) => {
    const { token } = request.params;
    const thumbnail = imageToken.test(token) ? await findThumbnail(db, token) : undefined;
    if (thumbnail === undefined) return unknown(request, reply);
    const [type, body] =
      'png' in thumbnail ? ['image/png', Buffer.from(thumbnail.png)] : ['image/svg+xml', noThumbnail];
    return reply.headers({ ...imageHeaders, 'content-type': type }).send(body);
  });
}
