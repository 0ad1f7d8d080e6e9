import { sendSignal } from '../platform/database/signals.ts';
import { deleteDeadJob, type Job, listJobs, retryDeadJob } from '../platform/queue/store.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { unfit } from './refusal.ts';

/** A job as lists show it; times in ISO 8601. */
export interface JobListing {
  id: number;
  account: number;
  kind: string;
  key: string | null;
  state: Job['state'];
  due: string;
  attempts: number;
  error: string | null;
  created: string;
}

type Of = { account: number; id: number };

export const jobActions = {
  /** Jobs of all accounts, the oldest first. */
  listJobs: reads(
    async ({ db }, { state, limit }: { state?: Job['state'] | undefined; limit: number }): Promise<JobListing[]> =>
      (await listJobs(db, { state, limit })).map(({ account_id, due_at, created_at, ...job }) => ({
        ...job,
        account: account_id,
        due: due_at.toISOString(),
        created: created_at.toISOString(),
      })),
  ),

  retryJob: writes(async ({ db }, { account, id }: Of): Promise<void> => {
    if (!(await retryDeadJob(db, await chooseAccount(db, account), id))) throw notDead(account, id);
    await sendSignal(db, 'work');
  }),

  deleteJob: writes(async ({ db }, { account, id }: Of): Promise<void> => {
    if (!(await deleteDeadJob(db, await chooseAccount(db, account), id))) throw notDead(account, id);
  }),
} satisfies Actions;

const notDead = (account: number, id: number) => unfit(`account ${account} has no dead job ${id}, or its work waits`);
