import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Mailing } from '../store.ts';
import type { MailingDispatchingTable } from '../tables.ts';

type Owner = Pick<Mailing, 'account_id' | 'id'>;
/** Trigger and target of a trigger mailing. */
export type Dispatching = Omit<Selectable<MailingDispatchingTable>, 'account_id' | 'mailing_id'>;

export async function findDispatching(db: Db, { account_id, id }: Owner): Promise<Dispatching | undefined> {
  const row = await db
    .selectFrom('mailing_dispatching')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { account_id: _account, mailing_id: _mailing, ...dispatching } = row;
  return dispatching;
}

/** Takes the place of an earlier one. */
export async function putDispatching(db: Db, { account_id, id }: Owner, dispatching: Dispatching): Promise<void> {
  await db
    .insertInto('mailing_dispatching')
    .values({ account_id, mailing_id: id, ...dispatching })
    .onConflict((conflict) => conflict.columns(['account_id', 'mailing_id']).doUpdateSet(dispatching))
    .execute();
}

export async function deleteDispatching(db: Db, { account_id, id }: Owner): Promise<void> {
  await db
    .deleteFrom('mailing_dispatching')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .execute();
}

/** Name of a mailing that transactions of a type trigger; undefined when there is none. */
export async function mailingTriggeredBy(db: Db, accountId: number, typeId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('mailing_dispatching as dispatching')
    .innerJoin('mailing', (join) =>
      join
        .onRef('mailing.account_id', '=', 'dispatching.account_id')
        .onRef('mailing.id', '=', 'dispatching.mailing_id'),
    )
    .select('mailing.name')
    .where('dispatching.account_id', '=', accountId)
    .where('dispatching.transaction_type_id', '=', typeId)
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}
