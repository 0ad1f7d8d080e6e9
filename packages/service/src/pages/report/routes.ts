import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { languageOf } from '../../events/index.ts';
import { fillForNobody, findContent, findMailingByReportToken } from '../../mailings/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import { linkResultsOf } from '../../tracking/index.ts';
import { framedMailHeaders } from '../mail-headers.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';
import { withClicks } from './click-map.ts';
import { reportPage } from './page.ts';
import { readReport } from './read.ts';

type Link = { Params: { token: string } };

/**
 * `/report/{token}`: totals of a mailing for whoever has the address, which ends when a new one is made for it;
 * `/report/{token}/totals.json` for programs.
 */
export function registerReportRoutes(app: FastifyInstance, db: Kysely<Schema>, unknown: AnswerUnknown): void {
  app.get<Link>('/report/:token', async (request, reply) => {
    const { token } = request.params;
    const mailing = await findMailingByReportToken(db, token);
    if (mailing === undefined) return unknown(request, reply);
    const page = reportPage(await readReport(db, mailing), `/report/${token}/mail`, languageOf(mailing.locale));
    return reply.headers(pageHeaders).send(page);
  });

  app.get<Link>('/report/:token/totals.json', async (request, reply) => {
    const mailing = await findMailingByReportToken(db, request.params.token);
    if (mailing === undefined) return unknown(request, reply);
    const { name, totals, links, devices, programs, bounces } = await readReport(db, mailing);
    const { lastMinute: _, ...counts } = totals;
    reply.headers({ ...pageHeaders, 'content-type': 'application/json; charset=utf-8' });
    return reply.send(JSON.stringify({ mailing: name, ...counts, links, devices, programs, bounceKinds: bounces }));
  });

  app.get<Link>('/report/:token/mail', async (request, reply) => {
    const mailing = await findMailingByReportToken(db, request.params.token);
    const html = mailing && (await findContent(db, mailing)).html;
    if (!mailing || !html) return unknown(request, reply);
    const marked = withClicks(html, await linkResultsOf(db, mailing.account_id, mailing.id));
    const shown = await fillForNobody(db, mailing, { html: { template: marked, context: 'html' } });
    return reply.headers(framedMailHeaders).send(shown.html);
  });
}
