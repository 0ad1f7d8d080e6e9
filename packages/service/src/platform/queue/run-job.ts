import { context } from '@opentelemetry/api';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/schema.ts';
import type { Log } from '../log/log.ts';
import { clockFrom } from '../time/clock.ts';
import { contextOfJob } from '../tracing/origin.ts';
import { CONSUMER, inSpan } from '../tracing/span.ts';
import { onBehalfOf } from '../turns/on-behalf.ts';
import { backOffMillis } from './back-off.ts';
import { type JobHandler, LostLeaseError } from './job.ts';
import { buryJob, type Job, leaseMillis, postponeJob, removeJob, renewLease } from './store.ts';

// biome-ignore lint/suspicious/noExplicitAny: handlers of all payloads stand in one list; each gets only its own kind.
export type AnyJobHandler = JobHandler<any>;

/** Environment of running jobs. */
export interface JobRunner {
  db: Db;
  log: Log;
  /** Virtual clock that replaces the clock of the database. */
  now?: (() => Date) | undefined;
  /** Aborted when the process stops. */
  stop: AbortSignal;
}

const defaultMaxAttempts = 10;

/**
 * Runs a claimed job and records the outcome: deletes it after success, releases it after an abort, else schedules a retry or
 * marks it as dead.
 */
export async function runJob(
  runner: JobRunner,
  handler: AnyJobHandler,
  job: Job & { claimed_at: Date },
): Promise<void> {
  const { db, stop } = runner;
  const now = runner.now ?? clockFrom(job.claimed_at);
  const { maxAttempts = defaultMaxAttempts } = handler;
  if (job.attempts > maxAttempts)
    return giveUp(db, handler, job, job.error ?? 'The process ended during each attempt.');
  const lost = new AbortController();
  const renewal = setInterval(async () => {
    const kept = await renewLease(db, job, runner.now?.()).catch(() => true);
    if (!kept) lost.abort();
  }, leaseMillis / 3);
  let completed = false;
  const complete = async (transaction: Db) => {
    if (!(await removeJob(transaction, job))) throw new LostLeaseError(`Job "${job.kind}" was taken over.`);
    completed = true;
  };
  const signal = AbortSignal.any([stop, lost.signal]);
  try {
    const facts = { 'mailwright.account.id': job.account_id, 'mailwright.job.attempt': job.attempts };
    const run = () =>
      handler.run(db, job.payload, { accountId: job.account_id, attempt: job.attempts, now, signal, complete });
    await onBehalfOf(job.account_id, () =>
      context.with(contextOfJob(job), () => inSpan(`job ${job.kind}`, CONSUMER, facts, async () => run())),
    );
    if (completed) return;
    if (stop.aborted) await giveBack(runner, job);
    else await removeJob(db, job);
  } catch (error) {
    await settleFailure(runner, handler, job, error as Error);
  } finally {
    clearInterval(renewal);
  }
}

const giveUp = (db: Db, handler: AnyJobHandler, job: Job, error: string) =>
  inTransaction(db, async (transaction) => {
    if (await buryJob(transaction, job, error)) await handler.giveUp?.(transaction, job.payload, job.account_id);
  });

/** Returns a stopped job to the queue without counting the attempt. */
function giveBack({ db, now }: JobRunner, job: Job): Promise<void> {
  return postponeJob(db, job, { millis: 0, attempts: job.attempts - 1, error: null }, now?.());
}

async function settleFailure(runner: JobRunner, handler: AnyJobHandler, job: Job, error: Error) {
  const { db, log, now, stop } = runner;
  const { maxAttempts = defaultMaxAttempts, backOffMillis: wait = backOffMillis } = handler;
  if (error instanceof LostLeaseError) return;
  if (stop.aborted) return giveBack(runner, job);
  log(`Job "${job.kind}" failed at attempt ${job.attempts}: ${error.message}`);
  if (job.attempts >= maxAttempts) return giveUp(db, handler, job, error.message);
  const { attempts } = job;
  await postponeJob(db, job, { millis: wait(attempts), attempts, error: error.message }, now?.());
}
