import type { Task } from '../../platform/tasks/worker.ts';
import { purgeSessions } from './store.ts';

const atOnce = 1000;

/** Deletes sessions of the console that have expired. */
export const purgeSessionsTask: Task = {
  name: 'deletion of expired sessions',
  run: (db) => purgeSessions(db, atOnce),
};
