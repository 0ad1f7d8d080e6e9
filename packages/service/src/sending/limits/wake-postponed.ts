import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';

/** Makes all mails of an account due that its limits have postponed, because the limits have changed. */
export async function wakePostponed(db: Db, accountId: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await sql`
      update recipient_batch as batch set due_at = now()
      where account_id = ${accountId} and owner is null and exists (
        select from recipient
        where recipient.account_id = batch.account_id and recipient.mailing_id = batch.mailing_id
          and recipient.occasion = batch.occasion and recipient.contact_id = any(batch.contact_ids)
          and state = 'pending' and next_at is not null)`.execute(transaction);
    await sql`
      update recipient set next_at = null
      where account_id = ${accountId} and state = 'pending' and next_at is not null`.execute(transaction);
  });
}
