import type { FastifyInstance } from 'fastify';
import {
  fillForNobody,
  findContent,
  findMailingByArchiveToken,
  type Mailing,
  showSubject,
  wasSent,
} from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { RenderPage } from '../../platform/http/rendered-pages.ts';
import { mailHeaders } from '../mail-headers.ts';
import { mailAsPage } from '../mail-page.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';

/** `/archive/{token}`: a mailing for everybody, with fallbacks in place of what is somebody's, and without tracking. */
export function registerArchiveRoutes(app: FastifyInstance, db: Db, unknown: AnswerUnknown, render: RenderPage): void {
  app.get<{ Params: { token: string } }>('/archive/:token', async (request, reply) => {
    const mailing = await findMailingByArchiveToken(db, request.params.token);
    if (mailing === undefined || !wasSent(mailing.state)) return unknown(request, reply);
    const language = (mailing.locale ?? 'en').replace('_', '-');
    const shown = { accountId: mailing.account_id, key: `archive ${mailing.id} ${mailing.version}` };
    const page = await render(shown, () => archivePage(db, mailing, language));
    return reply.headers({ ...mailHeaders, 'cache-control': 'no-cache', 'content-language': language }).send(page);
  });
}

async function archivePage(db: Db, mailing: Mailing, language: string): Promise<string> {
  const { subject, html, text_body } = await findContent(db, mailing);
  const shown = await fillForNobody(db, mailing, {
    html: { template: html ?? '', context: 'html' },
    text: { template: text_body ?? '', context: 'plain' },
  });
  return mailAsPage({ ...shown, subject: await showSubject(db, mailing, subject), html: html && shown.html }, language);
}
