import { allRights, checkNames, insertAccount, insertKey } from '../account/index.ts';
import { allOf, insertContactFilter, insertTargetGroup, refreshFilterJob } from '../audiences/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { runDueJobs } from '../platform/queue/run-queue.ts';

/** Creates the first account without sample data: a key with all rights, and a target group with all contacts. */
export async function createEmptyAccount(db: Db, key: string, names: { name: string; domain: string }): Promise<void> {
  checkNames(names);
  await db.transaction().execute(async (transaction) => {
    const account = await insertAccount(transaction, names);
    await insertFirstKey(transaction, account, key, 'operator');
    await insertEverybody(transaction, account, 'operator');
  });
  await runDueJobs(db, [refreshFilterJob], () => {});
}

export async function insertFirstKey(db: Db, account: number, key: string, creator: string): Promise<void> {
  const about = { label: 'first key', rights: [...allRights], creator, expires_at: null };
  await insertKey(db, account, key, about);
}

/** Inserts the target group to which every contact belongs, so that a first mailing needs no filter. */
export async function insertEverybody(db: Db, account: number, author: string): Promise<void> {
  const about = { name: 'Everybody', author };
  const filter = await insertContactFilter(db, account, { ...about, rules: allOf() });
  await insertTargetGroup(db, account, { ...about, type: 'regular', contact_filter_id: filter });
}
