import type { Task } from '../../platform/tasks/worker.ts';
import { deleteOldKeys } from './keys.ts';

/** Deletes keys whose tokens nobody takes any more. */
export const purgeKeysTask: Task = {
  name: 'forget keys of tracked links',
  run: async (db) => (await deleteOldKeys(db)) > 0,
};
