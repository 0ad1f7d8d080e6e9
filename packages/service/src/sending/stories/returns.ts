import type { Db } from '../../platform/database/schema.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import type { MailKey } from '../../tracking/index.ts';
import { occasionOfMail } from '../mail/occasion-of-mail.ts';

/**
 * Records in the story of a transactional mail that it came back, was reported as spam, or led to an unsubscription;
 * ignores other mails.
 */
export async function recordReturn(
  db: Db,
  accountId: number,
  mail: MailKey,
  step: 'bounced' | 'complained' | 'unsubscribed',
  reason?: string,
): Promise<void> {
  const occasion = await occasionOfMail(db, accountId, mail);
  if (occasion?.kind === 'transactional')
    await hooksOf(db).recordSteps(db, accountId, [{ mailId: occasion.mailId, step, reason }]);
}
