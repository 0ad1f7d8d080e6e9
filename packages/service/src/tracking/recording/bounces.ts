import { type RawBuilder, sql } from 'kysely';
import { noteEvents } from '../../journal/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type EventData, publish } from '../../platform/events/publish.ts';
import { transactionalOccasions } from '../occasion.ts';
import type { BounceReason } from '../tables.ts';

declare module '../../platform/events/publish.ts' {
  interface EventData {
    bounce: {
      contact_id: number;
      mailing_id: number;
      bounce_type: 'permanent' | 'transient';
      status_code: string;
      reason: BounceReason;
      source: 'mta-listener' | 'reply';
    };
  }
}

/** Row of the table `noted` of `insertBounces`. */
export type InsertedBounce = Omit<EventData['bounce'], 'contact_id'> & {
  contact_id: number | null;
};

/**
 * Records mails that came back: the tables `noted` and `journaled_bounces` of a statement with the tables `bounced`
 * (mailing_id, contact_id, occasion, at, status, why, source, fingerprint) and `living`. Ignores recorded ones; a contact
 * that was erased meanwhile is counted without its id. Whoever runs the statement publishes the rows of `noted`. The journal has
 * transactional mails by their steps.
 */
export function insertBounces(accountId: number): RawBuilder<unknown> {
  const newsletters = sql`select id from noted where occasion not like ${sql.lit(transactionalOccasions)}`;
  return sql`noted as (
      insert into bounce (account_id, mailing_id, contact_id, occasion, at, type, status_code, reason, source, fingerprint)
      select ${accountId}::int8, mailing_id, living.id, occasion, at,
        case when status like '5%' then 'permanent' else 'transient' end, status, why, source, fingerprint
      from bounced left join living on living.id = bounced.contact_id
      on conflict do nothing
      returning id, occasion, contact_id, mailing_id, type as bounce_type, status_code, reason, source
    ), journaled_bounces as (${noteEvents(accountId, 'bounce', newsletters)})`;
}

/** Columns of `noted` that are published. */
export const publishedBounce = sql`contact_id, mailing_id, bounce_type, status_code, reason, source`;

/** Tells that mails came back, in the transaction in which that was written down. */
export async function publishBounces(db: Db, accountId: number, bounces: readonly InsertedBounce[]): Promise<void> {
  const events = bounces.flatMap(({ contact_id, ...bounce }) =>
    contact_id === null ? [] : [{ type: 'bounce' as const, contact_id, ...bounce }],
  );
  await publish(db, accountId, events);
}
