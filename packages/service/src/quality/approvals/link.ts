import type { Db } from '../../platform/database/schema.ts';
import { newToken } from '../../platform/http/link-token.ts';
import { type ApprovalMail, insertApprovalToken } from './store.ts';

/** Makes the personal link of an attempt to send an approval mail. Undefined when there is nothing to decide any more. */
export async function openApproval(db: Db, mail: ApprovalMail, publicUrl: string) {
  const { token, hash } = newToken();
  if (!(await insertApprovalToken(db, mail, hash))) return undefined;
  return { APPROVE: () => `${publicUrl}/approve/${token}` };
}
