import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { isAsked } from '../deliveries/at-rest.ts';

/** A contact that was asked and has not done anything since. */
interface Rest {
  asked_at: Date;
  mailing_id: number | null;
  /** Null while the contact still gets newsletters. */
  rests_at: Date | null;
}

/** Returns since when a contact rests, or waits for it; `undefined` if it is awake. */
export async function findRest(db: Db, accountId: number, contactId: number): Promise<Rest | undefined> {
  return db
    .selectFrom('sunset_contact as sunset')
    .innerJoin('contact', (join) =>
      join.onRef('contact.account_id', '=', 'sunset.account_id').onRef('contact.id', '=', 'sunset.contact_id'),
    )
    .innerJoin('sunset_policy as policy', 'policy.account_id', 'sunset.account_id')
    .where('sunset.account_id', '=', accountId)
    .where('sunset.contact_id', '=', contactId)
    .where('policy.active', '=', true)
    .where(sql<boolean>`${isAsked(accountId)}`)
    .select(['sunset.asked_at', 'sunset.mailing_id', 'sunset.rests_at'])
    .executeTakeFirst();
}

/** Wakes a contact; it counts as active from now on. A contact that was not asked stays as it is. */
export async function wakeContact(db: Db, accountId: number, contactId: number): Promise<void> {
  await db
    .updateTable('sunset_contact')
    .set({ woken_at: sql<Date>`now()`, rests_at: null })
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .where('woken_at', 'is', null)
    .execute();
}
