import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { fillForNobody, findContent, findMailingByArchiveToken, wasSent } from '../../mailings/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { mailHeaders } from '../mail-headers.ts';
import { mailAsPage } from '../mail-page.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';

/** `/archive/{token}`: a mailing for everybody, with fallbacks in place of what is somebody's, and without tracking. */
export function registerArchiveRoutes(app: FastifyInstance, db: Kysely<Schema>, unknown: AnswerUnknown): void {
  app.get<{ Params: { token: string } }>('/archive/:token', async (request, reply) => {
    const mailing = await findMailingByArchiveToken(db, request.params.token);
    if (mailing === undefined || !wasSent(mailing.state)) return unknown(request, reply);
    const { subject, html, text_body } = await findContent(db, mailing);
    const language = (mailing.locale ?? 'en').replace('_', '-');
    const shown = await fillForNobody(db, mailing, {
      subject: { template: subject, context: 'header' },
      html: { template: html ?? '', context: 'html' },
      text: { template: text_body ?? '', context: 'plain' },
    });
    return reply
      .headers({ ...mailHeaders, 'cache-control': 'no-cache', 'content-language': language })
      .send(mailAsPage({ ...shown, html: html && shown.html }, language));
  });
}
