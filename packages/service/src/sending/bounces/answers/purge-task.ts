import type { Task } from '../../../platform/tasks/worker.ts';
import { deleteOldAnswers } from './store.ts';

/** Answers grow old slowly: who has found none looks again after so long. */
const restMillis = 3_600_000;

/** Deletes answers that are older than so many days. */
export function purgeAnswersTask(days: number): Task {
  let lookAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'purge of answers',
    async run(db) {
      if (performance.now() < lookAt) return false;
      const found = await deleteOldAnswers(db, days);
      if (!found) lookAt = performance.now() + restMillis;
      return found;
    },
  };
}
