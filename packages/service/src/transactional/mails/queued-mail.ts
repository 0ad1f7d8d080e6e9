import type { Account } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { messageIdOf } from '../../sending/index.ts';
import { formatOccasion } from '../../tracking/index.ts';
import type { TransactionalMail } from './store.ts';

/** Message-ID of a mail and the time of its next attempt; empty if the mail is deleted from the queue. */
export async function queuedMail(
  db: Db,
  account: Account,
  { id, mailing_id, contact_id }: TransactionalMail,
): Promise<{ messageId?: string; nextAttempt?: Date | null }> {
  const row = await db
    .selectFrom('recipient')
    .select(['id', 'next_at'])
    .where('account_id', '=', account.id)
    .where('mailing_id', '=', mailing_id)
    .where('contact_id', '=', contact_id)
    .where('occasion', '=', formatOccasion({ kind: 'transactional', mailId: id }))
    .executeTakeFirst();
  return row === undefined
    ? {}
    : {
        messageId: messageIdOf(account, { mailingId: mailing_id, contactId: contact_id, recipientId: row.id }),
        nextAttempt: row.next_at,
      };
}
