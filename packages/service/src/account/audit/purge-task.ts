import type { Task } from '../../platform/tasks/worker.ts';
import { purgeActs } from './store.ts';

const atOnce = 1000;

/** Forgets what was done more than 400 days ago. */
export const purgeActsTask: Task = {
  name: 'forgetting of the audit log',
  run: (db) => purgeActs(db, atOnce),
};
