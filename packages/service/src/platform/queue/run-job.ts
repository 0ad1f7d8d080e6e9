import type { Kysely } from 'kysely';
import { onBehalfOf } from '../database/on-behalf.ts';
import type { Schema } from '../database/schema.ts';
import type { Log } from '../http/log.ts';
import { backOffMillis } from './back-off.ts';
import { type JobHandler, LostLeaseError } from './job.ts';
import { buryJob, type Job, leaseMillis, postponeJob, removeJob, renewLease } from './store.ts';

// biome-ignore lint/suspicious/noExplicitAny: handlers of all payloads stand in one list; each gets only its own kind.
export type AnyJobHandler = JobHandler<any>;

/** Where jobs are run. */
export interface JobRunner {
  db: Kysely<Schema>;
  log: Log;
  now: () => Date;
  /** Aborted when the process stops. */
  stop: AbortSignal;
}

const defaultMaxAttempts = 10;

/** Runs a claimed job and settles it: removed when done, given back when stopped, else tried again later or buried. */
export async function runJob(runner: JobRunner, handler: AnyJobHandler, job: Job): Promise<void> {
  const { db, now, stop } = runner;
  const { maxAttempts = defaultMaxAttempts } = handler;
  if (job.attempts > maxAttempts) return buryJob(db, job, job.error ?? 'The process ended during each attempt.');
  const lost = new AbortController();
  const renewal = setInterval(async () => {
    const kept = await renewLease(db, job, now()).catch(() => true);
    if (!kept) lost.abort();
  }, leaseMillis / 3);
  let completed = false;
  const complete = async (transaction: Kysely<Schema>) => {
    if (!(await removeJob(transaction, job))) throw new LostLeaseError(`Job "${job.kind}" was taken over.`);
    completed = true;
  };
  const signal = AbortSignal.any([stop, lost.signal]);
  try {
    await onBehalfOf(job.account_id, () =>
      handler.run(db, job.payload, { accountId: job.account_id, attempt: job.attempts, now, signal, complete }),
    );
    if (completed) return;
    if (stop.aborted) await postponeJob(db, job, now(), job.attempts - 1, null);
    else await removeJob(db, job);
  } catch (error) {
    await settleFailure(runner, handler, job, error as Error);
  } finally {
    clearInterval(renewal);
  }
}

async function settleFailure({ db, log, now, stop }: JobRunner, handler: AnyJobHandler, job: Job, error: Error) {
  const { maxAttempts = defaultMaxAttempts, backOffMillis: wait = backOffMillis } = handler;
  if (error instanceof LostLeaseError) return;
  if (stop.aborted) return postponeJob(db, job, now(), job.attempts - 1, null);
  log(`Job "${job.kind}" failed at attempt ${job.attempts}: ${error.message}`);
  if (job.attempts >= maxAttempts) return buryJob(db, job, error.message);
  await postponeJob(db, job, new Date(now().getTime() + wait(job.attempts)), job.attempts, error.message);
}
