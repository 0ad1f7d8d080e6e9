import type { Task } from '../../platform/work/worker.ts';
import { DeliveryEngine, type Surroundings } from './engine.ts';

/** Sends to the recipients that are due, of all mailings. */
export function deliverTask(surroundings: Surroundings): Task {
  const engine = new DeliveryEngine(surroundings);
  return { name: 'deliveries', run: (db, signal) => engine.run(db, signal) };
}
