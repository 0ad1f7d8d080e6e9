import type { Task } from '../platform/tasks/worker.ts';
import { purgeImports } from './files/store.ts';

/** Deletes files that nobody has started for a day, and imports of 30 days ago. */
export const purgeImportsTask: Task = {
  name: 'purge of imports',
  run: async (db) => {
    await purgeImports(db);
    return false;
  },
};
