import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/database/schema.ts';
import type { Mailing } from './store.ts';

/** Reports whether others may see the report of a mailing by its address. */
export const isGood = ({ report_ends }: Mailing): boolean => report_ends === null || report_ends.getTime() > Date.now();

/** Ends the address of the mailing's report; there is none until another one is made. */
export async function end(db: Db, { account_id, id }: Mailing): Promise<void> {
  await db
    .updateTable('mailing')
    .set({ report_ends: new Date() })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Makes a new address for the page with the mailing's report; the old one leads nowhere then. */
export async function rotate(db: Db, { account_id, id }: Mailing, report_ends: Date | null): Promise<string> {
  const row = await db
    .updateTable('mailing')
    .set({ report_token: randomBytes(16).toString('hex'), report_ends })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returning('report_token')
    .executeTakeFirstOrThrow();
  return row.report_token;
}
