import type { Task } from '../platform/tasks/worker.ts';
import { purgeOutcomes } from './store.ts';

const atOnce = 1000;

/** Deletes outcomes of a year ago. */
export const purgeOutcomesTask: Task = {
  name: 'purge of outcomes',
  run: (db) => purgeOutcomes(db, atOnce),
};
