import type { Selectable } from 'kysely';
import { findMailing, isReleased, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { SunsetPolicyTable } from '../tables.ts';

export type SunsetPolicy = Selectable<SunsetPolicyTable>;

/** The settings that people make. */
export type SunsetSettings = Pick<
  SunsetPolicy,
  'active' | 'days' | 'sends' | 'mailing_id' | 'wait_days' | 'daily_limit'
>;

/** Settings of an account that has made none. */
export const usualSettings: SunsetSettings = {
  active: false,
  days: 365,
  sends: false,
  mailing_id: null,
  wait_days: 14,
  daily_limit: 1000,
};

/** Why nobody is asked. */
export type SunsetObstacle = 'mailing_missing' | 'mailing_inactive' | 'mailing_untracked' | 'events_not_kept';

/** Returns why a policy asks nobody, or `undefined` if it does. `keptDays` is how long events are kept; undefined for ever. */
export function sunsetObstacle(
  { days, sends }: Pick<SunsetSettings, 'days' | 'sends'>,
  mailing: Pick<Mailing, 'state' | 'tracking_strategy'> | undefined,
  keptDays: number | undefined,
): SunsetObstacle | undefined {
  if (keptDays !== undefined && keptDays < days) return 'events_not_kept';
  if (!sends) return undefined;
  if (mailing === undefined) return 'mailing_missing';
  if (['none', 'anonymous'].includes(mailing.tracking_strategy)) return 'mailing_untracked';
  return isReleased(mailing.state) ? undefined : 'mailing_inactive';
}

/** Returns what a mailing lacks to be the last mail, or `undefined`; whether it is active may change later. */
export function lastMailFault(mailing: Mailing | undefined): string | undefined {
  if (mailing === undefined) return 'does not exist';
  if (mailing.type !== 'trigger') return `is of the type ${mailing.type}; it must be a trigger mailing`;
  if (mailing.ignore_permission) return 'ignores permissions; it must go to subscribed contacts only';
  return ['none', 'anonymous'].includes(mailing.tracking_strategy)
    ? `has the tracking strategy "${mailing.tracking_strategy}"; it must be single-recipient or highest-permission, because a click wakes the contact`
    : undefined;
}

/** Returns the mailing of settings; `undefined` without one. */
export const findLastMail = async (
  db: Db,
  accountId: number,
  { mailing_id }: Pick<SunsetSettings, 'mailing_id'>,
): Promise<Mailing | undefined> => (mailing_id === null ? undefined : findMailing(db, accountId, mailing_id));

/** Returns the policy of an account; `undefined` if it has made no settings. */
export async function findPolicy(db: Db, accountId: number): Promise<SunsetPolicy | undefined> {
  return db.selectFrom('sunset_policy').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** As `findPolicy`, locked until the transaction ends: a change of it waits for a round, and a round for a change. */
export async function lockPolicy(db: Db, accountId: number): Promise<SunsetPolicy | undefined> {
  return db.selectFrom('sunset_policy').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst();
}
