import type { FastifyInstance } from 'fastify';
import { lastDeliveries } from '../../events/index.ts';

import type { Db } from '../../platform/database/schema.ts';

import { pageHeaders } from '../../platform/http/page.ts';
import type { RequireOperator } from '../console/signed-in.ts';
import { deliveriesPage } from './pages.ts';

/** How many deliveries the page shows. */
const shown = 100;

/** `/webhooks`: the latest events of an account's webhooks and their deliveries; requires a key of the account. */
export function registerWebhookRoutes(app: FastifyInstance, db: Db, requireOperator: RequireOperator): void {
  app.get('/webhooks', async (request, reply) => {
    const holder = await requireOperator(request, reply);
    if (holder === undefined) return reply;
    return reply.headers(pageHeaders).send(deliveriesPage(await lastDeliveries(db, holder.account.id, shown)));
  });
}
