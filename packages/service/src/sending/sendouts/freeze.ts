import { sql } from 'kysely';
import { type ContactFilter, memberCondition } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { matching } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { isWanted } from '../../platform/events/publish.ts';
import { type LeftOut, publishFiltered } from '../deliveries/publish-filtered.ts';
import { refusalReason } from '../deliveries/refusal-reason.ts';
import { type BestTimes, batchRecipients } from './spread.ts';

/** The value of `contacts_limit` that is none. */
const noLimit = 2_147_483_647;

/**
 * Fixes who gets a mailing: the members of the target group at this moment, less those that must not, by one statement,
 * and then when each of them gets it. Of more than `contacts_limit` those are taken whose hash is lowest, so that a higher
 * limit has the same ones and some more. Gives the number of recipients. In a transaction that holds the mailing's lock.
 */
export async function freezeRecipients(
  db: Db,
  mailing: Mailing,
  filter: ContactFilter,
  best: BestTimes,
): Promise<number> {
  const { account_id, id, contacts_limit } = mailing;
  const members = matching(db, account_id, memberCondition(filter)).select([
    'contact.id',
    refusalReason(mailing).as('reason'),
  ]);
  const limited =
    contacts_limit === noLimit
      ? sql`select id, reason from member`
      : sql`select id, coalesce(reason, case when ${contacts_limit} < row_number()
          over (partition by reason is null order by hashint8extended(id, ${id}::int8), id) then 'contacts_limit' end)
          as reason from member`;
  const leftOut = (await isWanted(db, account_id, 'filtered'))
    ? sql`(select json_agg(json_build_object('contactId', id, 'reason', reason) order by id)
        from evaluated where reason is not null)`
    : sql`null`;
  const { rows } = await sql<{ recipients: number; removed: Record<string, number>; left_out: LeftOut[] | null }>`
    with member as (${members}), evaluated as materialized (${limited}), inserted as (
      insert into recipient (account_id, mailing_id, contact_id)
      select ${account_id}::int8, ${id}::int8, id from evaluated where reason is null order by id
      returning 1
    ), counted as (
      select reason, count(*) as number from evaluated where reason is not null group by reason
    )
    select (select count(*) from inserted) as recipients,
      (select coalesce(jsonb_object_agg(reason, number), '{}') from counted) as removed, ${leftOut} as left_out`.execute(
    db,
  );
  const { recipients, removed, left_out } = rows[0]!;
  await publishFiltered(db, { account_id, mailing_id: id }, left_out ?? []);
  await batchRecipients(db, mailing, best);
  await db
    .updateTable('sendout')
    .set({ frozen_at: sql<Date>`now()`, recipients, removed: json(removed) })
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .execute();
  return recipients;
}
