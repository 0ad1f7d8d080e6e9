import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { truncatedAddress } from '../../platform/http/remote-address.ts';
import { type EventRecorder, linkFinder, type VerifyToken } from '../../tracking/index.ts';
import type { AnswerUnknown } from './unknown.ts';

/** A transparent GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const eventHeaders = {
  'cache-control': 'no-store, private',
  'referrer-policy': 'no-referrer-when-downgrade',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
};

type Link = { Params: { token: string } };

/**
 * `/c/{token}` redirects to the target of a link and counts a click, `/o/{token}.gif` is an image and counts an opening.
 * HEAD is answered in the same way without either.
 */
export function registerTrackingRoutes(
  app: FastifyInstance,
  db: Kysely<Schema>,
  verify: VerifyToken,
  recorder: EventRecorder,
  unknown: AnswerUnknown,
): void {
  const findLink = linkFinder(db);
  const originOf = (request: FastifyRequest) => ({
    at: new Date(),
    userAgent: request.headers['user-agent'] ?? '',
    network: truncatedAddress(request.ip),
  });

  app.get<Link>('/c/:token', async (request, reply) => {
    const content = await verify(request.params.token);
    if (content === undefined || typeof content.purpose === 'string') return unknown(request, reply);
    const { accountId, mailingId, bearer } = content;
    const linkId = content.purpose.link;
    const link = await findLink(accountId, linkId);
    if (link?.mailingId !== mailingId) return unknown(request, reply);
    const visit = { accountId, mailingId, bearer, linkId, format: link.format, ...originOf(request) };
    if (request.method === 'HEAD') recorder.sawHead(visit);
    else await recorder.add(visit);
    return reply.headers(eventHeaders).code(302).header('location', link.url).send('');
  });

  app.get<Link>('/o/:token.gif', async (request, reply) => {
    const content = await verify(request.params.token);
    if (content?.purpose !== 'pixel') return unknown(request, reply);
    const visit = { ...content, format: 'html' as const, ...originOf(request) };
    if (request.method === 'HEAD') recorder.sawHead(visit);
    else await recorder.add(visit);
    return reply.headers(eventHeaders).type('image/gif').send(pixel);
  });
}
