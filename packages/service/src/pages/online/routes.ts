import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/schema.ts';
import type { RenderPage } from '../../platform/http/rendered-pages.ts';
import { webVersion } from '../../sending/index.ts';
import type { VerifyToken } from '../../tracking/index.ts';
import { mailHeaders } from '../mail-headers.ts';
import { mailAsPage } from '../mail-page.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';
import { findVisitor } from '../visitor.ts';

export interface OnlineOptions {
  verify: VerifyToken;
  unknown: AnswerUnknown;
  publicUrl(): string;
  render: RenderPage;
}

/** `/v/{token}`: the web version of a mail. */
export function registerOnlineRoutes(
  app: FastifyInstance,
  db: Db,
  { verify, unknown, publicUrl, render }: OnlineOptions,
): void {
  app.get<{ Params: { token: string } }>('/v/:token', async (request, reply) => {
    const content = await verify(request.params.token);
    const visitor = content?.purpose === 'online' ? await findVisitor(db, publicUrl(), content) : undefined;
    if (visitor === undefined) return unknown(request, reply);
    const language = (visitor.mailing.locale ?? 'en').replace('_', '-');
    reply.headers({ ...mailHeaders, 'content-language': language });
    const { account, mailing, contact, recipientId } = visitor;
    const key = `mail ${mailing.id} ${mailing.version} ${contact.id} ${contact.updated_at.getTime()} ${recipientId}`;
    return render({ accountId: account.id, key }, async () => mailAsPage(await webVersion(db, visitor), language));
  });
}
