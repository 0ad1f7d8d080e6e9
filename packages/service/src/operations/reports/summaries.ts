import type { Handlers } from '@mailwright/server';
import { clickMap, mailingSummaries, readMailingReport } from '../../reports/index.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';

/** Figures of mailings. */
export const summaryHandlers = {
  async getMailingReport({ mailingid }, context) {
    return readMailingReport(context.db, await requireMailing(context, mailingid));
  },

  async getMailingClickMap({ mailingid }, context) {
    return clickMap(context.db, await requireMailing(context, mailingid));
  },

  async listMailingSummaries({ mailing_id }, { db, accountId }) {
    const summaries = await mailingSummaries(db, accountId, mailing_id);
    return summaries.map(({ id, totals, replies, archived }) => ({
      mailing_id: id,
      recipients: totals.recipients,
      opens: totals.openings,
      opens_unique: totals.uniqueOpenings,
      clicks: totals.clicks,
      clicks_unique: totals.uniqueClicks,
      bounces: totals.bounces,
      bounces_unique: totals.bouncedMails,
      unsubscriptions: totals.unsubscriptions,
      replies,
      archived,
    }));
  },
} satisfies Partial<Handlers<Context>>;
