import { sharedReport } from '@mailwright/console';
import { pageHeadersWith } from '@mailwright/server-runtime/web';
import type { FastifyInstance } from 'fastify';
import { findAccount } from '../../account/index.ts';
import { findMailingByReportToken, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { RenderPage } from '../../platform/http/rendered-pages.ts';
import { languageOf } from '../../platform/text/language.ts';
import { clickMap, readMailingReport } from '../../reports/index.ts';
import { bounceKindsOf, devicesOf, linkResultsOf, totalsOf } from '../../tracking/index.ts';
import { framedMailHeaders } from '../mail-headers.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';

type Link = { Params: { token: string } };

/** The page brings its style, because the console may be closed to its readers. */
const headers = pageHeadersWith(
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
);

/**
 * `/report/{token}`: the report of a mailing for whoever has the address, until it is withdrawn, expires or is replaced;
 * `/report/{token}/totals.json` for programs.
 */
export function registerReportRoutes(app: FastifyInstance, db: Db, unknown: AnswerUnknown, render: RenderPage): void {
  app.get<Link>('/report/:token', async (request, reply) => {
    const { token } = request.params;
    const mailing = await findMailingByReportToken(db, token);
    if (mailing === undefined) return unknown(request, reply);
    const page = await render(shownOf('page', mailing, token), () => reportPage(db, mailing, token));
    return reply.headers({ ...headers, 'content-type': 'text/html; charset=utf-8' }).send(page);
  });

  app.get<Link>('/report/:token/totals.json', async (request, reply) => {
    const { token } = request.params;
    const mailing = await findMailingByReportToken(db, token);
    if (mailing === undefined) return unknown(request, reply);
    const document = await render(shownOf('totals', mailing, token), () => totalsDocument(db, mailing));
    return reply.headers({ ...headers, 'content-type': 'application/json; charset=utf-8' }).send(document);
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

async function reportPage(db: Db, mailing: Mailing, token: string): Promise<string> {
  const { time_zone } = await findAccount(db, mailing.account_id);
  return sharedReport({
    report: await readMailingReport(db, mailing),
    language: languageOf(mailing.locale),
    timeZone: time_zone,
    map: `/report/${token}/mail`,
  });
}

async function totalsDocument(db: Db, { account_id: account, id, name }: Mailing): Promise<string> {
  const { lastMinute: _, ...counts } = (await totalsOf(db, account, [id])).get(id)!;
  const links = await linkResultsOf(db, account, id);
  const { devices, programs } = await devicesOf(db, account, id);
  const bounceKinds = await bounceKindsOf(db, account, id);
  return JSON.stringify({ mailing: name, ...counts, links, devices, programs, bounceKinds });
}
