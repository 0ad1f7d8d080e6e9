import { sql } from 'kysely';
import { noteRecorded } from '../../journal/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { publish } from '../../platform/events/publish.ts';
import type { UnsubscriptionSource } from '../tables.ts';
import { mergeReasons, type Reason } from './reasons.ts';

declare module '../../platform/events/publish.ts' {
  interface EventData {
    unsubscription: { contact_id: number; mailing_id?: number | undefined; source: UnsubscriptionSource };
  }
}

/** How somebody unsubscribed. */
export interface Unsubscribing {
  source: UnsubscriptionSource;
  mailingId: number | undefined;
  reasons: readonly Reason[];
}

/** Records unsubscriptions of contacts. */
export async function logUnsubscriptions(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  { source, mailingId, reasons }: Unsubscribing,
): Promise<void> {
  const entries = await db
    .insertInto('unsubscription')
    .values(
      contactIds.map((contact_id) => ({ account_id: accountId, contact_id, mailing_id: mailingId ?? null, source })),
    )
    .returning('id')
    .execute();
  const ids = entries.map(({ id }) => id);
  await noteRecorded(db, accountId, 'unsubscription', ids);
  for (const id of ids) await insertReasons(db, accountId, id, reasons);
  const events = contactIds.map((contact_id) => ({
    type: 'unsubscription' as const,
    contact_id,
    mailing_id: mailingId,
    source,
  }));
  await publish(db, accountId, events);
}

/** Adds reasons to the contact's last unsubscription. Each type is kept once: reports count reasons as people. */
export async function addReasons(
  db: Db,
  accountId: number,
  contactId: number,
  reasons: readonly Reason[],
): Promise<void> {
  const { id } = await db
    .selectFrom('unsubscription')
    .select('id')
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const known = await db
    .deleteFrom('unsubscription_reason')
    .where('account_id', '=', accountId)
    .where('unsubscription_id', '=', id)
    .returning(['type', 'message'])
    .execute();
  await insertReasons(db, accountId, id, mergeReasons(known, reasons));
}

async function insertReasons(db: Db, account_id: number, unsubscription_id: number, reasons: readonly Reason[]) {
  if (reasons.length === 0) return;
  const rows = mergeReasons([], reasons).map(({ type, message }) => ({ account_id, unsubscription_id, type, message }));
  await db.insertInto('unsubscription_reason').values(rows).execute();
}

/** Takes the contacts' own words out of the log; its counts stay. */
export async function eraseMessages(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .updateTable('unsubscription_reason')
    .from('unsubscription')
    .set({ message: null })
    .where('unsubscription.account_id', '=', accountId)
    .where(sql<boolean>`unsubscription.contact_id = any(${contactIds}::int8[])`)
    .whereRef('unsubscription_reason.account_id', '=', 'unsubscription.account_id')
    .whereRef('unsubscription_reason.unsubscription_id', '=', 'unsubscription.id')
    .execute();
}
