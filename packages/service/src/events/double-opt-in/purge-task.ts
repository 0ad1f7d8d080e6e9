import type { Task } from '../../platform/tasks/worker.ts';
import { deleteUnanswered } from './requests.ts';

const atOnce = 1000;

/** Forgets requests that nobody answered, with their addresses and links, some time after the links have died. */
export const purgeRequestsTask: Task = {
  name: 'forgetting of unanswered opt-in requests',
  run: (db) => deleteUnanswered(db, atOnce),
};
