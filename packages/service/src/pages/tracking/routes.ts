import { strictHeaders } from '@mailwright/server-runtime/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database/schema.ts';
import { truncatedAddress } from '../../platform/network/remote-address.ts';
import { locationOf } from '../../platform/text/location.ts';
import { personalAddress } from '../../sending/index.ts';
import {
  type EventRecorder,
  linkFinder,
  linkMarker,
  type TokenContent,
  type VerifyToken,
} from '../../tracking/index.ts';
import { findVisitor } from '../visitor.ts';
import { eventHeaders, pixel, pixelHeaders } from './pixel.ts';
import type { AnswerUnknown } from './unknown.ts';

type Link = { Params: { token: string } };

/**
 * `/c/{token}` redirects to the target of a link and counts a click, `/o/{token}.gif` is an image and counts an opening.
 * HEAD is answered in the same way without either.
 */
export function registerTrackingRoutes(
  app: FastifyInstance,
  db: Db,
  verify: VerifyToken,
  recorder: EventRecorder,
  unknown: AnswerUnknown,
  publicUrl: () => string,
): void {
  /** Filled with what is known of the recipient now. */
  const personalTarget = async (content: TokenContent, url: string) => {
    const visitor = await findVisitor(db, publicUrl(), content);
    return visitor && (await personalAddress(db, visitor, url));
  };
  const findLink = linkFinder(db);
  const mark = linkMarker(db);
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
    const address = link.personal ? await personalTarget(content, link.url) : link.url;
    const target = address && locationOf(address);
    if (!target) return unknown(request, reply);
    redirect(reply, await mark(accountId, target, request.params.token));
    return reply;
  });

  app.get<Link>('/o/:token.gif', async (request, reply) => {
    const content = await verify(request.params.token);
    if (content?.purpose !== 'pixel') return unknown(request, reply);
    const visit = { ...content, format: 'html' as const, ...originOf(request) };
    if (request.method === 'HEAD') recorder.sawHead(visit);
    else await recorder.add(visit);
    return reply.headers(pixelHeaders).send(pixel);
  });
}

const strict = Object.fromEntries(strictHeaders.map(([name, value]) => [name.toLowerCase(), value]));
const redirectHeaders = Object.entries({ ...strict, ...eventHeaders, 'content-length': '0' }).flat();

/**
 * Written to the socket's response itself, which is asked for more often than all else together.
 * @param location that a header can hold (`locationOf`): nobody would answer if it could not
 */
function redirect(reply: FastifyReply, location: string): void {
  reply.hijack();
  reply.raw.writeHead(302, [...redirectHeaders, 'location', location]).end();
}
