import { type RawBuilder, sql } from 'kysely';
import type { OccasionKey } from '../occasion.ts';
import type { DeviceType, EventClass, MailFormat } from '../tables.ts';

/** Who did something: a contact, or the bearer of an anonymously tracked mail, known by what that carries at random. */
export type ReaderIdentity = { contactId: number } | { alias: string };

/** Data common to openings and clicks. */
export type Event = ReaderIdentity & {
  at: Date;
  class: EventClass;
  format: MailFormat;
  device: DeviceType;
  userAgent?: string;
  /** As that of the delivery. */
  occasion?: OccasionKey;
};

type Known = Event & { mailingId: number; readerId: number; linkId?: number };

/** Events as rows with the names of the tables' columns. */
export function eventRows(events: readonly Known[]): RawBuilder<unknown> {
  const rows = events.map((event) => ({
    reader_id: event.readerId,
    mailing_id: event.mailingId,
    link_id: event.linkId,
    occasion: event.occasion ?? '',
    at: event.at,
    class: event.class,
    format: event.format,
    device_type: event.device,
    user_agent: event.userAgent,
  }));
  return sql`
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as event (
      reader_id int8, mailing_id int8, link_id int8, occasion text, at timestamptz, class text, format text,
      device_type text, user_agent text)`;
}
