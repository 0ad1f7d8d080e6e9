import { ApiError, forbidden } from '@mailwright/server';
import { users } from '../../account/index.ts';
import type { TargetGroup } from '../../audiences/index.ts';
import type { EmailAddress } from '../../platform/text/email.ts';
import type { Context } from '../context.ts';

type Caller = Pick<Context, 'db' | 'accountId' | 'userId' | 'maySend'>;

/**
 * Who may not send would otherwise send any contents to anybody as a test.
 * @throws ApiError 403 if the address is no active user of the account, and the caller may not send; 429 after twenty in an hour
 */
export async function requireTestReader(caller: Caller, email: EmailAddress): Promise<void> {
  const { db, accountId, maySend } = caller;
  if (maySend) return;
  if (await users.isActiveUser(db, accountId, email.folded)) return countTestMail(caller);
  throw forbidden(
    'Your role lacks the right "send", so test mails go only to users of the account, and to test target groups made by somebody who may send.',
  );
}

/**
 * @throws ApiError 403 if the group was not made by somebody who may send, and the caller may not either; 429 as for a single mail
 */
export async function requireTestGroup(caller: Caller, group: TargetGroup): Promise<void> {
  if (caller.maySend) return;
  if (group.made_by_sender) return countTestMail(caller);
  throw forbidden(
    `Target group with id ${group.id} was made without the right "send", which your role lacks too. Use one made by somebody who may send.`,
  );
}

/** Whoever may not send could otherwise fill the mailboxes of others. */
async function countTestMail({ db, accountId, userId }: Caller): Promise<void> {
  const heldBack = await users.takeAttempt(db, { step: 'test mail', name: `${accountId} ${userId}` });
  if (heldBack === undefined) return;
  const seconds = Math.ceil(heldBack.waitMillis / 1000);
  throw new ApiError(429, 'Your role lacks the right "send", so you can send twenty test mails an hour.', {
    headers: [['Retry-After', String(seconds)]],
  });
}
