import { badRequest } from '@mailwright/server';
import type { TargetGroup } from '../../audiences/index.ts';
import { findContent, type Mailing, parts } from '../../mailings/index.ts';
import { compileTestMail, testRecipients } from '../../quality/index.ts';
import type { Context, PrecheckContext } from '../context.ts';

/**
 * Checks that the contents of a mailing can be filled, and that it has the part that is wanted alone.
 * @throws TemplateError 400
 */
export async function checkCompilable(
  { db, account }: PrecheckContext,
  mailing: Mailing,
  { only }: { only?: 'html' | 'text' | undefined } = {},
): Promise<void> {
  const missing = parts.missingForTrial(mailing, await findContent(db, mailing));
  if (missing.length === 0) await compileTestMail(db, account, mailing, { only });
}

/** Requires a mailing that can be tried: 400 if it lacks something other than a target group, or cannot be filled. */
export async function requireSendable({ db, prechecked }: Context, mailing: Mailing): Promise<void> {
  const missing = parts.missingForTrial(mailing, await findContent(db, mailing));
  if (missing.length > 0) {
    throw badRequest(`Mailing with id ${mailing.id} cannot be sent; missing: ${parts.namesOf(missing)}.`);
  }
  if (prechecked) throw prechecked;
}

/** Contacts of a test target group that mail can be sent to: 400 when there are none. */
export async function requireRecipients({ db, accountId }: Context, group: TargetGroup) {
  const recipients = await testRecipients(db, accountId, group);
  if (recipients.length > 0) return recipients;
  throw badRequest(`Target group ${group.id} has no contact to which mail can be sent.`);
}
