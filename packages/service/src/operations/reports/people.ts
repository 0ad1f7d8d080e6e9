import type { Handlers } from '@mailwright/server';
import type { Account } from '../../account/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import {
  type BlockRow,
  blocks,
  countReasons,
  mailOf,
  reasonCounts,
  type SparedRow,
  type SubscriberRow,
  sparedContacts,
  subscribers,
  type UnsubscriptionRow,
  unsubscriptions,
} from '../../reports/index.ts';
import type { Context } from '../context.ts';
import { hashOf, transactionOf } from './embeds.ts';
import { counts, lists } from './handler.ts';

export interface UnsubscriptionEmbeds {
  embed_transaction_id: boolean;
  embed_contact_hash: boolean;
  embed_reasons: boolean;
}

/** Reports of who subscribed, unsubscribed and was blocked. */
export const peopleReportHandlers = {
  listSubscribers: lists(subscribers, ({ at, mailing_id, ip }: SubscriberRow) => ({
    timestamp: formatSqlDateTime(at),
    mailing_id,
    ...(ip === null ? {} : { ip }),
  })),
  countSubscribers: counts(subscribers),

  listUnsubscriptions: lists(
    unsubscriptions,
    (row: UnsubscriptionRow, embeds: UnsubscriptionEmbeds, account: Account) => ({
      timestamp: formatSqlDateTime(row.at),
      mailing_id: row.mailing_id,
      source: row.source,
      ...mailOf(row),
      ...transactionOf(row, embeds.embed_transaction_id),
      ...hashOf(row.reader_id, embeds.embed_contact_hash, account),
      ...(embeds.embed_reasons && { reasons: row.reasons.map(givenReason) }),
    }),
  ),
  countUnsubscriptions: counts(unsubscriptions),

  async listUnsubscriptionReasons(input, { db, accountId }) {
    return reasonCounts(db, accountId, input, input);
  },
  async countUnsubscriptionReasons(input, { db, accountId }) {
    return countReasons(db, accountId, input);
  },

  listBlocks: lists(blocks, ({ at, old_status, new_status, reason, explanation }: BlockRow) => ({
    timestamp: formatSqlDateTime(at),
    old_status,
    new_status,
    reason,
    ...(explanation === null ? {} : { explanation }),
  })),
  countBlocks: counts(blocks),

  listSparedContacts: lists(sparedContacts, ({ at, mailing_id, reason }: SparedRow) => ({
    timestamp: formatSqlDateTime(at),
    mailing_id,
    reason,
  })),
  countSparedContacts: counts(sparedContacts),
} satisfies Partial<Handlers<Context>>;

const givenReason = ({ reason, message }: UnsubscriptionRow['reasons'][number]) => ({
  reason,
  ...(message !== null && { message }),
});
