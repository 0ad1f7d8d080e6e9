import type { Task } from '../../platform/tasks/worker.ts';
import { DeliveryEngine } from './engine.ts';
import type { MailEnvironment } from './environment.ts';
import type { MailSources } from './mail-source.ts';

/** Sends to the recipients that are due, of all mailings and purposes. */
export function deliverTask(environment: MailEnvironment, sources: MailSources, wakeQueue: () => void): Task {
  const engine = new DeliveryEngine(environment, sources, wakeQueue);
  return { name: 'deliveries', run: (db, signal) => engine.run(db, signal), wake: () => engine.wake() };
}
