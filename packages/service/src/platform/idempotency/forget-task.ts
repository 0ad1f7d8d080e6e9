import type { Task } from '../tasks/worker.ts';
import { forgetOldChanges } from './store.ts';

const atOnce = 1000;

/** Forgets changes under an Idempotency-Key after 24 hours. */
export const forgetChangesTask: Task = {
  name: 'forgetting of idempotency keys',
  run: (db) => forgetOldChanges(db, atOnce),
};
