import { ApiError, type Handlers } from '@mailwright/server';
import { reportAddress } from '../../mailings/index.ts';
import type { Context } from '../context.ts';
import { requireMailing } from './require.ts';

/** Addresses of the public pages of a mailing; each grants access to its page. */
export const mailingAddressHandlers = {
  async getMailingArchiveUrl({ mailingid }, context) {
    return `${context.publicUrl}/archive/${(await requireMailing(context, mailingid)).archive_token}`;
  },

  async getMailingReportUrl({ mailingid }, context) {
    const mailing = await requireMailing(context, mailingid);
    if (!reportAddress.isGood(mailing)) {
      throw new ApiError(404, `The report URL of mailing ${mailingid} was withdrawn or has expired; make a new one.`);
    }
    return reportUrl(context, mailing.report_token);
  },

  async rotateMailingReportUrl({ mailingid, days }, context) {
    const ends = days === undefined ? null : new Date(Date.now() + days * day);
    return reportUrl(context, await reportAddress.rotate(context.db, await requireMailing(context, mailingid), ends));
  },

  async withdrawMailingReportUrl({ mailingid }, context) {
    await reportAddress.end(context.db, await requireMailing(context, mailingid));
  },
} satisfies Partial<Handlers<Context>>;

const day = 86_400_000;

const reportUrl = ({ publicUrl }: Context, token: string) => `${publicUrl}/report/${token}`;
