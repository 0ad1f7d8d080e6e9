import type { EventListener } from '../../platform/events/publish.ts';
import { queueWaitingMails } from './mails.ts';

/** Mails that were asked for before their mailing was withdrawn are sent when it is released again. */
export const optInReleaseListener: EventListener = {
  wants: async (_db, _accountId, type) => type === 'mailing_state',
  async tell(db, accountId, events) {
    for (const event of events) {
      if (event.type === 'mailing_state' && event.new_state === 'released') {
        await queueWaitingMails(db, accountId, event.mailing_id);
      }
    }
  },
};
