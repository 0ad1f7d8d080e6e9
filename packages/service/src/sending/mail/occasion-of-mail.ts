import type { Db } from '../../platform/database/schema.ts';
import { type MailKey, type Occasion, parseOccasion } from '../../tracking/index.ts';

/** Reads the occasion of a mail; `undefined` if there is no such mail any more. */
export async function occasionOfMail(
  db: Db,
  accountId: number,
  { mailingId, contactId, recipientId }: MailKey,
): Promise<Occasion | undefined> {
  const row = await db
    .selectFrom('recipient')
    .select('occasion')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('contact_id', '=', contactId)
    .where('id', '=', recipientId)
    .executeTakeFirst();
  return row && parseOccasion(row.occasion);
}
