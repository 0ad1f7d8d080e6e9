import { sql } from 'kysely';
import type { AnswerKind } from '../sending/index.ts';
import type { OccasionKey } from '../tracking/index.ts';
import type { CommonFilters, Report } from './report.ts';

export interface AnswerFilters extends CommonFilters {
  kind: AnswerKind[];
}

export interface AnswerRow {
  at: Date;
  contact_id: number | null;
  mailing_id: number;
  kind: AnswerKind;
  forwarded: boolean;
  occasion: OccasionKey;
  message_id: string | null;
}

/** The Message-ID of the mail that was answered. */
export const answeredMessage = sql`(
    select message_id from delivery where delivery.account_id = event.account_id
    and delivery.contact_id = event.contact_id and delivery.mailing_id = event.mailing_id
    and delivery.occasion = event.occasion) as message_id`;

/** Answers to mails. */
export const answers: Report<AnswerFilters, AnswerRow> = {
  from: sql`answer as event`,
  columns: sql`event.*, ${answeredMessage}`,
  contact: sql`event.contact_id`,
  excludesAnonymous: () => false,
  where: ({ kind }) => (kind.length > 0 ? [sql<boolean>`event.kind = any(${kind}::text[])`] : []),
};
