import type { Db } from '../database/schema.ts';

/** A running job, as its handler gets it. */
export interface RunningJob {
  accountId: number;
  /** Begins with 1. */
  attempt: number;
  /** The clock of the database, by which jobs are due. */
  now: () => Date;
  /** Aborted when the process stops or the lease is lost: the handler ends early, and the job runs again later. */
  signal: AbortSignal;
  /**
   * Ends the job in a transaction of the handler, so that its effects happen once. Not needed by handlers whose effects may
   * be repeated.
   * @throws LostLeaseError when another process has taken the job over
   */
  complete(transaction: Db): Promise<void>;
}

/** Handler of one kind of jobs. A job runs at least once; it runs again after a failure or a crash. */
export interface JobHandler<Payload> {
  /** Name of the kind; it is stored in the table and must never change. */
  kind: string;
  /** Maximum number of concurrent jobs in one process, 1 by default. If it is larger, one account can use all but one. */
  concurrency?: number;
  /** Number of failures after which the job is dead, 10 by default. */
  maxAttempts?: number;
  /** Milliseconds to wait after the `attempts`-th failure; by default 10 s, then twice as long each time. */
  backOffMillis?: (attempts: number) => number;
  run(db: Db, payload: Payload, job: RunningJob): Promise<void>;
  /** Tells of a job that is dead, in the transaction that marks it so. */
  giveUp?(db: Db, payload: Payload, accountId: number): Promise<void>;
}

/** Another process has taken over the job and will finish it. */
export class LostLeaseError extends Error {
  override name = 'LostLeaseError';
}
