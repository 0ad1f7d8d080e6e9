import type { PressureLimit } from '@mailwright/server';
import type { Db } from '../platform/database/schema.ts';
import type { Account } from './account.ts';

/** Returns how many newsletters a contact may get; `undefined` if an account has no limit. */
export const pressureLimit = ({ pressure_mails, pressure_days }: Account): PressureLimit | undefined =>
  pressure_mails === null ? undefined : { mails: pressure_mails, days: pressure_days };

/** Sets the limit of an account; 0 mails for none. */
export async function setPressureLimit(db: Db, accountId: number, { mails, days }: PressureLimit): Promise<void> {
  await db
    .updateTable('account')
    .set({ pressure_mails: mails === 0 ? null : mails, pressure_days: days })
    .where('id', '=', accountId)
    .execute();
}
