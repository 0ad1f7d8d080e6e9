import type { Handlers } from '@mailwright/server';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import {
  countSubscriptions,
  pageOfSubscriptions,
  reportContacts,
  requireInterval,
  type SubscriptionFilter,
} from '../../reports/index.ts';
import type { Context } from '../context.ts';

/** The report of those who have subscribed (service description 4.5). */
export const subscriptionHandlers = {
  async listSubscribers(input, context) {
    const { db, accountId } = context;
    const filter = readFilter(input);
    const rows = await pageOfSubscriptions(db, accountId, filter, input);
    const contactOf = await reportContacts(
      context,
      rows.map(({ contact_id }) => contact_id),
      input,
    );
    const items = rows.map(({ contact_id, mailing_id, at, ip }) => ({
      contact: contactOf(contact_id),
      mailing_id,
      timestamp: formatSqlDateTime(at),
      ...(ip === null ? {} : { ip }),
    }));
    return { items, total: await countSubscriptions(db, accountId, filter) };
  },

  async countSubscribers(input, { db, accountId }) {
    return countSubscriptions(db, accountId, readFilter(input));
  },
} satisfies Partial<Handlers<Context>>;

function readFilter(input: {
  from_date?: number;
  to_date?: number;
  mailing_id: number[];
  ids: number[];
  emails: string[];
  eids: string[];
  exclude_anonymous_contacts: boolean;
}): SubscriptionFilter {
  const { ids, emails, eids, exclude_anonymous_contacts: excludeAnonymous } = input;
  return { ...requireInterval(input), mailingIds: input.mailing_id, contacts: { ids, emails, eids, excludeAnonymous } };
}
