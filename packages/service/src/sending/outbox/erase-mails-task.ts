import { dueSweep, namedContacts, settleSweep } from '../../people/index.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import type { Outbox } from './outbox.ts';

/** Takes the mails to contacts that were erased out of the outbox. */
export function eraseMailsTask(outbox: Outbox | undefined): Task {
  return {
    name: 'erasing of mails',
    async run(db) {
      const erasure = await dueSweep(db);
      if (erasure === undefined) return false;
      const { account_id } = erasure;
      if (outbox !== undefined) {
        const recipients = await outbox.recipients(account_id);
        const named = await namedContacts(db, account_id, recipients);
        await outbox.remove(account_id, (contactId) => !named.has(contactId));
      }
      await settleSweep(db, erasure);
      return true;
    },
  };
}
