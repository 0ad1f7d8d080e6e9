import type { Handlers } from '@mailwright/server';
import { mailingSummaries } from '../../reports/index.ts';
import type { Context } from '../context.ts';

/** Figures of mailings. */
export const summaryHandlers = {
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
      unsubscriptions: totals.unsubscriptions,
      replies,
      archived,
    }));
  },
} satisfies Partial<Handlers<Context>>;
