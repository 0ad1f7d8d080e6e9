import type { Task } from '../../platform/tasks/worker.ts';
import { deleteUnusedAllowances } from './allowances.ts';

/** Deletes what forms and networks have used of their limits once they could use all of them again. */
export const purgeAllowancesTask: Task = {
  name: 'purge of limits of sign-ups',
  run: async (db) => {
    await deleteUnusedAllowances(db);
    return false;
  },
};
