import { erasureMarks, namedContacts } from '../../people/index.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import type { Outbox } from './outbox.ts';

/**
 * Takes the mails to contacts that were erased out of an outbox. Every process that has one does so for itself: processes
 * that share a database do not share their disks. What was erased while a process was down follows at its next start.
 */
export function eraseMailsTask(outbox: Outbox): Task {
  /** The last mark of each account, so that the disk is not asked each time. */
  const known = new Map<number, string>();
  return {
    name: 'erasing of mails',
    restMillis: 5000,
    async run(db) {
      for (const { account_id, mark } of await erasureMarks(db)) {
        if (known.get(account_id) === mark) continue;
        if ((await outbox.mark(account_id)) !== mark) {
          const named = await namedContacts(db, account_id, await outbox.recipients(account_id));
          await outbox.remove(account_id, (contactId) => !named.has(contactId));
          await outbox.setMark(account_id, mark);
        }
        known.set(account_id, mark);
      }
      return false;
    },
  };
}
