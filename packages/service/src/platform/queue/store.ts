import { type RawBuilder, type Selectable, sql } from 'kysely';
import { present } from '../database/present.ts';
import type { Db } from '../database/schema.ts';
import { hooksOf } from '../hooks/hooks.ts';
import type { JobTable } from './tables.ts';

export type Job = Selectable<JobTable>;

/** Lease of a job in milliseconds. */
export const leaseMillis = 30_000;

// Times are the database's, which all processes share; `now` is that of a virtual clock in its place.

declare module '../hooks/hooks.ts' {
  interface Hooks {
    /** The condition that jobs of an account may run, by the expression of its id; the others wait. */
    mayRunJobs(accountId: RawBuilder<unknown>): RawBuilder<boolean>;
  }
}

/** Order in which accounts are served, and accounts that must wait. */
export interface Turns {
  /** Recently served accounts, the one that waits longest first. */
  served: readonly number[];
  /** Kinds of which an account may run no further job now. */
  busy: readonly { accountId: number; kind: string }[];
}

const everybody: Turns = { served: [], busy: [] };

/**
 * Claims the job of some kinds that has been due longest or whose lease has expired, and returns it with the time of the
 * claim. Accounts take turns. The cost grows with the number of accounts that have jobs, not with the number of jobs.
 */
export async function claimJob(
  db: Db,
  kinds: readonly string[],
  owner: string,
  now?: Date,
  { served, busy }: Turns = everybody,
): Promise<(Job & { claimed_at: Date }) | undefined> {
  const busyAccounts = busy.map(({ accountId }) => accountId);
  const busyKinds = busy.map(({ kind }) => kind);
  const { rows } = await sql<Job & { claimed_at: Date }>`
    with recursive party as (
      (select account_id from job where state <> 'dead' order by account_id limit 1)
      union all
      select further.account_id from party cross join lateral (
        select account_id from job where state <> 'dead' and account_id > party.account_id order by account_id limit 1
      ) as further
    ), next as materialized (
      select first.account_id, first.id from party
      cross join lateral (
        select account_id, id, due_at from job
        where account_id = party.account_id and state <> 'dead' and due_at <= ${present(now)}
          and kind = any(${kinds}::text[])
          and (account_id, kind) not in (select * from unnest(${busyAccounts}::int8[], ${busyKinds}::text[]))
        order by due_at limit 1
        for update skip locked
      ) as first
      where ${hooksOf(db).mayRunJobs(sql.ref('party.account_id'))}
      order by coalesce(array_position(${served}::int8[], first.account_id), 0), first.due_at
      limit 1
    )
    update job set state = 'running', owner = ${owner}::uuid, attempts = job.attempts + 1,
      due_at = ${present(now, leaseMillis)}
    from next where job.account_id = next.account_id and job.id = next.id
    returning job.*, ${present(now)} as claimed_at`.execute(db);
  return rows[0];
}

/**
 * Returns the milliseconds until the first job is due or a lease expires, at most 0 if one is due, or `undefined` if there are no jobs.
 * Costs a fraction of a claim, which locks and orders what it finds.
 */
export async function untilNextJob(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ millis: number | null }>`
    with recursive next as (
      (select account_id, due_at from job where state <> 'dead' order by account_id, due_at limit 1)
      union all
      select further.account_id, further.due_at from next cross join lateral (
        select account_id, due_at from job where state <> 'dead' and account_id > next.account_id
        order by account_id, due_at limit 1
      ) as further
    )
    select (extract(epoch from min(due_at) - now()) * 1000)::float8 as millis from next`.execute(db);
  return rows[0]?.millis ?? undefined;
}

/** The condition that the runner still owns the job: taking it over increments the number of attempts. */
function mine({ account_id, id, owner, attempts }: Job) {
  return sql<boolean>`account_id = ${account_id} and id = ${id} and state = 'running'
    and owner = ${owner}::uuid and attempts = ${attempts}`;
}

/** Renews the lease; returns `false` if another process has taken the job over. */
export async function renewLease(db: Db, job: Job, now?: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ due_at: present(now, leaseMillis) })
    .where(mine(job))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a job that is done. Returns false if another process has taken it over. */
export async function removeJob(db: Db, job: Job): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('job').where(mine(job)).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Schedules the next attempt of a job. If a job with the same key already waits, that one replaces it. */
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

/** Marks a job as dead; the operator can inspect it. Returns false if another process has taken it over. */
export async function buryJob(db: Db, job: Job, error: string): Promise<boolean> {
  const dead = { state: 'dead', owner: null, error } as const;
  const { numUpdatedRows } = await db.updateTable('job').set(dead).where(mine(job)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases all leases. Called when the processes that held them have ended, such as at the start of an embedded database. */
export async function voidLeases(db: Db, now?: Date): Promise<void> {
  await db
    .updateTable('job')
    .set({ due_at: present(now) })
    .where('state', '=', 'running')
    .execute();
}

/** Reports whether a process may be running a job of an account. */
export async function isRunningJobs(db: Db, accountId: number): Promise<boolean> {
  const running = await db
    .selectFrom('job')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', sql.lit('running'))
    .where('due_at', '>', present())
    .limit(1)
    .executeTakeFirst();
  return running !== undefined;
}

/** Expression for the keys of waiting and running jobs of a kind. */
export function openKeys(accountId: number, kind: string): RawBuilder<string[]> {
  return sql`array(
    select key from job where account_id = ${accountId} and kind = ${kind} and state = 'waiting'
    union all
    select key from job where account_id = ${accountId} and kind = ${kind} and state = 'running')`;
}

/** Counts the dead jobs of the account by kind. */
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

export type ListedJob = Omit<Job, 'payload' | 'owner' | 'trace'>;

/** Jobs of all accounts, the oldest first. */
export async function listJobs(
  db: Db,
  { state, limit }: { state?: Job['state'] | undefined; limit: number },
): Promise<ListedJob[]> {
  let query = db
    .selectFrom('job')
    .select(['account_id', 'id', 'kind', 'key', 'state', 'due_at', 'attempts', 'error', 'created_at']);
  if (state !== undefined) query = query.where('state', '=', sql.lit(state));
  return query.orderBy('id').limit(limit).execute();
}

/** Lets a dead job wait for another attempt; returns `false` if there is none, or if one in its place waits. */
export async function retryDeadJob(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ state: 'waiting', attempts: 0, due_at: present() })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', sql.lit('dead'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job as other')
            .select('other.id')
            .where('other.account_id', '=', accountId)
            .whereRef('other.kind', '=', 'job.kind')
            .whereRef('other.key', '=', 'job.key')
            .where('other.state', '=', 'waiting'),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a dead job; returns `false` if there is none. */
export async function deleteDeadJob(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', sql.lit('dead'))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts the jobs of each account by state. */
export async function countJobs(db: Db): Promise<{ account: number; state: Job['state']; jobs: number }[]> {
  return db
    .selectFrom('job')
    .select(['account_id as account', 'state', sql<number>`count(*)`.as('jobs')])
    .groupBy(['account_id', 'state'])
    .orderBy('account_id')
    .orderBy('state')
    .execute();
}
