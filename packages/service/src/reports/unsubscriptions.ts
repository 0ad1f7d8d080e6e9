import type { UnsubscriptionReason } from '@mailwright/server';
import { sql } from 'kysely';
import type { UnsubscriptionSource } from '../people/index.ts';
import type { OccasionKey } from '../tracking/index.ts';
import type { CommonFilters, Report } from './report.ts';

export interface UnsubscriptionFilters extends CommonFilters {
  source?: 'link' | 'reply' | 'other';
  exclude_anonymous: boolean;
}

export interface UnsubscriptionRow {
  at: Date;
  contact_id: number | null;
  mailing_id: number | null;
  source: UnsubscriptionSource;
  reader_id: number | null;
  occasion: OccasionKey | null;
  message_id: string | null;
  /** Reasons that the contact gave, in their order. */
  reasons: { reason: UnsubscriptionReason['reason']; message: string | null }[];
}

/** Unsubscriptions, each with the last mail of its mailing that the contact had got by then. */
export const unsubscriptions: Report<UnsubscriptionFilters, UnsubscriptionRow> = {
  from: sql`unsubscription as event`,
  columns: sql`event.*, (
      select reader.id from reader where reader.account_id = event.account_id
      and reader.contact_id = event.contact_id and reader.mailing_id = event.mailing_id) as reader_id,
    coalesce((
      select json_agg(json_build_object('reason', type, 'message', message) order by unsubscription_reason.id)
      from unsubscription_reason where unsubscription_reason.account_id = event.account_id
      and unsubscription_id = event.id), '[]') as reasons,
    ${lastMail('occasion')} as occasion, ${lastMail('message_id')} as message_id`,
  contact: sql`event.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_anonymous,
  where: ({ source }) => (source ? [sql<boolean>`event.source = any(${sources[source]}::text[])`] : []),
};

/** A complaint and the button of a mail program are neither a link nor an answer. */
const sources: Record<'link' | 'reply' | 'other', UnsubscriptionSource[]> = {
  link: ['link'],
  reply: ['reply'],
  other: ['other', 'list-unsubscribe-header', 'complaint'],
};

function lastMail(column: 'occasion' | 'message_id') {
  return sql`(
    select ${sql.ref(column)} from delivery where delivery.account_id = event.account_id
    and delivery.contact_id = event.contact_id and delivery.mailing_id = event.mailing_id
    and sent_at <= event.at order by sent_at desc, delivery.id desc limit 1)`;
}
