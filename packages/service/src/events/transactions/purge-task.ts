import type { Task } from '../../platform/tasks/worker.ts';
import { deleteOutdated } from './store.ts';

/** Forgets transactions that are older than the archiving duration of their type. */
export const purgeTransactionsTask: Task = {
  name: 'forgetting of old transactions',
  run: deleteOutdated,
};
