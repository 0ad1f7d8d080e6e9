import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { findContent, findMailing, isSealed } from '../../mailings/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import { xmlText } from '../../platform/text/xml.ts';
import { decide, findApproval } from '../../quality/index.ts';
import { approvalGonePage, approvalPage } from './pages.ts';

const maxComment = 1000;

/** `/approve/{token}`: GET shows the page and changes nothing, POST decides. */
export function registerApprovalRoutes(app: FastifyInstance, db: Kysely<Schema>): void {
  app.get<{ Params: { token: string } }>('/approve/:token', async (request, reply) => {
    const found = await findOpen(db, request.params.token);
    reply.headers(pageHeaders).code(found ? 200 : 404);
    return found ? approvalPage(found.approval, found.mailing) : approvalGonePage;
  });

  app.post<{ Params: { token: string } }>('/approve/:token', async (request, reply) => {
    const form = new URLSearchParams(request.body as string);
    const decision = form.get('decision');
    const comment = xmlText(form.get('comment') ?? '', maxComment);
    const found = await findOpen(db, request.params.token);
    reply.headers(pageHeaders);
    if (found === undefined) return reply.code(404).send(approvalGonePage);
    if (decision !== 'approved' && decision !== 'rejected') {
      return reply.code(400).send(approvalPage(found.approval, found.mailing));
    }
    await decide(db, found.approval, decision, comment);
    return approvalPage({ ...found.approval, decision, comment }, found.mailing);
  });
}

/** The approval and its mailing, if the mailing is still as it was sent and not sealed. */
async function findOpen(db: Kysely<Schema>, token: string) {
  const approval = await findApproval(db, hashToken(token));
  if (approval === undefined) return undefined;
  const mailing = await findMailing(db, approval.account_id, approval.mailing_id);
  const open = mailing && mailing.content_version === approval.content_version && !isSealed(mailing.state);
  if (!open) return undefined;
  const { subject } = await findContent(db, mailing);
  return { approval, mailing: { name: mailing.name, subject } };
}
