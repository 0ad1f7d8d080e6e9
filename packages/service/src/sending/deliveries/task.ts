import type { Task } from '../../platform/work/worker.ts';
import type { MailTransport } from '../mail/transport.ts';
import { DeliveryEngine } from './engine.ts';

/** Sends to the recipients that are due, of all mailings. */
export function deliverTask(transport: MailTransport): Task {
  const engine = new DeliveryEngine(transport);
  return { name: 'deliveries', run: (db, signal) => engine.run(db, signal) };
}
