import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type Batch, isMine } from './batches.ts';
import { isRecipient, type WaitingRecipient } from './recipients.ts';

/** Postpones waiting recipients of batches, each to a time of its own. */
export async function postponeRecipients(
  db: Db,
  batches: readonly Batch[],
  recipients: readonly (Pick<WaitingRecipient, 'id' | 'contact_id'> & { next_at: Date })[],
): Promise<void> {
  await sql`
    update recipient set next_at = given.next_at
    from json_to_recordset(${JSON.stringify(recipients)}::json) as given (id int8, next_at timestamptz)
    where ${isRecipient(batches, recipients)} and recipient.id = given.id
      and state in ('pending', 'deferred') and ${isMine(batches)}`.execute(db);
}
