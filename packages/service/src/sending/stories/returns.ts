import type { Db } from '../../platform/database/schema.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import type { MailKey } from '../../tracking/index.ts';
import { parseOccasion } from '../../tracking/index.ts';

/**
 * Records in the story of a transactional mail that it came back, was reported as spam, or led to an unsubscription;
 * ignores other mails.
 */
export async function recordReturn(
  db: Db,
  accountId: number,
  { mailingId, contactId, recipientId }: MailKey,
  step: 'bounced' | 'complained' | 'unsubscribed',
  reason?: string,
): Promise<void> {
  const row = await db
    .selectFrom('recipient')
    .select('occasion')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('contact_id', '=', contactId)
    .where('id', '=', recipientId)
    .where('purpose', '=', 'transactional')
    .executeTakeFirst();
  const occasion = row && parseOccasion(row.occasion);
  if (occasion?.kind === 'transactional')
    await hooksOf(db).recordSteps(db, accountId, [{ mailId: occasion.mailId, step, reason }]);
}
