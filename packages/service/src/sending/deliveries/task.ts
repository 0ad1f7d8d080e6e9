import type { Task } from '../../platform/tasks/worker.ts';
import { DeliveryEngine, type MailSurroundings } from './engine.ts';

/** Sends to the recipients that are due, of all mailings. */
export function deliverTask(surroundings: MailSurroundings): Task {
  const engine = new DeliveryEngine(surroundings);
  return { name: 'deliveries', run: (db, signal) => engine.run(db, signal) };
}
