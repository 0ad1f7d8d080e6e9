import { approvalHandlers } from './approvals/handlers.ts';
import { blacklistHandlers } from './blacklists/handlers.ts';
import { contactFieldHandlers } from './contact-fields/handlers.ts';
import { contactFilterHandlers } from './contact-filters/handlers.ts';
import { contactSyncHandlers } from './contact-sync/handlers.ts';
import { contactHandlers } from './contacts/handlers.ts';
import { doubleOptInHandlers } from './double-opt-in/handlers.ts';
import { mailingActionHandlers } from './mailing-actions/handlers.ts';
import { mailingBlacklistHandlers } from './mailing-blacklists/handlers.ts';
import { mailingPropertyHandlers } from './mailing-properties/handlers.ts';
import { mailingDeleteHandlers } from './mailings/delete-handlers.ts';
import { mailingHandlers } from './mailings/handlers.ts';
import { mediaHandlers } from './media/handlers.ts';
import { pingHandlers } from './ping/handlers.ts';
import { placeholderHandlers } from './placeholders/handlers.ts';
import { regularMailingHandlers } from './regular-mailings/handlers.ts';
import { subscriptionHandlers } from './subscriptions/handlers.ts';
import { targetGroupHandlers } from './target-groups/handlers.ts';
import { unsubscriptionHandlers } from './unsubscriptions/handlers.ts';

/** Every operation that the service has, by operationId; the stub answers the others with 501. */
export const handlers = {
  ...pingHandlers,
  ...contactHandlers,
  ...contactFieldHandlers,
  ...contactSyncHandlers,
  ...unsubscriptionHandlers,
  ...contactFilterHandlers,
  ...targetGroupHandlers,
  ...blacklistHandlers,
  ...mailingBlacklistHandlers,
  ...placeholderHandlers,
  ...mediaHandlers,
  ...mailingHandlers,
  ...mailingDeleteHandlers,
  ...mailingPropertyHandlers,
  ...approvalHandlers,
  ...regularMailingHandlers,
  ...doubleOptInHandlers,
  ...mailingActionHandlers,
  ...subscriptionHandlers,
};
