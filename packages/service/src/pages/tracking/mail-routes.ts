import { crc32 } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log/log.ts';
import { truncatedAddress } from '../../platform/network/remote-address.ts';
import { locationOf } from '../../platform/text/location.ts';
import { Classifier, type MailTokenContent, mailTokenVerifier } from '../../tracking/index.ts';
import { recordSteps } from '../../transactional/index.ts';
import { eventHeaders, pixel, pixelHeaders } from './pixel.ts';
import type { AnswerUnknown } from './unknown.ts';

type Link = { Params: { token: string }; Querystring: { to?: unknown } };

/**
 * Links and image of transactional mails that are tracked: `/t/{token}?to={target}` redirects, `/t/{token}.gif` is an image.
 * Each adds a step to the mail, but not for programs. HEAD is answered in the same way without a step.
 */
export function registerMailTrackingRoutes(app: FastifyInstance, db: Db, log: Log, unknown: AnswerUnknown): void {
  const verify = mailTokenVerifier(db);
  const classifier = new Classifier();

  async function record(request: FastifyRequest, { accountId, mailId }: MailTokenContent, target?: string) {
    const at = new Date();
    if (request.method === 'HEAD') return classifier.sawHead(mailId, at);
    const userAgent = request.headers['user-agent'] ?? '';
    const link = target === undefined ? {} : { linkId: crc32(target) };
    const hit = { mail: mailId, at, userAgent, network: truncatedAddress(request.ip), ...link };
    if (classifier.classify(hit) === 'machine') return;
    const step =
      target === undefined
        ? { mailId, step: 'opened' as const }
        : { mailId, step: 'clicked' as const, reason: new URL(target).origin };
    try {
      await retrying(() => db.transaction().execute((transaction) => recordSteps(transaction, accountId, [step])));
    } catch (error) {
      // The link must work all the same.
      log(`A step of a transactional mail was not recorded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  app.get<Link>('/t/:token', async (request, reply) => {
    const { to } = request.query;
    const content = typeof to === 'string' && to !== '' ? await verify(request.params.token, to) : undefined;
    const location = content && locationOf(to as string);
    if (location === undefined) return unknown(request, reply);
    await record(request, content!, to as string);
    return reply.headers(eventHeaders).redirect(location, 302);
  });

  app.get<Link>('/t/:token.gif', async (request, reply) => {
    const content = await verify(request.params.token, '');
    if (content === undefined) return unknown(request, reply);
    await record(request, content);
    return reply.headers(pixelHeaders).send(pixel);
  });
}
