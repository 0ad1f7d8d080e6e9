import { type Selectable, sql } from 'kysely';
import { present } from '../database/present.ts';
import type { Db, JobTable } from '../database/schema.ts';

export type Job = Selectable<JobTable>;

/** Milliseconds for which a runner keeps a job to itself without being heard of. */
export const leaseMillis = 30_000;

// Times are the database's, which all processes share; `now` is that of a virtual clock in its place.

/**
 * Takes the job that is due longest, or whose runner was not heard of again, among some kinds of any account; with the time
 * at which it was taken.
 */
export async function claimJob(
  db: Db,
  kinds: readonly string[],
  owner: string,
  now?: Date,
): Promise<(Job & { claimed_at: Date }) | undefined> {
  // Found once, in a table of its own: a condition with this in it is evaluated as often as the planner likes.
  const next = db
    .selectFrom('job')
    .select(['account_id', 'id'])
    .where(sql<boolean>`state <> 'dead'`)
    .where('due_at', '<=', present(now))
    .where('kind', 'in', kinds)
    .where(sql<boolean>`exists (select from account where account.id = job.account_id and closed_at is null)`)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .with(
      (cte) => cte('next').materialized(),
      () => next,
    )
    .updateTable('job')
    .from('next')
    .set({ state: 'running', owner, attempts: sql<number>`job.attempts + 1`, due_at: present(now, leaseMillis) })
    .whereRef('job.account_id', '=', 'next.account_id')
    .whereRef('job.id', '=', 'next.id')
    .returningAll('job')
    .returning(present(now).as('claimed_at'))
    .executeTakeFirst();
}

/** The conditions that a job is still the runner's: another one that took it over has raised the number of attempts. */
function mine({ account_id, id, owner, attempts }: Job) {
  return sql<boolean>`account_id = ${account_id} and id = ${id} and state = 'running'
    and owner = ${owner}::uuid and attempts = ${attempts}`;
}

/** Promises once more to be heard of; false when the job was taken over. */
export async function renewLease(db: Db, job: Job, now?: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ due_at: present(now, leaseMillis) })
    .where(mine(job))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a job that is done; false when it was taken over. */
export async function removeJob(db: Db, job: Job): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('job').where(mine(job)).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Lets a job wait for its next attempt so many milliseconds, unless one that took its place waits already; then that one is
 * its next attempt.
 */
export async function postponeJob(
  db: Db,
  job: Job,
  { millis, attempts, error }: { millis: number; attempts: number; error: string | null },
  now?: Date,
): Promise<void> {
  await db
    .deleteFrom('job')
    .where(mine(job))
    .where(sql<boolean>`exists (
      select from job as other where other.account_id = ${job.account_id} and other.kind = ${job.kind}
      and other.key = ${job.key} and other.state = 'waiting')`)
    .execute();
  await db
    .updateTable('job')
    .set({ state: 'waiting', owner: null, due_at: present(now, millis), attempts, error })
    .where(mine(job))
    .execute();
}

/** Gives a job up; it stays for the operator to look at. */
export async function buryJob(db: Db, job: Job, error: string): Promise<void> {
  await db.updateTable('job').set({ state: 'dead', owner: null, error }).where(mine(job)).execute();
}

/** Leases of a process that is known to have ended, as the only one on an embedded database, are void. */
export async function voidLeases(db: Db, now?: Date): Promise<void> {
  await db
    .updateTable('job')
    .set({ due_at: present(now) })
    .where('state', '=', 'running')
    .execute();
}

/** Kinds of work of the account that was given up, and how much of each. */
export async function deadJobs(db: Db, accountId: number): Promise<{ kind: string; jobs: number }[]> {
  return db
    .selectFrom('job')
    .select(['kind', sql<number>`count(*)`.as('jobs')])
    .where('account_id', '=', accountId)
    .where('state', '=', sql.lit('dead'))
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

/** How many jobs each account has in each state. */
export async function countJobs(db: Db): Promise<{ account: number; state: Job['state']; jobs: number }[]> {
  return db
    .selectFrom('job')
    .select(['account_id as account', 'state', sql<number>`count(*)`.as('jobs')])
    .groupBy(['account_id', 'state'])
    .orderBy('account_id')
    .orderBy('state')
    .execute();
}
