import type { Handlers } from '@mailwright/server';
import { rotateReportToken } from '../../mailings/index.ts';
import type { Context } from '../context.ts';
import { requireMailing } from './require.ts';

/** Addresses of the public pages of a mailing; each grants access to its page. */
export const mailingAddressHandlers = {
  async getMailingArchiveUrl({ mailingid }, context) {
    return `${context.publicUrl}/archive/${(await requireMailing(context, mailingid)).archive_token}`;
  },

  async getMailingReportUrl({ mailingid }, context) {
    return reportUrl(context, (await requireMailing(context, mailingid)).report_token);
  },

  async rotateMailingReportUrl({ mailingid }, context) {
    return reportUrl(context, await rotateReportToken(context.db, await requireMailing(context, mailingid)));
  },
} satisfies Partial<Handlers<Context>>;

const reportUrl = ({ publicUrl }: Context, token: string) => `${publicUrl}/report/${token}`;
