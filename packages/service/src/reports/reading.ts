import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DeviceType, MailFormat, OccasionKey } from '../tracking/index.ts';
import type { CommonFilters } from './report.ts';

/** Parameters of the reports of openings and clicks. */
export interface ReadingFilters extends CommonFilters {
  format?: MailFormat;
  social_network: string[];
  device_type: DeviceType[];
  include_machine: boolean;
}

/** One opening or click, as the reports list it. */
export interface Reading {
  id: number;
  at: Date;
  mailing_id: number;
  contact_id: number | null;
  reader_id: number;
  format: MailFormat;
  device_type: DeviceType;
  user_agent: string | null;
  /** Transaction that the mail was sent for; empty without one. */
  occasion: OccasionKey;
  /** Null where tracking is anonymous. */
  message_id: string | null;
}

/** The columns of a reading; the mail is that of the same contact, mailing and occasion. */
export const readingColumns = sql`
  event.id, event.at, event.mailing_id, event.reader_id, event.format, event.device_type, event.user_agent,
  event.occasion, reader.contact_id, (
    select message_id from delivery where delivery.account_id = event.account_id
    and delivery.contact_id = reader.contact_id and delivery.mailing_id = event.mailing_id
    and delivery.occasion = event.occasion) as message_id`;

/** There always is one: as a left join, it is left out of a count that does not need it. */
export const joinReader = sql`left join reader on reader.account_id = event.account_id and reader.id = event.reader_id`;

/** The conditions of the filters. No event of this service comes by a social network. */
export function readingConditions(filters: Omit<ReadingFilters, 'include_machine'>): RawBuilder<SqlBool>[] {
  const { format, social_network, device_type } = filters;
  return [
    ...(format ? [sql<SqlBool>`event.format = ${format}`] : []),
    ...(social_network.length > 0 ? [sql<SqlBool>`false`] : []),
    ...(device_type.length > 0 ? [sql<SqlBool>`event.device_type = any(${device_type}::text[])`] : []),
  ];
}

/** Events of scanners and proxies are left out unless they are asked for. */
export function withoutMachines({ include_machine }: Pick<ReadingFilters, 'include_machine'>): RawBuilder<SqlBool>[] {
  return include_machine ? [] : [sql<SqlBool>`event.class <> 'machine'`];
}

/**
 * The event that counts as unique among those with the same key, such as the reader. Where machines count, it is their
 * first one for readers of whom nothing else is known.
 */
export function firstOnly(
  table: 'opening' | 'click',
  sameKey: RawBuilder<unknown>,
  { include_machine }: Pick<ReadingFilters, 'include_machine'>,
): RawBuilder<SqlBool>[] {
  if (!include_machine) return [sql<SqlBool>`event.first`];
  return [
    sql<SqlBool>`(event.first or event.class = 'machine' and not exists (
      select from ${sql.table(table)} as other
      where other.account_id = event.account_id and ${sameKey} and (other.first or other.id < event.id)))`,
  ];
}
