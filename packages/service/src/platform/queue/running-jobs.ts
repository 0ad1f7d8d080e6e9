import type { AnyJobHandler } from './run-job.ts';
import type { Job } from './store.ts';

type Running = Pick<Job, 'account_id' | 'kind'>;

/** Counts the jobs that this process runs, by kind and account. */
export class RunningJobs {
  #concurrency: Map<string, number>;
  #running: Running[] = [];

  constructor(handlers: readonly Pick<AnyJobHandler, 'kind' | 'concurrency'>[]) {
    this.#concurrency = new Map(handlers.map(({ kind, concurrency = 1 }) => [kind, concurrency]));
  }

  begin(job: Running): void {
    this.#running.push(job);
  }

  end(job: Running): void {
    this.#running.splice(this.#running.indexOf(job), 1);
  }

  /** Kinds of which another job may run. */
  freeKinds(): string[] {
    return Array.from(this.#concurrency, ([kind, most]) => (this.#count(kind) < most ? kind : [])).flat();
  }

  /** Accounts that run all jobs of a kind that one account may: all but one of those that may run at a time. */
  busy(): { accountId: number; kind: string }[] {
    const pairs = Map.groupBy(this.#running, ({ account_id, kind }) => `${account_id} ${kind}`).values();
    return Array.from(pairs, (jobs) => {
      const { account_id: accountId, kind } = jobs[0]!;
      return jobs.length >= Math.max(1, this.#concurrency.get(kind)! - 1) ? { accountId, kind } : [];
    }).flat();
  }

  #count(kind: string): number {
    return this.#running.filter((job) => job.kind === kind).length;
  }
}
