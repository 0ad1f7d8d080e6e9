import { type Handlers, notFound, reply } from '@mailwright/server';
import {
  addAttachment,
  copyAttachments,
  countAttachments,
  findAttachment,
  listAttachments,
  maxAttachmentKb,
  removeAttachments,
} from '../../mailings/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';

/** Files that go with mailings. */
export const mailingAttachmentHandlers = {
  async addMailingAttachment({ mailingid, filename, contentType, body }, context) {
    const mailing = await requireMailing(context, mailingid);
    return addAttachment(context.db, mailing, { filename, contentType, content: body });
  },

  async getMailingAttachment({ mailingid, attachmentid }, context) {
    const mailing = await requireMailing(context, mailingid);
    const attachment = await findAttachment(context.db, mailing, attachmentid);
    if (attachment === undefined) throw unknownAttachment(mailingid, attachmentid);
    const { content, filename, mime_type } = attachment;
    return reply(200, content, {
      'content-type': mime_type,
      // A browser saves it, and never shows HTML of users as a page of the service (RFC 6266, RFC 8187).
      'content-disposition': `attachment; filename*=UTF-8''${percentEncoded(filename)}`,
    });
  },

  async getMailingAttachments({ mailingid }, context) {
    const attachments = await listAttachments(context.db, await requireMailing(context, mailingid));
    return attachments.map(({ id, filename, size, mime_type, diagnosis, created_at }) => {
      const created = formatSqlDateTime(created_at);
      return { id, filename, sizekb: Math.ceil(size / 1024), mime_type, diagnosis, created, updated: created };
    });
  },

  async countMailingAttachments({ mailingid }, context) {
    return countAttachments(context.db, await requireMailing(context, mailingid));
  },

  async deleteMailingAttachment({ mailingid, attachmentid }, context) {
    const mailing = await requireMailing(context, mailingid);
    if (!(await removeAttachments(context.db, mailing, attachmentid))) {
      throw unknownAttachment(mailingid, attachmentid);
    }
  },

  async deleteMailingAttachments({ mailingid }, context) {
    await removeAttachments(context.db, await requireMailing(context, mailingid));
  },

  async copyMailingAttachments({ mailingid, src_mailing_id }, context) {
    const target = await requireMailing(context, mailingid);
    await copyAttachments(context.db, await requireMailing(context, src_mailing_id), target);
  },

  async getMailingMaxAttachmentSize({ mailingid }, context) {
    await requireMailing(context, mailingid);
    return maxAttachmentKb;
  },
} satisfies Partial<Handlers<Context>>;

const unknownAttachment = (mailingId: number, id: number) =>
  notFound(`Mailing with id ${mailingId} has no attachment with id ${id}.`);

/** As RFC 8187, section 3.2.1 wants values; lone surrogates stand for no character. */
const percentEncoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
