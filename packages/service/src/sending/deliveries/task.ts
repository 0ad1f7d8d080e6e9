import type { Task } from '../../platform/tasks/worker.ts';
import { DeliveryEngine, type MailEnvironment } from './engine.ts';

/** Sends to the recipients that are due, of all mailings. */
export function deliverTask(environment: MailEnvironment, wakeQueue: () => void): Task {
  const engine = new DeliveryEngine(environment, wakeQueue);
  return { name: 'deliveries', run: (db, signal) => engine.run(db, signal) };
}
