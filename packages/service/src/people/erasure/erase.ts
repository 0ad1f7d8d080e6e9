import { sql } from 'kysely';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import { deleteAnswers } from '../../platform/idempotency/store.ts';
import { erasePlaces } from '../log/subscriptions.ts';
import { eraseMessages } from '../log/unsubscriptions.ts';
import { noteErasure } from './store.ts';

/**
 * Deletes contacts and everything personal about them. The logs keep their rows without the contact, so that counts do
 * not change: their foreign keys become null.
 */
export async function eraseContacts(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await eraseMessages(db, accountId, ids);
  await eraseTraces(db, accountId, ids);
  await db.deleteFrom('contact').where('account_id', '=', accountId).where(among(ids)).execute();
}

/** Leaves of contacts nothing but their ids and that they have unsubscribed. */
export async function anonymiseContacts(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await eraseTraces(db, accountId, ids);
  await db
    .updateTable('contact')
    .set({
      anonymous: true,
      email: null,
      email_folded: null,
      standard_fields: json({}),
      custom_fields: json({}),
      preferences: json([]),
      tags: [],
      source: null,
      subscription_page: null,
      paused_until: null,
      newsletter_days: null,
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', accountId)
    .where(among(ids))
    .execute();
}

/** Erases contacts in pieces of a size that does not keep others waiting; the first `id`s first. */
export async function eraseAllContacts(db: Db, accountId: number): Promise<void> {
  const atOnce = 2000;
  const erasePiece = async (transaction: Db) => {
    const contacts = await transaction
      .selectFrom('contact')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .limit(atOnce)
      .forUpdate()
      .execute();
    const ids = contacts.map(({ id }) => id);
    await eraseContacts(transaction, accountId, ids);
    return ids.length === atOnce;
  };
  while (await retrying(() => db.transaction().execute(erasePiece)));
}

/** Takes out what logs and results hold about contacts beside their ids. Mails in the outbox go a little later. */
async function eraseTraces(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  for (const forget of hooksOf(db).erasure) await forget(db, accountId, ids);
  await erasePlaces(db, accountId, ids);
  await deleteAnswers(db, accountId);
  await noteErasure(db, accountId);
}

const among = (ids: readonly number[]) => sql<boolean>`id = any(${ids}::int8[])`;
