import type { FastifyInstance } from 'fastify';
import { fillForNobody, findContent, findMailingByReportToken, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import type { RenderPage } from '../../platform/http/rendered-pages.ts';
import { languageOf } from '../../platform/text/language.ts';
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
export function registerReportRoutes(app: FastifyInstance, db: Db, unknown: AnswerUnknown, render: RenderPage): void {
  app.get<Link>('/report/:token', async (request, reply) => {
    const { token } = request.params;
    const mailing = await findMailingByReportToken(db, token);
    if (mailing === undefined) return unknown(request, reply);
    const page = await render(shownOf('page', mailing, token), async () =>
      reportPage(await readReport(db, mailing), `/report/${token}/mail`, languageOf(mailing.locale)),
    );
    return reply.headers(pageHeaders).send(page);
  });

  app.get<Link>('/report/:token/totals.json', async (request, reply) => {
    const { token } = request.params;
    const mailing = await findMailingByReportToken(db, token);
    if (mailing === undefined) return unknown(request, reply);
    const document = await render(shownOf('totals', mailing, token), () => totalsDocument(db, mailing));
    return reply.headers({ ...pageHeaders, 'content-type': 'application/json; charset=utf-8' }).send(document);
  });

  app.get<Link>('/report/:token/mail', async (request, reply) => {
    const { token } = request.params;
    const mailing = await findMailingByReportToken(db, token);
    const page = mailing && (await render(shownOf('mail', mailing, token), () => clickMap(db, mailing)));
    return page ? reply.headers(framedMailHeaders).send(page) : unknown(request, reply);
  });
}

const shownOf = (part: string, { account_id, id, version }: Mailing, token: string) => ({
  accountId: account_id,
  key: `report ${part} ${id} ${version} ${token}`,
});

async function totalsDocument(db: Db, mailing: Mailing): Promise<string> {
  const { name, totals, links, devices, programs, bounces } = await readReport(db, mailing);
  const { lastMinute: _, ...counts } = totals;
  return JSON.stringify({ mailing: name, ...counts, links, devices, programs, bounceKinds: bounces });
}

/** The HTML of a mailing with the clicks on its links; empty if it has none. */
async function clickMap(db: Db, mailing: Mailing): Promise<string> {
  const { html } = await findContent(db, mailing);
  if (!html) return '';
  const marked = withClicks(html, await linkResultsOf(db, mailing.account_id, mailing.id));
  return (await fillForNobody(db, mailing, { html: { template: marked, context: 'html' } })).html;
}
