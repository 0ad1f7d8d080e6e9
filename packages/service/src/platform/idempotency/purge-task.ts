import type { Task } from '../tasks/worker.ts';
import { purgeChanges } from './store.ts';

const atOnce = 1000;

/** Forgets changes under an Idempotency-Key after 24 hours. */
export const purgeChangesTask: Task = {
  name: 'forgetting of idempotency keys',
  run: (db) => purgeChanges(db, atOnce),
};
