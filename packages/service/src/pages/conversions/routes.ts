import type { FastifyInstance } from 'fastify';
import { findMailing } from '../../mailings/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { RateLimit } from '../../platform/network/rate-limit.ts';
import { attributionOfToken, hasGoal, newOrderId, recordConversion, type VerifyToken } from '../../tracking/index.ts';
import { pixel, pixelHeaders } from '../tracking/pixel.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';

interface Goal {
  Params: { site: string; goal: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/**
 * Conversions of one recipient: so many at once, and as many a day. Whoever has a mail has its token, and can make up orders
 * and amounts.
 */
const allowance = { burst: 20, perSecond: 20 / 86_400, clients: 20_000 };

/** As in the description of conversions: an exact decimal. */
const amount = /^-?\d+(\.\d+)?$/;
const maxAmount = 24;
const maxOrder = 255;

/**
 * `/k/{site}/{goal}?t=TOKEN&v=19.90&o=ORDER`: an image on a page of a site that counts a conversion. `t` is the parameter
 * `mt` of the address that the reader came to; an order counts once; without `v` the value is 0. A recipient who reaches too
 * many goals gets 429.
 */
export function registerConversionRoutes(
  app: FastifyInstance,
  db: Db,
  verify: VerifyToken,
  unknown: AnswerUnknown,
): void {
  const limit = new RateLimit(allowance);
  app.get<Goal>('/k/:site/:goal', async (request, reply) => {
    const { t: token, v: value = '0', o: order } = request.query;
    const content = typeof token === 'string' ? await verify(token) : undefined;
    const [siteId, goalId] = [idOf(request.params.site), idOf(request.params.goal)];
    if (!content || !(await hasGoal(db, content.accountId, siteId, goalId))) return unknown(request, reply);
    if (typeof value !== 'string' || value.length > maxAmount || !amount.test(value)) {
      return reply.code(400).send('v must be a decimal such as 19.90, given once');
    }
    if (order !== undefined && (typeof order !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(order))) {
      return reply.code(400).send(`o must have 1 to ${maxOrder} printable ASCII characters, and be given once`);
    }
    const mailing = request.method === 'HEAD' ? undefined : await findMailing(db, content.accountId, content.mailingId);
    if (mailing) {
      const seconds = limit.take(JSON.stringify([content.accountId, content.mailingId, content.bearer]));
      if (seconds > 0) return reply.code(429).header('retry-after', String(seconds)).send('too many conversions');
      const attribution = await attributionOfToken(db, content, mailing);
      const conversion = { siteId, goalId, orderId: order ?? newOrderId(), value, at: new Date() };
      await retrying(() =>
        db
          .transaction()
          .execute((transaction) => recordConversion(transaction, content.accountId, conversion, attribution)),
      );
    }
    return reply.headers(pixelHeaders).send(pixel);
  });
}

/** 0, which no row has, for what is no id. */
const idOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
