import type { Job } from '../background/worker.ts';
import { namedContacts } from '../contacts/store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { dueSweep, settleSweep } from './store.ts';

/** Takes the mails to contacts that were erased out of the outbox. */
export function eraseMailsJob(outbox: Outbox | undefined): Job {
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
