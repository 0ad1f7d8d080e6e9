import { sql } from 'kysely';
import { present } from '../database/present.ts';
import type { Db } from '../database/schema.ts';
import { json } from '../database/values.ts';
import { traceForJob } from '../tracing/origin.ts';
import type { JobHandler } from './job.ts';
import { noteWritten } from './written-jobs.ts';

export interface NewJob<Payload> {
  accountId: number;
  /** Replaces a waiting job of the same kind and key. */
  key?: string;
  /** Plain JSON without personal data: ids, not addresses. */
  payload: Payload;
  /** Due time; now by default. Prefer `dueIn`, in milliseconds, for times relative to now. */
  dueAt?: Date;
  dueIn?: number;
}

/**
 * Enqueues a job in the caller's transaction, so that it runs if and only if the transaction commits. The queue of this process
 * looks for it every second from now on; requests call `context.wakeWorker()` after the commit to have it look at once.
 */
export async function enqueue<Payload>(
  db: Db,
  { kind }: Pick<JobHandler<Payload>, 'kind'>,
  { accountId, key, payload, dueAt, dueIn }: NewJob<Payload>,
): Promise<void> {
  await db
    .insertInto('job')
    .values({
      account_id: accountId,
      kind,
      key: key ?? null,
      payload: json(payload),
      due_at: dueAt ?? present(undefined, dueIn),
      trace: traceForJob(kind),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'key'])
        // As a literal: a prepared statement must recognise the partial index whatever its parameters are.
        .where(sql<boolean>`state = 'waiting'`)
        .doUpdateSet({
          payload: sql`excluded.payload`,
          due_at: sql<Date>`excluded.due_at`,
          trace: sql`excluded.trace`,
          attempts: 0,
          error: null,
        }),
    )
    .execute();
  noteWritten(db);
}

/** Enqueues many jobs that are due at once. None of the keys may have a waiting job. */
export async function enqueueAll<Payload>(
  db: Db,
  { kind }: Pick<JobHandler<Payload>, 'kind'>,
  accountId: number,
  jobs: readonly Required<Pick<NewJob<Payload>, 'key' | 'payload'>>[],
): Promise<void> {
  const keys = jobs.map(({ key }) => key);
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
  await sql`
    insert into job (account_id, kind, key, payload, due_at, trace)
    select ${accountId}::int8, ${kind}, key, payload::jsonb, ${present()}, ${traceForJob(kind)}
    from unnest(${keys}::text[], ${payloads}::text[]) as new (key, payload)`.execute(db);
  noteWritten(db);
}

/** Deletes a waiting job; does not stop a running one. */
export async function cancelJob(
  db: Db,
  { kind }: Pick<JobHandler<never>, 'kind'>,
  accountId: number,
  key: string,
): Promise<void> {
  await db
    .deleteFrom('job')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .execute();
}
