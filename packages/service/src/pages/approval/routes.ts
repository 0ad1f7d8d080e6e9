import type { FastifyInstance } from 'fastify';
import { isSealed } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formOf } from '../../platform/http/forms.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import { document, pageHeaders } from '../../platform/http/page.ts';
import type { RenderPage, ShownPage } from '../../platform/http/rendered-pages.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { xmlText } from '../../platform/text/xml.ts';
import { decide, findApproval } from '../../quality/index.ts';
import { webVersion } from '../../sending/index.ts';
import { framedMailHeaders } from '../mail-headers.ts';
import { findVisitor } from '../visitor.ts';
import { approvalGonePage, approvalPage } from './pages.ts';

const maxComment = 1000;

type Link = { Params: { token: string } };

/** `/approve/{token}`: GET shows the page and changes nothing, POST decides; `/approve/{token}/mail` is the mail. */
export function registerApprovalRoutes(
  app: FastifyInstance,
  db: Db,
  publicUrl: () => string,
  render: RenderPage,
): void {
  const subjectOf = ({ visitor, shown }: OpenApproval) =>
    render(shown('subject'), async () => (await webVersion(db, visitor)).subject);
  const mailOf = ({ visitor, shown }: OpenApproval) =>
    render(shown('mail'), async () => {
      const { subject, html, text } = await webVersion(db, visitor);
      return html ?? document(subject, `<pre>${escapeHtml(text ?? '')}</pre>`, 'en');
    });
  const pageOf = async (open: OpenApproval, token: string, approval = open.approval) => {
    const mailing = { name: open.visitor.mailing.name, subject: await subjectOf(open) };
    return approvalPage(approval, mailing, `/approve/${encodeURIComponent(token)}/mail`);
  };

  app.get<Link>('/approve/:token', async ({ params: { token } }, reply) => {
    const found = await findOpen(db, publicUrl(), token);
    reply.headers(pageHeaders).code(found ? 200 : 404);
    return found ? pageOf(found, token) : approvalGonePage;
  });

  app.post<Link>('/approve/:token', async (request, reply) => {
    const { token } = request.params;
    const form = formOf(request);
    const decision = form.get('decision');
    const comment = xmlText(form.get('comment') ?? '', maxComment);
    const found = await findOpen(db, publicUrl(), token);
    reply.headers(pageHeaders);
    if (found === undefined) return reply.code(404).send(approvalGonePage);
    if (decision !== 'approved' && decision !== 'rejected') return reply.code(400).send(await pageOf(found, token));
    await decide(db, found.approval, decision, comment);
    return pageOf(found, token, { ...found.approval, decision, comment });
  });

  app.get<Link>('/approve/:token/mail', async ({ params: { token } }, reply) => {
    const found = await findOpen(db, publicUrl(), token);
    if (found === undefined) return reply.headers(pageHeaders).code(404).send(approvalGonePage);
    return reply.headers(framedMailHeaders).send(await mailOf(found));
  });
}

type OpenApproval = NonNullable<Awaited<ReturnType<typeof findOpen>>>;

/** The approval, and who was asked for it, if the mailing is still as it was sent and not sealed. */
async function findOpen(db: Db, publicUrl: string, token: string) {
  const approval = await findApproval(db, hashToken(token));
  if (approval === undefined) return undefined;
  const { account_id: accountId, mailing_id: mailingId, contact_id: contactId } = approval;
  const trial = { recipientId: 0, contactId };
  const visitor = await findVisitor(db, publicUrl, { accountId, mailingId, bearer: trial });
  if (visitor === undefined) return undefined;
  const { mailing } = visitor;
  if (mailing.content_version !== approval.content_version || isSealed(mailing.state)) return undefined;
  const shown = (part: string): ShownPage => ({
    accountId,
    key: `approval ${part} ${mailingId} ${mailing.version} ${contactId}`,
  });
  return { approval, visitor, shown };
}
