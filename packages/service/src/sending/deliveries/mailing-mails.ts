import { signingKey } from '../../tracking/index.ts';
import { takesAnswers } from '../bounces/answers/receive.ts';
import { pagesOf, trackedOf } from '../mail/addresses.ts';
import { answerMailboxOf, unsubscribeMailboxOf } from '../mail/identity.ts';
import { occasionContent } from '../mail/occasion-content.ts';
import { purposeOf } from '../mail/purpose.ts';
import type { MailEnvironment } from './environment.ts';
import type { MailSource } from './mail-source.ts';

/** Makes the mails of sendouts, triggers and programs: tracked, and with ways to unsubscribe. */
export function mailingMails({
  publicUrl,
  bounceDomain,
}: Pick<MailEnvironment, 'publicUrl' | 'bounceDomain'>): MailSource {
  return {
    async open(db, { account, mailing, occasions: [occasion], templates }) {
      const content = await occasionContent(db, account.id, mailing.id, occasion);
      const template = await templates.of(db, account, mailing, purposeOf(occasion), content);
      const addresses = { publicUrl, key: await signingKey(db, account.id), mailing };
      const { event } = content;
      return async ({ recipientId, contact, contactId, messageId, returnPath }) => {
        if (contact?.email == null) throw new Error('The contact was erased.');
        const key = { mailingId: mailing.id, contactId, recipientId };
        const pages = pagesOf(addresses, key);
        const unsubscribe = {
          page: pages.UNSUBSCRIBE!(),
          mailbox: bounceDomain && unsubscribeMailboxOf(account, key, bounceDomain),
        };
        const mailbox = bounceDomain && takesAnswers(account) ? answerMailboxOf(account, key, bounceDomain) : undefined;
        const answers = mailbox === undefined ? undefined : { mailbox, ofAll: account.answers_to_all };
        const tracked = trackedOf(addresses, contact.permission, key);
        const recipient = { ...contact, email: contact.email };
        return template({ contact: recipient, event, messageId, returnPath, pages, tracked, unsubscribe, answers });
      };
    },
  };
}
