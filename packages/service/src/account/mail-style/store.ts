import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import type { MailStyle } from './look.ts';

/** Sets the style of the mailings of an account; one that says nothing is none. */
export async function setMailStyle(db: Db, accountId: number, style: MailStyle): Promise<void> {
  const isNone = Object.keys(style).length === 0;
  await db
    .updateTable('account')
    .set({ mail_style: isNone ? null : json(style) })
    .where('id', '=', accountId)
    .execute();
}
