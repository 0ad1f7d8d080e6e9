import type { Database } from '../platform/database/open.ts';
import type { Task } from '../platform/tasks/worker.ts';
import { endHoldsTask } from './blocks/end-holds-task.ts';
import { scrubTask } from './erasure/scrub-task.ts';

/** Returns the maintenance tasks of contacts. */
export const contactTasks = (kind: Database['kind']): Task[] => [endHoldsTask, scrubTask(kind)];
