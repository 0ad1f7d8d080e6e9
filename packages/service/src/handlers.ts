import { approvalHandlers } from './approvals/handlers.ts';
import { contactHandlers } from './contacts/handlers.ts';
import { mailingPropertyHandlers } from './mailing-properties/handlers.ts';
import { mailingHandlers } from './mailings/handlers.ts';
import { pingHandlers } from './ping/handlers.ts';
import { regularMailingHandlers } from './regular-mailings/handlers.ts';
import { targetGroupHandlers } from './target-groups/handlers.ts';

/** Every operation that the service has, by operationId; the stub answers the others with 501. */
export const handlers = {
  ...pingHandlers,
  ...contactHandlers,
  ...targetGroupHandlers,
  ...mailingHandlers,
  ...mailingPropertyHandlers,
  ...approvalHandlers,
  ...regularMailingHandlers,
};
