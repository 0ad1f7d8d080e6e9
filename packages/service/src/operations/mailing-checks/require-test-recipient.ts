import { forbidden } from '@mailwright/server';
import { users } from '../../account/index.ts';
import type { TargetGroup } from '../../audiences/index.ts';
import type { EmailAddress } from '../../platform/text/email.ts';
import type { Context } from '../context.ts';

type Caller = Pick<Context, 'db' | 'accountId' | 'maySend'>;

/**
 * Who may not send would otherwise send any contents to anybody as a test.
 * @throws ApiError 403 if the address is no active user of the account, and the caller may not send
 */
export async function requireTestReader({ db, accountId, maySend }: Caller, email: EmailAddress): Promise<void> {
  if (maySend || (await users.isActiveUser(db, accountId, email.folded))) return;
  throw forbidden(
    'Your role lacks the right "send", so test mails go only to users of the account, and to test target groups made by somebody who may send.',
  );
}

/** @throws ApiError 403 if the group was not made by somebody who may send, and the caller may not either */
export function requireTestGroup({ maySend }: Caller, group: TargetGroup): void {
  if (maySend || group.made_by_sender) return;
  throw forbidden(
    `Target group with id ${group.id} was made without the right "send", which your role lacks too. Use one made by somebody who may send.`,
  );
}
