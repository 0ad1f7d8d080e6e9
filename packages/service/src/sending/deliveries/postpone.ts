import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type Batch, isMine } from './batches.ts';

/** Lets recipients of a batch who wait for their mails wait until a time. */
export async function postponeRecipients(
  db: Db,
  batch: Batch,
  recipients: readonly { id: number; next_at: Date }[],
): Promise<void> {
  await sql`
    update recipient set next_at = given.next_at
    from json_to_recordset(${JSON.stringify(recipients)}::json) as given (id int8, next_at timestamptz)
    where recipient.account_id = ${batch.account_id} and recipient.id = any(${recipients.map(({ id }) => id)}::int8[])
      and recipient.id = given.id and state in ('pending', 'deferred') and ${isMine(batch)}`.execute(db);
}
