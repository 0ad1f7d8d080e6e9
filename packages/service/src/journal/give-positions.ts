import { sql } from 'kysely';
import { retrying } from '../platform/database/retry.ts';
import type { Db } from '../platform/database/schema.ts';
import { DatabaseUnavailableError } from '../platform/database/unavailable.ts';

/** Entries that get positions in one transaction; a page has at most as many events. */
const atOnce = 2000;

/**
 * Gives committed entries of an account their positions, behind all that have one. An entry whose transaction is still open
 * is not seen; it gets a later position after its commit, so no entry appears before a position that was read. Readers take
 * turns by the lock of the account's row. Reports whether some had none.
 */
export async function givePositions(db: Db, accountId: number): Promise<boolean> {
  const waiting = await db
    .selectFrom('journal_entry')
    .select('id')
    .where('account_id', '=', accountId)
    .where('position', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return false;
  await retrying(() =>
    db.transaction().execute(async (transaction) => {
      await sql`
        insert into journal (account_id) values (${accountId}) on conflict do nothing`.execute(transaction);
      // A statement of its own: the next one must see what the last holder of the lock has committed.
      const { position } = await transaction
        .selectFrom('journal')
        .select('position')
        .where('account_id', '=', accountId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await sql`
        with next as (
          select id, ${position}::int8 + row_number() over (order by id) as position from (
            select id from journal_entry where account_id = ${accountId} and position is null
            order by id limit ${atOnce}) as waiting
        ), placed as (
          update journal_entry as entry set position = next.position from next
          where entry.account_id = ${accountId} and entry.id = next.id
          returning entry.position
        )
        update journal set position = last.position from (select max(position) as position from placed) as last
        where account_id = ${accountId} and last.position is not null`.execute(transaction);
    }),
  );
  return true;
}

/** The same for a reader, who can read what has positions also while the database takes no changes. Then returns false. */
export async function givePositionsIfPossible(db: Db, accountId: number): Promise<boolean> {
  try {
    return await givePositions(db, accountId);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return false;
  }
}

/** Gives positions until all entries have one: for a reader who begins at a time. What was given stays when the reader ends. */
export async function giveAllPositions(db: Db, accountId: number): Promise<void> {
  while (await givePositionsIfPossible(db, accountId));
}
