import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ContactFilter } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { versionOf } from '../seals/version.ts';
import { sendingRoles } from './rule.ts';

/** To whom a mailing goes, in a few characters: sign-offs do not count for another target group, or for other rules of it. */
const audienceOf = ({ target_group_id }: Mailing, { id, rules }: ContactFilter) =>
  createHash('sha256')
    .update(JSON.stringify([target_group_id, id, rules]))
    .digest('base64url');

/** Signs a mailing off as it is now. */
export async function addSignOff(db: Db, mailing: Mailing, filter: ContactFilter, userId: number): Promise<void> {
  const { account_id, id: mailing_id, content_version } = mailing;
  const version = await versionOf(db, mailing);
  const present = { content_version, audience: audienceOf(mailing, filter), version, signed_at: sql<Date>`now()` };
  await db
    .insertInto('mailing_sign_off')
    .values({ account_id, mailing_id, user_id: userId, ...present })
    .onConflict((known) => known.columns(['account_id', 'mailing_id', 'user_id']).doUpdateSet(present))
    .execute();
}

export async function deleteSignOff(db: Db, { account_id, id }: Mailing, userId: number): Promise<void> {
  await db
    .deleteFrom('mailing_sign_off')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .where('user_id', '=', userId)
    .execute();
}

/** Sign-offs of active users who may send, for a mailing as it is now, the oldest first. */
export async function listSignOffs(db: Db, mailing: Mailing, filter: ContactFilter) {
  const { account_id, id, content_version } = mailing;
  const version = await versionOf(db, mailing);
  return db
    .selectFrom('mailing_sign_off')
    .innerJoin('account_user', (join) =>
      join
        .onRef('account_user.account_id', '=', 'mailing_sign_off.account_id')
        .onRef('account_user.id', '=', 'mailing_sign_off.user_id'),
    )
    .select(['account_user.id', 'account_user.name', 'signed_at'])
    .where('mailing_sign_off.account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .where('content_version', '=', content_version)
    .where('audience', '=', audienceOf(mailing, filter))
    .where((row) => row.or([row('version', 'is', null), row('version', '=', version)]))
    .where('state', '=', 'active')
    .where(sql<boolean>`role = any(${sendingRoles}::text[])`)
    .orderBy('signed_at')
    .execute();
}

/** Returns the id of the user who has started the sendout of a mailing, or has scheduled it; null if it was none. */
export async function findStarter(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
): Promise<number | null> {
  const sendout = await db
    .selectFrom('sendout')
    .select('started_by')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirst();
  return sendout?.started_by ?? null;
}
